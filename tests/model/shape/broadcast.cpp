// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/shape/broadcast.hpp>

#include <type_traits>

#include "support/catch.hpp"

using namespace weft;

static_assert(std::is_same_v<broadcast_t<Shape<4, 5>>, Shape<4, 5>>);
static_assert(std::is_same_v<broadcast_t<Shape<4, 5>, Shape<1, 5>>, Shape<4, 5>>);
static_assert(std::is_same_v<broadcast_t<Shape<4, 1>, Shape<1, 5>>, Shape<4, 5>>);
static_assert(std::is_same_v<broadcast_t<Shape<1, 1>, Shape<4, 1>, Shape<4, 5>>, Shape<4, 5>>);
static_assert(BroadcastsWith<Shape<4, 5>, Shape<4, 1>> &&
              !BroadcastsWith<Shape<4, 5>, Shape<2, 5>>);

template <class... Shapes>
concept Meet = requires { typename broadcast_t<Shapes...>; };
static_assert(Meet<Shape<4, 5>, Shape<4, 5>> && !Meet<Shape<4, 5>, Shape<5, 4>> &&
              !Meet<Shape<1, 1>, Shape<2, 2>, Shape<3, 3>>);

TEST_CASE("extents meet if they are equal or one is 1") {
  CHECK(extents_meet(3, 3));
  CHECK(extents_meet(1, 3));
  CHECK(extents_meet(3, 1));
  CHECK_FALSE(extents_meet(2, 4));
}
