// expect: axis: a tile has axes 0 (down the rows) and 1 (along the columns)
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model.hpp>

constexpr auto depth = weft::axis<2>;
