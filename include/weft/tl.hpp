// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

/// How you say it: the `tl` object that kernels get.
#include <weft/run.hpp>
#include <weft/run/comm/collectives.hpp>
#include <weft/tl/tl.hpp>
