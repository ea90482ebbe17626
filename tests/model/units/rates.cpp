// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/units.hpp>
#include <weft/model/units/print.hpp>

#include "support/catch.hpp"

using namespace weft;
using namespace weft::literals;

static_assert(transfer_time(16_KiB, 128_GBps) == 128_ns);
static_assert(transfer_time(0_B, 1_Bps) == 0_ps);
static_assert(transfer_time(1_B, 1_TBps) == 1_ps);
static_assert(transfer_time(1_B, 3_TBps) == 1_ps);  // a third of a picosecond, rounded up
static_assert(transfer_time(10_B, 3_Bps) == 3'333'333'333'334_ps);  // 3.33.. s
static_assert(compute_time(2 * 256 * 256 * 256, 8_TFLOPS) == 4'194.304_ns);
static_assert(cycles_time(Cycles{3}, 1_GHz) == 3_ns);
static_assert(cycles_time(Cycles{1}, 3_GHz) == 334_ps);
static_assert(cycles_time(Cycles{3}, 3_GHz) == 1_ns);  // rounded once, not per cycle

// Beyond 64 bits in between: 1 TiB is about 1.1e12 bytes, times 1e12 ps.
static_assert(transfer_time(1_TiB, 1_TBps) == 1'099'511'627'776_ps);

TEST_CASE("a time beyond 64 bits of picoseconds, and a rate of zero, are errors") {
  CHECK(transfer_time(9'223'372_B, 1_Bps) == 9'223'372_s);
  CHECK_THROWS_SAYING(transfer_time(9'223'373_B, 1_Bps), "overflow");
  CHECK_THROWS_SAYING(transfer_time(Bytes{UINT64_MAX}, 1_Bps), "overflow");
  CHECK_THROWS_SAYING(transfer_time(1_B, 0_Bps), "a rate of zero");
  CHECK_THROWS_SAYING(cycles_time(Cycles{-2}, 1_GHz), "-2 is negative");
}
