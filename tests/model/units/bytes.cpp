// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/units.hpp>
#include <weft/model/units/print.hpp>

#include "support/catch.hpp"

using namespace weft;
using namespace weft::literals;

static_assert(3_B + 4_B == 7_B && 4_B - 3_B == 1_B && 3_B * 4 == 12_B && 4 * 3_B == 12_B &&
              3_B < 4_B);
static_assert(1_GHz * 2 == 2_GHz && 2 * 1_GBps == 2_GBps && 3 * 1_TFLOPS == 3_TFLOPS);
static_assert(3_cycles + 4_cycles == 7_cycles && 2 * 3_cycles == 6_cycles &&
              3_cycles * 2 == 6_cycles);

TEST_CASE("sizes, rates and cycles beyond 64 bits are errors") {
  CHECK_THROWS_AS(1_B - 2_B, Error);
  CHECK_THROWS_AS(Bytes{UINT64_MAX} + 1_B, Error);
  CHECK_THROWS_AS(Bytes{UINT64_MAX} * 2, Error);
  CHECK_THROWS_AS(Frequency{UINT64_MAX} * 2, Error);
  CHECK_THROWS_AS(Bandwidth{UINT64_MAX} * 2, Error);
  CHECK_THROWS_AS(FlopRate{UINT64_MAX} * 2, Error);
  CHECK_THROWS_AS(Cycles{INT64_MAX} + 1_cycles, Error);
}
