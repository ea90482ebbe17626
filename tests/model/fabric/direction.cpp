// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/fabric/direction.hpp>

#include "support/catch.hpp"

TEST_CASE("direction: the way back, and its name") {
  using namespace weft;
  static_assert(opposite(north) == south && opposite(south) == north);
  static_assert(opposite(east) == west && opposite(west) == east);
  static_assert(opposite(next) == previous && opposite(previous) == next);
  CHECK(name_of(north) == "north");
  CHECK(name_of(east) == "east");
  CHECK(name_of(south) == "south");
  CHECK(name_of(west) == "west");
  CHECK(name_of(next) == "next");
  CHECK(name_of(previous) == "previous");
}
