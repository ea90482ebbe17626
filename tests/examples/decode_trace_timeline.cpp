// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include "../../examples/decode_trace/timeline.hpp"

#include "support/catch.hpp"

using decode_trace::Lane;
using decode_trace::Run;
using decode_trace::Timeline;

TEST_CASE("a character stands for the smallest round time that fits the window") {
  CHECK(Timeline(1, 100).step() == 1);
  CHECK(Timeline(100, 100).step() == 1);
  CHECK(Timeline(101, 100).step() == 2);
  CHECK(Timeline(2'100'000, 100).step() == 25'000);
  CHECK(Timeline(2'600'000, 100).step() == 30'000);
  CHECK(Timeline(5'100'000, 100).step() == 100'000);
}

TEST_CASE("the axis marks every ten characters in ns") {
  CHECK(Timeline(24'000, 24).axis() ==
        "          0         10        20 ns\n"
        "          |         |         |\n");
}

TEST_CASE("blocks are drawn where and as long as they last") {
  const Run run{"title",
                {{Lane::dma, 0, 4'000, "K0"},
                 {Lane::dma, 4'000, 6'000, "V0"},
                 {Lane::gemm, 6'000, 6'100, "S0"},
                 {Lane::math, 6'000, 6'300, ""},
                 {Lane::math, 6'400, 6'900, ""},
                 {Lane::math, 7'200, 7'400, ""}}};
  CHECK(Timeline(9'999, 10).draw(run) ==
        "  title\n"
        "    dma   K0--V0....\n"
        "    gemm  ......S...\n"
        "    math  ......#+..\n");
}

TEST_CASE("blocks beyond the window are cut") {
  const Run run{"t",
                {{Lane::dma, 8'000, 20'000, "K7"},
                 {Lane::gemm, 30'000, 40'000, "S9"},
                 {Lane::math, 9'000, 99'000, ""}}};
  CHECK(Timeline(10'000, 10).draw(run) ==
        "  t\n"
        "    dma   ........K7\n"
        "    gemm  ..........\n"
        "    math  .........#\n");
}
