// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/units/literals.hpp>

#include "support/catch.hpp"

using namespace weft;
using namespace weft::literals;

static_assert(1_ps == Duration{1} && 1.5_ns == Duration{1500} && 1'000_ns == 1_us &&
              1_ms == 1000_us && 1_s == 1e12_ps);
static_assert(-5_ns == Duration{-5000});
static_assert(9'223'372.036854775807_s == Duration{INT64_MAX});
static_assert(1_Hz == Frequency{1} && 1_kHz == 1000_Hz && 1.5_GHz == 1500_MHz);
static_assert(1_kB == 1000_B && 1_KiB == 1024_B && 1_MB == 1000_kB && 1_MiB == 1024_KiB);
static_assert(1_GB == 1000_MB && 1_GiB == 1024_MiB && 1_TB == 1000_GB && 1_TiB == 1024_GiB &&
              0.5_KiB == 512_B);
static_assert(1_Bps == Bandwidth{1} && 128_GBps == 128'000_MBps && 1_TBps == 1000_GBps &&
              1_kBps == 1000_Bps);
static_assert(1_KiBps == 1024_Bps && 1_MiBps == 1024_KiBps && 1_GiBps == 1024_MiBps &&
              1_TiBps == 1024_GiBps);
static_assert(51.2_GBps == Bandwidth{51'200'000'000});
static_assert(8_TFLOPS == FlopRate{8'000'000'000'000} && 8_TFLOPS == 8_TOPS &&
              1_PFLOPS == 1000_TFLOPS);
static_assert(1_GFLOPS == 1000_MFLOPS && 1_MFLOPS == 1'000'000_FLOPS && 1_POPS == 1000_TOPS &&
              1_GOPS == 1000_MOPS);
static_assert(4_cycles == Cycles{4});

TEST_CASE("literals are constants; the rest is checked when this compiles") {
  CHECK((1_ns).ps == 1000);
}
