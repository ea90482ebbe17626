// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/scratch/arena.hpp>

#include "support/catch.hpp"

TEST_CASE("arena: bytes are taken and freed, and what does not fit is refused") {
  weft::ScratchArena arena(100);
  CHECK(arena.take(60, 0));
  CHECK(arena.take(40, 0));
  CHECK(!arena.take(1, 0));
  CHECK(arena.take(0, 0));
  CHECK(arena.used() == 100);
  arena.release(60, 0, 0);
  CHECK(arena.used() == 40);
  CHECK(!arena.take(61, 0));
  CHECK(arena.take(60, 0));
  CHECK(arena.peak() == 100);
}

TEST_CASE("arena: a tile dropped in flight keeps its bytes until its transfer is done") {
  weft::ScratchArena arena(100);
  CHECK(arena.take(30, 0));
  CHECK(arena.take(50, 0));
  arena.release(50, 20, 5);
  arena.release(30, 10, 5);
  CHECK(arena.used() == 80);
  CHECK(arena.in_flight(5) == 80);
  CHECK(arena.next_landing(5) == 10);
  CHECK(!arena.lands(9));
  CHECK(arena.lands(10));
  CHECK(!arena.take(21, 9));
  CHECK(arena.take(50, 10));  // the 30 have landed
  CHECK(arena.used() == 100);
  CHECK(arena.next_landing(10) == 20);
  CHECK(arena.in_flight(20) == 0);
  CHECK(arena.used() == 50);
  CHECK(arena.next_landing(20) == weft::never);
}

TEST_CASE("arena: it says once that it has never been fuller") {
  weft::ScratchArena arena(100);
  CHECK(!arena.at_new_peak());
  CHECK(arena.take(10, 0));
  CHECK(arena.at_new_peak());
  arena.peak_noted();
  CHECK(!arena.at_new_peak());
  arena.release(10, 0, 0);
  CHECK(arena.take(10, 0));
  CHECK(!arena.at_new_peak());  // as full as before
  CHECK(arena.take(1, 0));
  CHECK(arena.at_new_peak());
}
