// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/shape/shape.hpp>

#include <type_traits>

#include "support/catch.hpp"

using namespace weft;

static_assert(Shape<64, 128>::rows == 64 && Shape<64, 128>::cols == 128 &&
              Shape<64, 128>::elements == 8192);
static_assert(std::is_same_v<decltype(shape<8, 128>), const Shape<8, 128>>);
static_assert(std::is_same_v<transposed_t<Shape<2, 3>>, Shape<3, 2>>);
static_assert(std::is_same_v<reduced_t<Shape<2, 3>, 0>, Shape<1, 3>> &&
              std::is_same_v<reduced_t<Shape<2, 3>, 1>, Shape<2, 1>>);
static_assert(decltype(axis<1>)::index == 1);

TEST_CASE("shapes are empty") { CHECK(std::is_empty_v<Shape<1, 1>>); }
