// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/weft.hpp>

#include <sstream>
#include <string>

#include "support/catch.hpp"
#include "support/conservation.hpp"
#include "support/schedule.hpp"

using namespace weft::literals;

namespace {

constexpr auto f16 = weft::dtype<weft::f16>;
using Hbm = weft::HbmTensor<weft::f16>;

/// 4 ns to issue a primitive, 40 ns a composite. A tile of 60x1 f16 is read in 3 ns, multiplied in 2.
struct Pe
    : weft::Pe<
          weft::Cpu<weft::CpuSpec{.clock = 1_GHz,
                                  .issue = {.load = 4_ns, .dot = 4_ns, .composite = 40_ns}}>,
          weft::Dma<weft::DmaSpec{.read = {.bandwidth = 40_GBps}, .write = {.bandwidth = 40_GBps}}>,
          weft::Gemm<weft::GemmSpec{.peak = 60_GFLOPS}>> {};
struct Machine : weft::Device<"issue", Pe> {};

template <std::size_t N>
constexpr auto primitives = [](auto& tl, Hbm b) -> weft::Kernel<> {
  auto a = tl.zeros(f16, weft::shape<1, 60>);
  for (auto tile : tl.prefetch(N, weft::depth<1>, [&](std::uint64_t i) {
         return tl.load(b.at(0, i), weft::shape<60, 1>);
       }))
    co_await tl.dot(a, tile);
};
template <std::size_t N>
constexpr auto composite = [](auto& tl, Hbm b) -> weft::Kernel<> {
  auto a = tl.zeros(f16, weft::shape<1, 60>);
  auto c = co_await tl.composite(weft::gemm(weft::shape<60, 1>), a, tl.ref(b, weft::shape<60, N>));
  co_await tl.wait(c);
};

weft::Report run(auto kernel) {
  weft::Simulation<Machine> sim;
  sim.launch(kernel, sim.hbm().tensor(f16, 60, 600));
  const weft::Report report = sim.run();
  weft_test::check_conservation(report, {.kernels = false});
  return report;
}
std::string text(const weft::Report& report) {
  std::ostringstream out;
  weft::write_text(out, report);
  return out.str();
}

}  // namespace

TEST_CASE("many primitives are bound by their issue; engines idle while the cursor lags") {
  // 4 ns for the first load; then for each tile the next load's 4 ns, the dot's 4 ns and its 2; the last loads nothing.
  CHECK(weft_test::schedule(run(primitives<3>)) ==
        "load 4: 4..7\nload 8: 8..11\ndot 12: 12..14\nload 18: 18..21\ndot 22: 22..24\n"
        "dot 28: 28..30\n");
  for (const auto& [report, n] :
       {std::pair{run(primitives<3>), 3}, {run(primitives<16>), 16}, {run(primitives<64>), 64}}) {
    CHECK(report.latency().ps == 10'000 * n);
    CHECK(report.busy("dma.read").ps == 3'000 * n);
    CHECK(report.busy("gemm").ps == 2'000 * n);
    CHECK(report.kernels()[0].issued == 8'000 * n);
    CHECK(report.waits().empty());
    CHECK_THAT(text(report), weft_test::Contains(
                                 "issue-bound: issuing ops takes 80.0 % of the kernels' time; the "
                                 "busiest engine, dma.read, works 30.0 %\n"));
  }
}

TEST_CASE("the same as one composite is bound by the engine") {
  // 40 ns of issue, then reads one after the other, then the last product.
  for (const auto& [report, n] :
       {std::pair{run(composite<16>), 16}, {run(composite<64>), 64}, {run(composite<300>), 300}}) {
    CHECK(report.latency().ps == 40'000 + 3'000 * n + 2'000);
    CHECK(report.kernels()[0].issued == 40'000);
    CHECK(report.busy("dma.read").ps == 3'000 * n);
    CHECK(report.busy("gemm").ps == 2'000 * n);
    CHECK_THAT(text(report), !weft_test::Contains("issue-bound"));
  }
  // Too small a block pays more than it gains.
  const weft::Report small = run(composite<3>);
  CHECK(small.latency() == 51_ns);
  CHECK(small.latency() > run(primitives<3>).latency());
  CHECK_THAT(text(small), weft_test::Contains("issue-bound: issuing ops takes 78.4 % of"));
}

TEST_CASE(
    "the issue cost of a load delays the loads after it, among others' in the order of arrival") {
  struct SlowPe
      : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz, .issue = {.load = 4, .composite = 6}}>,
                 weft::Dma<weft::DmaSpec{.read = {.bandwidth = 12_GBps},
                                         .write = {.bandwidth = 12_GBps}}>,
                 weft::Gemm<weft::GemmSpec{.peak = 60_GFLOPS}>> {};
  struct Slow : weft::Device<"slow", SlowPe> {};
  weft::Simulation<Slow> sim;  // a tile is read in 10 ns
  const Hbm b = sim.hbm().tensor(f16, 60, 600);
  const auto loads = [](auto& tl, Hbm from, int n) -> weft::Kernel<> {
    for (int i = 0; i != n; ++i) (void)tl.load(from, weft::shape<60, 1>);
    co_return;
  };
  sim.launch(loads, b, 3);
  sim.launch(composite<3>, b);
  sim.launch(loads, b, 1);
  // The composite's first two tiles (two buffers) are asked for at 6, between the first kernel's loads; its third when the
  // first has been multiplied.
  CHECK(weft_test::schedule(sim.run()) ==
        "load 4: 4..14\nload 4: 14..24\ncomposite 6: 6..76\nload 6: 24..34\nload 6: 34..44\n"
        "load 8: 44..54\nload 12: 54..64\ndot 34: 34..36\nload 36: 64..74\ndot 44: 44..46\n"
        "dot 74: 74..76\n");
}
