// expect: a number with a unit is written in decimal, without leading zeros
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model.hpp>

using namespace weft::literals;

constexpr auto setup = 0x10_ns;
