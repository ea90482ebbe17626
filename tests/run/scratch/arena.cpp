// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/scratch/arena.hpp>

#include <cstdint>
#include <source_location>
#include <vector>

#include "support/catch.hpp"

namespace {

constexpr std::source_location here = std::source_location::current();

weft::ScratchShare take(weft::ScratchArena& arena, std::uint64_t bytes, weft::Ps now) {
  return arena.take(bytes, now, here);
}
bool fits(const weft::ScratchShare& share) { return share.number != 0; }

std::vector<std::uint64_t> gone(const weft::ScratchArena& arena) {
  std::vector<std::uint64_t> bytes;
  arena.for_each_gone_since_peak(
      [&](const weft::ScratchShare& share) { bytes.push_back(share.bytes); });
  return bytes;
}
using Bytes = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("arena: bytes are taken and freed, and what does not fit is refused") {
  weft::ScratchArena arena(100);
  const weft::ScratchShare a = take(arena, 60, 0);
  CHECK(a.bytes == 60);
  CHECK(fits(a));
  CHECK(fits(take(arena, 40, 0)));
  CHECK(!fits(take(arena, 1, 0)));
  CHECK(fits(take(arena, 0, 0)));
  CHECK(arena.used() == 100);
  arena.release(a, 0, 0);
  CHECK(arena.used() == 40);
  CHECK(!fits(take(arena, 61, 0)));
  CHECK(fits(take(arena, 60, 0)));
  CHECK(arena.peak() == 100);
}

TEST_CASE("arena: a tile dropped in flight keeps its bytes until its transfer is done") {
  weft::ScratchArena arena(100);
  const weft::ScratchShare a = take(arena, 30, 0);
  const weft::ScratchShare b = take(arena, 50, 0);
  arena.release(b, 20, 5);
  arena.release(a, 10, 5);
  CHECK(arena.used() == 80);
  CHECK(arena.in_flight(5) == 80);
  CHECK(arena.next_landing(5) == 10);
  CHECK(!fits(take(arena, 21, 9)));
  CHECK(fits(take(arena, 50, 10)));  // the 30 have landed
  CHECK(arena.used() == 100);
  CHECK(arena.next_landing(10) == 20);
  CHECK(arena.in_flight(20) == 0);
  CHECK(arena.used() == 50);
  CHECK(arena.next_landing(20) == weft::never);
}

TEST_CASE("arena: it knows what it held at its peak, whatever has become of it") {
  weft::ScratchArena arena(100);
  const weft::ScratchShare early = take(arena, 5, 0);
  arena.release(early, 0, 0);
  CHECK(gone(arena) == Bytes{5});
  const weft::ScratchShare a = take(arena, 30, 0);  // a new peak
  CHECK(gone(arena).empty());
  const weft::ScratchShare b = take(arena, 50, 0);
  CHECK(arena.peak() == 80);
  arena.release(b, 20, 5);  // in flight, and so at the peak until 20 and after
  CHECK(gone(arena) == Bytes{50});
  const weft::ScratchShare c = take(arena, 40, 25);
  CHECK(arena.used() == 70);
  CHECK(gone(arena) == Bytes{50});
  CHECK(arena.was_at_peak(a));
  CHECK(!arena.was_at_peak(c));
  arena.release(c, 0, 25);
  CHECK(gone(arena) == Bytes{50});
  arena.release(a, 0, 25);
  CHECK(gone(arena) == Bytes{50, 30});
  const weft::ScratchShare d = take(arena, 80, 25);  // as full as before: the first time counts
  CHECK(!arena.was_at_peak(d));
  CHECK(gone(arena) == Bytes{50, 30});
  CHECK(fits(take(arena, 1, 25)));
  CHECK(arena.was_at_peak(d));
  CHECK(gone(arena).empty());
}

TEST_CASE("arena: its peak begins anew with what it holds") {
  weft::ScratchArena arena(100);
  const weft::ScratchShare a = take(arena, 30, 0);
  const weft::ScratchShare b = take(arena, 50, 0);
  arena.release(b, 20, 5);
  arena.reset_peak(10);  // b is in flight until 20
  CHECK(arena.peak() == 80);
  arena.reset_peak(20);
  CHECK(arena.peak() == 30);
  CHECK(arena.was_at_peak(a));
  CHECK(take(arena, 10, 20).bytes == 10);
  CHECK(arena.peak() == 40);
}
