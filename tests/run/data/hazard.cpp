// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/data/hazard.hpp>

#include "support/catch.hpp"

#include <vector>

namespace {

using weft::AccessSite;
using weft::ByteRange;
using weft::ByteView;
using weft::HazardKind;
using weft::HazardTracker;
using weft::solid_bytes;

constexpr AccessSite load_site{"k.cpp", 7, "load", "left"};
constexpr AccessSite store_site{"k.cpp", 9, "store", "right"};

}  // namespace

TEST_CASE("hazard: a write that meets a read in flight", "[data]") {
  HazardTracker tracker;
  CHECK(tracker.read(0, 228, solid_bytes(0, 64), load_site) == 0);
  CHECK(tracker.write(100, 300, solid_bytes(32, 64), store_site) == 1);
  REQUIRE(tracker.hazards().size() == 1);
  const weft::Hazard& hazard = tracker.hazards()[0];
  CHECK(hazard.kind == HazardKind::write_after_read);
  CHECK(hazard.first.file == "k.cpp");
  CHECK(hazard.first.line == 7);
  CHECK(hazard.first.op == "load");
  CHECK(hazard.first.kernel == "left");
  CHECK(hazard.first.issued == 0);
  CHECK(hazard.first.done == 228);
  CHECK(hazard.first.bounds == ByteRange{0, 64});
  CHECK(hazard.second.line == 9);
  CHECK(hazard.second.op == "store");
  CHECK(hazard.second.kernel == "right");
  CHECK(hazard.second.issued == 100);
  CHECK(hazard.second.done == 300);
  CHECK(hazard.second.bounds == ByteRange{32, 96});
  CHECK(hazard.bytes == ByteRange{32, 64});
  CHECK(weft::hazard_sentence(hazard) ==
        "write after read: store at k.cpp:9 (kernel right, 100..300 ps) meets load at k.cpp:7 "
        "(kernel left, 0..228 ps) "
        "in bytes 32..63");
}

TEST_CASE("hazard: a read that meets a write in flight", "[data]") {
  HazardTracker tracker;
  tracker.write(10, 50, solid_bytes(1000, 1), store_site);
  CHECK(tracker.read(49, 60, solid_bytes(0, 4096), load_site) == 1);
  REQUIRE(tracker.hazards().size() == 1);
  CHECK(tracker.hazards()[0].kind == HazardKind::read_after_write);
  CHECK(tracker.hazards()[0].bytes == ByteRange{1000, 1001});
}

TEST_CASE("hazard: a write that meets a write in flight", "[data]") {
  HazardTracker tracker;
  tracker.write(10, 50, solid_bytes(0, 64), store_site);
  CHECK(tracker.write(10, 50, solid_bytes(0, 64), load_site) ==
        1);  // issued at the same time: the first performed is first
  REQUIRE(tracker.hazards().size() == 1);
  CHECK(tracker.hazards()[0].kind == HazardKind::write_after_write);
  CHECK(tracker.hazards()[0].first.line == 9);
}

TEST_CASE("hazard: what is clean", "[data]") {
  HazardTracker tracker;
  SECTION("reads of the same bytes") {
    tracker.read(0, 100, solid_bytes(0, 64), load_site);
    tracker.read(50, 150, solid_bytes(0, 64), load_site);
  }
  SECTION("an access issued when the other is done") {
    tracker.write(0, 100, solid_bytes(0, 64), store_site);
    tracker.read(100, 200, solid_bytes(0, 64), load_site);
    tracker.write(200, 300, solid_bytes(0, 64), store_site);
    tracker.write(300, 300, solid_bytes(0, 64), store_site);
    tracker.read(300, 400, solid_bytes(0, 64), load_site);
  }
  SECTION("neighbours") {
    tracker.write(0, 100, solid_bytes(64, 64), store_site);
    tracker.read(0, 100, solid_bytes(0, 64), load_site);
    tracker.read(0, 100, solid_bytes(128, 64), load_site);
    tracker.write(0, 100, solid_bytes(0, 0), store_site);
  }
  SECTION(
      "views that interleave: left and right half of the columns, even and odd rows, even and odd "
      "elements") {
    tracker.read(0, 100, ByteView{0, 16, 16, 64, 2, 2}, load_site);
    tracker.write(0, 100, ByteView{32, 16, 16, 64, 2, 2}, store_site);
    tracker.read(0, 100, ByteView{8192, 8, 32, 128, 2, 2}, load_site);
    tracker.write(0, 100, ByteView{8192 + 64, 8, 32, 128, 2, 2}, store_site);
    tracker.read(0, 100, ByteView{16384, 8, 8, 64, 4, 2}, load_site);
    tracker.write(0, 100, ByteView{16386, 8, 8, 64, 4, 2}, store_site);
  }
  CHECK(tracker.hazards().empty());
}

TEST_CASE("hazard: an access that takes no time still meets what is in flight", "[data]") {
  HazardTracker tracker;
  tracker.read(0, 100, solid_bytes(0, 64), load_site);
  CHECK(tracker.write(50, 50, solid_bytes(0, 64), store_site) == 1);
  CHECK(tracker.read(50, 150, solid_bytes(0, 64), load_site) == 0);  // the write is over
}

TEST_CASE("hazard: every pair is reported, in the order issued", "[data]") {
  HazardTracker tracker;
  tracker.read(0, 500, solid_bytes(0, 10), {"a", 1, "load", "k"});
  tracker.write(0, 500, solid_bytes(20, 10), {"a", 2, "store", "k"});
  tracker.read(0, 40, solid_bytes(0, 30), {"a", 3, "load", "k"});                  // meets line 2
  CHECK(tracker.write(50, 500, solid_bytes(5, 20), {"a", 4, "store", "k"}) == 2);  // line 3 is over
  const std::vector<weft::Hazard> hazards = tracker.take_hazards();
  REQUIRE(hazards.size() == 3);
  CHECK(hazards[0].kind == HazardKind::read_after_write);
  CHECK(hazards[0].first.line == 2);
  CHECK(hazards[0].second.line == 3);
  CHECK(hazards[1].kind == HazardKind::write_after_read);
  CHECK(hazards[1].first.line == 1);
  CHECK(hazards[1].bytes == ByteRange{5, 10});
  CHECK(hazards[2].kind == HazardKind::write_after_write);
  CHECK(hazards[2].first.line == 2);
  CHECK(hazards[2].bytes == ByteRange{20, 25});
  CHECK(tracker.hazards().empty());
}

TEST_CASE("hazard: accesses that are done are forgotten", "[data]") {
  HazardTracker tracker;
  for (int i = 0; i < 1000; ++i) {
    tracker.read(i, i + 10, solid_bytes(static_cast<std::uint64_t>(i) * 64, 64), load_site);
    tracker.write(i, i + 5, solid_bytes(1'000'000 + static_cast<std::uint64_t>(i) * 64, 64),
                  store_site);
    if (i >= 10) CHECK(tracker.in_flight() <= 20);
  }
  CHECK(tracker.hazards().empty());
  CHECK(tracker.in_flight() > 0);
  tracker.prune(2000);
  CHECK(tracker.in_flight() == 0);
  for (int i = 0; i < 10'000; ++i) tracker.read(3000 + i, 3001 + i, solid_bytes(64, 64), load_site);
  CHECK(tracker.in_flight() <= 64);  // though no write ever looked at them
  // A slot that was used again is the new access, not the old.
  tracker.read(20'000, 30'000, solid_bytes(0, 64), {"new", 1, "load", "k"});
  CHECK(tracker.write(25'000, 26'000, solid_bytes(0, 64), store_site) == 1);
  CHECK(tracker.hazards()[0].first.file == "new");
}

TEST_CASE("hazard: accesses whose end is not known yet stay in flight until they are closed",
          "[data]") {
  HazardTracker tracker;
  const weft::OpenAccess load = tracker.open();
  CHECK(tracker.open_read(load, 0, solid_bytes(0, 64), load_site) == 0);
  CHECK(tracker.open_read(load, 0, solid_bytes(128, 64), load_site) == 0);  // another piece of it
  CHECK(tracker.write(1'000, 2'000, solid_bytes(64, 64), store_site) == 0);
  CHECK(tracker.write(1'000, 2'000, solid_bytes(130, 4), store_site) == 1);
  REQUIRE(tracker.hazards().size() == 1);
  CHECK(tracker.hazards()[0].first.done == weft::never);
  CHECK(weft::hazard_sentence(tracker.hazards()[0]) ==
        "write after read: store at k.cpp:9 (kernel right, 1000..2000 ps) meets load at k.cpp:7 "
        "(kernel left, in flight since 0 ps) in bytes 130..133");
  tracker.close(load, 1'500);
  CHECK(tracker.hazards()[0].first.done == 1'500);
  CHECK(tracker.write(1'499, 3'000, solid_bytes(0, 1), store_site) == 1);
  CHECK(tracker.hazards()[1].first.done == 1'500);
  CHECK(tracker.write(1'500, 3'000, solid_bytes(63, 1), store_site) == 0);
}

TEST_CASE("hazard: an open write meets what is issued meanwhile, and what is in flight already",
          "[data]") {
  HazardTracker tracker;
  tracker.read(0, 100, solid_bytes(0, 8), load_site);
  const weft::OpenAccess store = tracker.open();
  CHECK(tracker.open_write(store, 50, solid_bytes(0, 8), store_site) == 1);
  CHECK(tracker.hazards()[0].kind == HazardKind::write_after_read);
  CHECK(tracker.hazards()[0].second.done == weft::never);
  CHECK(tracker.read(500, 600, solid_bytes(4, 8), load_site) == 1);
  CHECK(tracker.hazards()[1].kind == HazardKind::read_after_write);
  tracker.close(store, 700);
  CHECK(tracker.hazards()[0].second.done == 700);
  CHECK(tracker.hazards()[1].first.done == 700);
  CHECK(tracker.in_flight() == 3);
  tracker.prune(700);
  CHECK(tracker.in_flight() == 0);
  // Hazards that were taken away are not touched by a later end.
  const weft::OpenAccess last = tracker.open();
  tracker.open_write(last, 800, solid_bytes(0, 8), store_site);
  tracker.write(800, 900, solid_bytes(0, 8), store_site);
  CHECK(tracker.take_hazards().size() == 3);
  tracker.close(last, 950);
  CHECK(tracker.hazards().empty());
}
