// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include "../../examples/kernels/ping_pong.hpp"

#include <algorithm>

#include "support/catch.hpp"

using namespace attention;
using namespace weft::literals;

// Round numbers. Tiles of 64 rows of dimension 64: each GEMM is 2*64^3 = 524,288 flop, 1 us at 524.288 GFLOPS, so G = 2 us
// for S and O. The softmax is 16 cycles on 4,096 lanes, of which 3 each for the exp of S and of a column; the others are
// scale, max, subtract, sum, cast and the rescaling of O, on 4,096 elements, and max, subtract, multiply, add on columns.
// So M = 2 us at 8 MHz, 1 us at 16 MHz, 4 us at 4 MHz. Reads take 8.192 ns.
namespace {

template <std::uint64_t math_hz>
struct Pe
    : weft::Pe<
          weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
          weft::Dma<weft::DmaSpec{.read = {.bandwidth = 1_TBps}, .write = {.bandwidth = 1_TBps}}>,
          weft::Gemm<weft::GemmSpec{.peak = 524.288_GFLOPS}>,
          weft::Math<weft::MathSpec{.lanes = 4096, .clock = {math_hz}, .cycles = {.exp = 3}}>,
          weft::Scratch<weft::ScratchSpec{.capacity = 1_MiB}>> {};
template <std::uint64_t math_hz>
struct Machine : weft::Device<"round-numbers", Pe<math_hz>> {};

constexpr auto f16 = weft::dtype<weft::f16>;
constexpr std::int64_t us = 1'000'000;
constexpr std::int64_t store_time = 8'192;

/// Two tiles of queries over n tiles of keys: by two kernels that take turns, or by one, one after the other.
template <std::uint64_t math_hz>
weft::Report run(std::size_t n, bool turns) {
  weft::Simulation<Machine<math_hz>> sim;
  const auto k = sim.hbm().tensor(f16, 64 * n, 64);
  const auto v = sim.hbm().tensor(f16, 64 * n, 64);
  weft::Barrier together(sim, 2);
  weft::Barrier alone(sim, 1);
  const auto q = [&] { return sim.hbm().tensor(f16, 64, 64); };
  const auto a = q(), b = q(), out_a = q(), out_b = q();
  if (turns) {
    sim.launch(ping_pong<64, 64>, &together, false, a, k, v, out_a);
    sim.launch(ping_pong<64, 64>, &together, true, b, k, v, out_b);
  } else {
    sim.launch([&](auto& tl) -> weft::Kernel<> {
      co_await ping_pong<64, 64>(tl, &alone, false, a, k, v, out_a);
      co_await ping_pong<64, 64>(tl, &alone, false, b, k, v, out_b);
    });
  }
  return sim.run();
}

}  // namespace

TEST_CASE("a tile of ping-pong takes the longer of GEMMs and softmax") {
  // Turns: S0 of the first; its softmax over S0 of the second; then 2 (n-1) turns of both GEMMs over a softmax; the
  // last O of the first over the last softmax of the second; the last O of the second; its division, a cycle; a store.
  const auto expected = [](std::int64_t n, std::int64_t m, std::int64_t cycle) {
    return 1 * us + std::max(1 * us, m) + 2 * (n - 1) * std::max(2 * us, m) + std::max(1 * us, m) +
           1 * us + cycle + store_time;
  };
  for (const std::int64_t n : {1, 2, 8}) {
    const auto tiles = static_cast<std::size_t>(n);
    const auto start = [&](const weft::Report& report) {
      std::int64_t first = INT64_MAX;
      for (const weft::OpRecord op : report.op_log())
        if (op.kind == "compute/gemm") first = std::min(first, op.start.ps);
      return first;
    };
    const weft::Report even = run<8'000'000>(tiles, true);
    const weft::Report gemm_bound = run<16'000'000>(tiles, true);
    const weft::Report math_bound = run<4'000'000>(tiles, true);
    CHECK(even.latency().ps - start(even) == expected(n, 2 * us, 125'000));
    CHECK(gemm_bound.latency().ps - start(gemm_bound) == expected(n, 1 * us, 62'500));
    CHECK(math_bound.latency().ps - start(math_bound) == expected(n, 4 * us, 250'000));
  }
}

TEST_CASE("one kernel pays the sum") {
  const weft::Report report = run<8'000'000>(8, false);
  const std::int64_t compute = 2 * (8 * (2 + 2) * us);
  CHECK(report.latency().ps >= compute);
  CHECK(report.latency().ps < compute + us);
  // The same ops in ping-pong: 32 us of GEMMs and 32 us of softmax in 34.1 us.
  const weft::Report turns = run<8'000'000>(8, true);
  CHECK(turns.op_log().size() == report.op_log().size());
  CHECK(turns.busy("gemm") == report.busy("gemm"));
  CHECK(turns.busy("math") == report.busy("math"));
  CHECK(turns.latency().ps < 35 * us);
}

TEST_CASE("whoever waits for its turn is recorded as waiting") {
  const weft::Report report = run<4'000'000>(4, true);
  std::int64_t waited = 0;
  for (const weft::WaitRecord& wait : report.waits()) waited += wait.waited.ps;
  CHECK(waited > 0);
  for (const weft::KernelEvent& kernel : report.kernels()) CHECK(kernel.waited > 0);
}
