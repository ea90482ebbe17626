// expect: a number with a unit must be a whole number of base units (ps, Hz, B, B/s, FLOP/s, cycles)
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model.hpp>

using namespace weft::literals;

constexpr auto setup = 1.5_ps;
