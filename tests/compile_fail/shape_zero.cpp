// expect: shape: a tile has at least one row and one column
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model.hpp>

using Empty = weft::Shape<0, 64>;
constexpr auto rows = Empty::rows;
