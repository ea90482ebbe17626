// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/core/members.hpp>

#include <string>

#include "support/catch.hpp"

struct Point {
  int x = 0;
  long height = 0;
};
BOOST_HANA_ADAPT_STRUCT(Point, x, height);

static_assert(weft::HasNamedMembers<Point> && !weft::HasNamedMembers<int>);

TEST_CASE("named members are walked in order, in two objects at once") {
  std::string seen;
  weft::for_each_member(
      Point{1, 2}, Point{3, 4}, [&](std::string_view name, auto value, auto other) {
        seen += std::string(name) + " " + std::to_string(value) + " " + std::to_string(other) + ";";
      });
  CHECK(seen == "x 1 3;height 2 4;");
}
