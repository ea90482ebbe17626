// expect: a number with a unit must fit into 64 bits of its base unit
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model.hpp>

using namespace weft::literals;

constexpr auto setup = 10'000'000_s;
