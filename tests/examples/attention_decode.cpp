// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/device/tiny.hpp>

#include "../../examples/kernels/flash_decode.hpp"
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
weft::Report decode(std::size_t pes, std::size_t heads, std::size_t keys) {
  weft::Simulation<Many> sim;
  const auto f16 = weft::dtype<weft::f16>;
  const auto o = sim.hbm(0).tensor(f16, heads, group, 128);
  for (std::uint32_t pe = 0; pe != pes; ++pe) {
    KvShare kv;
    kv.keys = keys_of(keys, pe, pes);
    if (kv.keys != 0) {
      kv.k = sim.hbm(pe).tensor(f16, heads, kv.keys, 128);
      kv.v = sim.hbm(pe).tensor(f16, heads, kv.keys, 128);
    }
    const auto q = sim.hbm(pe).tensor(f16, heads, group, 128);
    const weft::Group all(0, pes);
    weft::Duration* const not_watched = nullptr;
    if constexpr (form == Form::lazy)
      sim.launch_on(pe, flash_decode_lazy<group, 128, 64>, all, q, kv, o, not_watched);
    else
      sim.launch_on(pe, flash_decode_composite<group, 128, 1024>, all, q, kv, o, not_watched);
  }
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
      CHECK(report.count("memory/dma_read") == 2 * (pes + 2 * tiles));
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
