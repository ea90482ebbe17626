// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Everything that evaluates ops on tiles in host memory: `weft::eval`.
#include <weft/run/data/dot.hpp>
#include <weft/run/data/elementwise.hpp>
#include <weft/run/data/reduce.hpp>
