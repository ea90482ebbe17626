// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/machine/timeline.hpp>

#include "support/catch.hpp"

#include <limits>

namespace {

using weft::Interval;
using weft::Timeline;

bool is(const Interval& served, weft::Ps start, weft::Ps end) {
  return served.start == start && served.end == end;
}

}  // namespace

TEST_CASE("a server of one slot serves in the order of the requests, and rests between") {
  Timeline server("dma.read");
  CHECK(is(server.request(0, 228), 0, 228));
  CHECK(is(server.request(0, 228), 228, 456));
  CHECK(is(server.request(300, 10), 456, 466));
  CHECK(is(server.request(500, 0), 500, 500));
  CHECK(is(server.request(500, 7), 500, 507));
  CHECK(server.name() == "dma.read");
  CHECK(server.requests() == 5);
  CHECK(server.busy() == 473);
  server.reset_statistics();
  CHECK(server.busy() == 0);
  CHECK(is(server.request(500, 1), 507, 508));  // what it serves is not forgotten
}

TEST_CASE("of several slots the one that is free first serves") {
  Timeline server("dma.read", 3);
  CHECK(server.slots() == 3);
  CHECK(is(server.request(0, 100), 0, 100));
  CHECK(is(server.request(0, 30), 0, 30));
  CHECK(is(server.request(0, 70), 0, 70));
  CHECK(is(server.request(10, 50), 30, 80));   // the second
  CHECK(is(server.request(10, 1), 70, 71));    // the third
  CHECK(is(server.request(10, 1), 71, 72));    // the third again
  CHECK(is(server.request(90, 40), 90, 130));  // two rest
  CHECK(is(server.request(90, 40), 90, 130));
  CHECK(is(server.request(90, 40), 100, 140));
  CHECK(server.busy() == 100 + 30 + 70 + 50 + 1 + 1 + 40 * 3);
}

TEST_CASE("a slot is held until slower data has passed") {
  Timeline link("link");
  CHECK(is(link.hold(10, 20, 100), 10, 100));
  CHECK(is(link.hold(50, 20, 60), 100, 120));
  CHECK(link.busy() == 110);
  CHECK(link.requests() == 2);
}

TEST_CASE("the end of 64-bit time is an error, not a wrap") {
  constexpr weft::Ps last = std::numeric_limits<weft::Ps>::max();
  Timeline server("gemm");
  CHECK_THROWS_AS(server.request(last - 5, 6), weft::Error);
  CHECK_THROWS_AS(server.hold(last - 5, 6, 0), weft::Error);
  CHECK(is(server.request(last - 5, 5), last - 5, last));
}
