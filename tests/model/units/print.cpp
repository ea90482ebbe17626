// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/units.hpp>
#include <weft/model/units/print.hpp>

#include <sstream>

#include "support/catch.hpp"

using namespace weft;
using namespace weft::literals;

namespace {

template <class T>
std::string text(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

}  // namespace

TEST_CASE("units are written exactly, in the largest unit that leaves at least 1") {
  CHECK(text(0_ps) == "0 ps");
  CHECK(text(999_ps) == "999 ps");
  CHECK(text(228_ns) == "228 ns");
  CHECK(text(4'194.304_ns) == "4.194304 us");
  CHECK(text(-1'050_ps) == "-1.05 ns");
  CHECK(text(90_s) == "90 s");
  CHECK(text(Duration{INT64_MIN}) == "-9223372.036854775808 s");
  CHECK(text(0_B) == "0 B");
  CHECK(text(1000_B) == "1000 B");
  CHECK(text(64_KiB) == "64 KiB");
  CHECK(text(1.5_MiB) == "1536 KiB");
  CHECK(text(1024_TiB) == "1024 TiB");
  CHECK(text(1_cycles) == "1 cycle");
  CHECK(text(40_cycles) == "40 cycles");
  CHECK(text(1.5_GHz) == "1.5 GHz");
  CHECK(text(51.2_GBps) == "51.2 GB/s");
  CHECK(text(8_TFLOPS) == "8 TFLOP/s");
  CHECK(text(2048_GFLOPS) == "2.048 TFLOP/s");
}
