// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/fabric/route.hpp>

#include <vector>

#include "support/catch.hpp"

TEST_CASE("route: links in the order taken; another route's, counted from where its links begin") {
  weft::Route inner;
  inner.append(3);
  inner.append(1);
  weft::Route route;
  CHECK(route.size() == 0);
  route.append(7);
  route.append(inner, 100);
  CHECK(std::vector<std::uint32_t>(route.begin(), route.end()) ==
        std::vector<std::uint32_t>{7, 103, 101});
  CHECK(route[1] == 103);
}

TEST_CASE("route: more links than it holds is an error") {
  weft::Route route;
  for (std::uint32_t i = 0; i != weft::Route::capacity; ++i) route.append(i);
  CHECK(route.size() == 256);
  CHECK_THROWS_SAYING(route.append(0), "fabric: a route has more than 256 links");
}

TEST_CASE("hop: none unless there is a link") {
  CHECK(!weft::Hop{}.exists());
  CHECK(weft::Hop{0, 0}.exists());
}
