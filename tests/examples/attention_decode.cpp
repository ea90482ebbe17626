// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/device/tiny.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../../examples/kernels/decode_step.hpp"
#include "support/catch.hpp"

using namespace attention;
using namespace weft::literals;

// 64 of the PEs of `tiny` in a mesh. With a group of 4 query heads of dimension 128 and tiles of 64 keys, as worked out in
// decode_trace_kernel.cpp: q is read in 108 ns, K or V of a full tile in 228 ns; a tile takes 53.384 ns of compute.
namespace {

constexpr weft::LinkSpec link{.bandwidth = 128_GBps, .setup = 20_ns, .latency = 5_ns, .slots = 4};
struct Many : weft::Device<"tiny-64", weft::Grid<8, 8, weft::device::TinyPe, weft::Mesh<link>>> {};

enum class Form { lazy, composite };

template <std::size_t group, Form form>
weft::Report decode(std::size_t pes, std::size_t heads, std::size_t keys,
                    const Paging& paging = {}) {
  weft::Simulation<Many> sim;
  const DecodeStep step = place_decode(sim, {heads, group, 128, keys, pes}, paging);
  if constexpr (form == Form::lazy)
    launch_decode(sim, flash_decode<group, 128, 64>, step, nullptr, std::size_t{2});
  else
    launch_decode(sim, flash_decode_composite<group, 128, 1024>, step, nullptr);
  return sim.run();
}

}  // namespace

TEST_CASE("one PE decodes as the one-PE kernel does with its loads hoisted") {
  // Reads back to back until 1,020 ns, O of the second tile 8.192 ns later, then 8 ns of division and 108 ns of store.
  CHECK(decode<4, Form::lazy>(1, 1, 128).latency().ps == 1'144'192);
}

TEST_CASE("two PEs with a tile each: the merge at its end, to the picosecond") {
  // Each: q 108, K 336, V 564, O at 572.192. PE 1 sends m and l (16 B: 20.125 ns) and O (2,048 B: 36 ns) on one link:
  // there at 597.317, 617.442 and 653.442. PE 0: the new m, 598.317; four ops on columns, 602.317; l_a, 603.317; l_b
  // waits for l until 617.442, 618.442; l, 619.442; O_a, 627.442; O_b waits for O until 653.442, 661.442; O, 669.442;
  // the division, 677.442; the store 785.442.
  const weft::Report report = decode<4, Form::lazy>(2, 1, 128);
  CHECK(report.latency().ps == 785'442);
  CHECK(report.count("comm/send") == 3);
  CHECK(report.count("comm/recv") == 3);
}

TEST_CASE("any number of PEs from 1 to 64, ragged lengths, PEs without keys") {
  for (const std::size_t keys : {1U, 5U, 63U, 64U, 65U, 1000U})
    for (const std::size_t pes : {1U, 2U, 3U, 5U, 8U, 13U, 64U}) {
      CAPTURE(keys, pes);
      const weft::Report report = decode<1, Form::lazy>(pes, 2, keys);
      std::size_t tiles = 0;
      for (std::size_t pe = 0; pe != pes; ++pe)
        tiles += tiles_of(keys_of(keys, pe, pes), std::size_t{64});
      // A PE without keys has no use for q.
      CHECK(report.count("memory/dma_read") == 2 * (std::min(pes, keys) + 2 * tiles));
      CHECK(report.count("compute/gemm") == 2 * 2 * tiles);
      CHECK(report.count("comm/send") == 2 * 3 * (pes - 1));
      CHECK(report.count("memory/dma_write") == 2);
    }
}

TEST_CASE("more PEs are faster as long as the keys outweigh the merges") {
  weft::Duration previous = decode<8, Form::lazy>(1, 4, 4096).latency();
  for (const std::size_t pes : {2U, 4U, 8U, 16U}) {
    const weft::Duration now = decode<8, Form::lazy>(pes, 4, 4096).latency();
    CHECK(now.ps * 3 < previous.ps * 2);
    previous = now;
  }
}

TEST_CASE("composites read the same bytes and ask the CPU for less") {
  for (const std::size_t keys : {100U, 1024U, 3000U})
    for (const std::size_t pes : {1U, 3U, 8U}) {
      CAPTURE(keys, pes);
      const weft::Report lazy = decode<7, Form::lazy>(pes, 2, keys);
      const weft::Report composite = decode<7, Form::composite>(pes, 2, keys);
      std::uint64_t bytes = 0;
      for (const weft::OpRecord op : lazy.op_log())
        if (op.kind == "memory/dma_read") bytes += op.bytes;
      for (const weft::OpRecord op : composite.op_log())
        if (op.kind == "memory/dma_read") bytes -= op.bytes;
      CHECK(bytes == 0);
      std::size_t blocks = 0;
      for (std::size_t pe = 0; pe != pes; ++pe)
        blocks += tiles_of(keys_of(keys, pe, pes), std::size_t{1024});
      CHECK(composite.count("sched/composite") == 2 * 2 * blocks);
    }
}

TEST_CASE("pages: the same bytes in as many requests, a setup for each run of them") {
  // One PE, one head, 128 keys in pages of 16: K and V in two tiles each.
  const weft::Report whole = decode<4, Form::lazy>(1, 1, 128);
  const weft::Report paged = decode<4, Form::lazy>(1, 1, 128, {16, 1});
  CHECK(paged.count("memory/dma_read") == whole.count("memory/dma_read"));
  const std::vector<std::uint32_t> table = shuffled_pages(8, 1);
  std::int64_t breaks = 0;
  for (std::size_t i = 1; i != table.size(); ++i)
    breaks += i % 4 != 0 && table[i] != table[i - 1] + 1;
  CHECK(breaks > 0);
  CHECK(paged.busy("dma.read").ps == whole.busy("dma.read").ps + 2 * breaks * 100'000);
  // The reads set the pace in both.
  CHECK(paged.latency().ps == whole.latency().ps + 2 * breaks * 100'000);
}

TEST_CASE("a page for all keys, or pages in order, cost nothing") {
  CHECK(decode<4, Form::lazy>(1, 2, 100, {128, 7}).latency() ==
        decode<4, Form::lazy>(1, 2, 100).latency());
}

TEST_CASE("shuffled pages: every page once, the same for the same seed") {
  std::vector<std::uint32_t> pages = shuffled_pages(100, 5);
  CHECK(pages == shuffled_pages(100, 5));
  CHECK(pages != shuffled_pages(100, 6));
  CHECK(shuffled_pages(4, 1) == std::vector<std::uint32_t>{1, 2, 3, 0});
  std::sort(pages.begin(), pages.end());
  for (std::uint32_t i = 0; i != 100; ++i) CHECK(pages[i] == i);
}
