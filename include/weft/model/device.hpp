// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The ready-made machines.
#include <weft/model/device/ahbm.hpp>
#include <weft/model/device/tiny.hpp>
