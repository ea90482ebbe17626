// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// What one sees of a run: its report as text and as JSON.
#include <weft/observe/write_json.hpp>
#include <weft/observe/write_text.hpp>
