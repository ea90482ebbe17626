// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/weft.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

#include "support/catch.hpp"
#include "support/conservation.hpp"

// The pipeline laws of composites and of tl.prefetch; those of loads rotated by hand are in requirements.cpp.

using namespace weft::literals;

namespace {

constexpr auto f16 = weft::dtype<weft::f16>;
using Hbm = weft::HbmTensor<weft::f16>;

/// A read of 60 f16 takes A ns, a product of 60 multiply-adds or math on at most 60 elements C ns or E ns, a write of 60
/// f16 E ns.
template <int A, int C, int E>
struct Pe
    : weft::Pe<
          weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
          weft::Dma<weft::DmaSpec{
              .read = {.bandwidth = 120_GBps, .setup = weft::Duration{(A - 1) * 1000}},
              .write = {.bandwidth = 120_GBps, .setup = weft::Duration{(E - 1) * 1000}}}>,
          weft::Gemm<weft::GemmSpec{.peak = 120_GFLOPS, .startup = weft::Duration{(C - 1) * 1000}}>,
          weft::Math<weft::MathSpec{
              .lanes = 60, .clock = 1_GHz, .startup = weft::Duration{(E - 1) * 1000}}>> {};
template <int A, int C, int E>
struct Machine : weft::Device<"law", Pe<A, C, E>> {};

template <class Machine, class... Policies>
std::int64_t latency(auto kernel, auto... more) {
  weft::Simulation<Machine, Policies...> sim;
  sim.launch(kernel, sim.hbm().tensor(f16, 600, 600), more...);
  const weft::Report report = sim.run();
  weft_test::check_conservation(report, {.kernels = false});
  return report.latency().ps / 1000;
}

/// A 60xN block in N tiles of 60x1, each an output tile of its own.
template <std::size_t N, std::size_t Depth, bool Epilogue>
constexpr auto side_by_side = [](auto& tl, Hbm b) -> weft::Kernel<> {
  auto a = tl.zeros(f16, weft::shape<1, 60>);
  constexpr auto tiling = weft::gemm(weft::shape<60, 1>, weft::depth<Depth>);
  if constexpr (Epilogue)
    co_await tl.composite(tiling, a, tl.ref(b, weft::shape<60, N>), weft::epilogue::exp);
  else
    co_await tl.composite(tiling, a, tl.ref(b, weft::shape<60, N>));
};
/// A (60 N)x1 block in N k steps of one output tile.
template <std::size_t N, std::size_t Depth>
constexpr auto on_top = [](auto& tl, Hbm b) -> weft::Kernel<> {
  auto a = tl.zeros(f16, weft::shape<1, 60 * N>);
  co_await tl.composite(weft::gemm(weft::shape<60, 1>, weft::depth<Depth>), a,
                        tl.ref(b, weft::shape<60 * N, 1>), weft::epilogue::exp);
};
/// n tiles of 60x1 by tl.prefetch, `Ahead` beyond the one in use; each multiplied, and stored if `Store`.
template <std::size_t Ahead, bool Store>
constexpr auto prefetched = [](auto& tl, Hbm b, std::uint64_t n) -> weft::Kernel<> {
  auto a = tl.zeros(f16, weft::shape<60, 60>);
  auto line = tl.slice(a, weft::shape<1, 60>, 0, 0);
  for (auto tile : tl.prefetch(n, weft::depth<Ahead>, [&](std::uint64_t i) {
         return tl.load(b.at(0, i), weft::shape<60, 1>);
       })) {
    co_await tl.dot(line, tile);
    if constexpr (Store) co_await tl.store_async(b.at(0, 300), tl.trans(line));
  }
};

template <int A, int C, int E, std::size_t N>
void laws() {
  using M = Machine<A, C, E>;
  CAPTURE(A, C, E, N);
  constexpr std::int64_t n = N;
  constexpr std::int64_t one_two = n * (A + C);
  constexpr std::int64_t two = A + C + (n - 1) * std::max(A, C);
  constexpr std::int64_t one_three = A + C + E + (n - 1) * std::max(A + C, E);
  constexpr std::int64_t three = A + C + E + (n - 1) * std::max({A, C, E});

  CHECK(latency<M>(side_by_side<N, 1, false>) == one_two);
  CHECK(latency<M>(side_by_side<N, 2, false>) == two);
  CHECK(latency<M>(side_by_side<N, 3, false>) == two);
  CHECK(latency<M>(side_by_side<N, 1, true>) == one_three);
  CHECK(latency<M>(side_by_side<N, 2, true>) == three);
  CHECK(latency<M>(side_by_side<N, 3, true>) == three);
  // One epilogue, after the last k step.
  CHECK(latency<M>(on_top<N, 1>) == one_two + E);
  CHECK(latency<M>(on_top<N, 2>) == two + E);
  CHECK(latency<M>(on_top<N, 3>) == two + E);

  CHECK(latency<M>(prefetched<1, false>, N) == two);
  CHECK(latency<M>(prefetched<2, false>, N) == two);
  CHECK(latency<M, weft::Blocking>(prefetched<1, false>, N) == one_two);
  CHECK(latency<M, weft::Blocking>(prefetched<2, false>, N) == one_two);
  CHECK(latency<M>(prefetched<1, true>, N) == three);
  CHECK(latency<M>(prefetched<2, true>, N) == three);
}
template <int A, int C, int E>
void laws() {
  laws<A, C, E, 1>();
  laws<A, C, E, 2>();
  laws<A, C, E, 7>();
}

}  // namespace

TEST_CASE("pipeline laws of composites and prefetch: bound by the loads") { laws<30, 20, 5>(); }
TEST_CASE("pipeline laws of composites and prefetch: bound by compute") { laws<10, 25, 24>(); }
TEST_CASE("pipeline laws of composites and prefetch: bound by the epilogue") {
  laws<10, 5, 40>();   // longer than load and product together
  laws<20, 15, 30>();  // but not so here
}
