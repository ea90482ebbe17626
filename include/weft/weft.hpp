// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Everything that needs only the standard library and Boost headers: machines, kernels, tl, logs, text and JSON reports.
#include <weft/observe/write_json.hpp>
#include <weft/observe/write_text.hpp>
#include <weft/tl.hpp>
