// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/comm/message_queue.hpp>
#include <weft/weft.hpp>

#include <cstdint>

#include "support/catch.hpp"

using namespace weft::literals;

namespace {

struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Math<weft::MathSpec{.lanes = 1, .clock = 1_GHz}>> {};
struct Pair
    : weft::Device<"pair", weft::Grid<1, 2, Pe,
                                      weft::Mesh<weft::LinkSpec{
                                          .bandwidth = 1_GBps, .latency = 5_ns, .slots = 1}>>> {};
constexpr auto tile = weft::shape<1, 10>;  // 20 ns on the link, exp 10 ns

}  // namespace

TEST_CASE("a wait for a place names the receive that frees it, though that was ready at once") {
  weft::Simulation<Pair> sim;
  std::uint32_t sends = 0;
  std::uint32_t receives = 0;
  sim.launch_on(0, [&](auto& tl) -> weft::Kernel<> {
    auto x = tl.zeros(weft::dtype<weft::f16>, tile);
    co_await tl.send(1, x);  // 0 to 20, there at 25
    sends = __LINE__ + 1;
    co_await tl.send(1, x);  // from 20 it waits for its place till 30, then 30 to 50
  });
  sim.launch_on(1, [&](auto& tl) -> weft::Kernel<> {
    auto x = tl.zeros(weft::dtype<weft::f16>, weft::shape<1, 30>);
    co_await tl.exp(x);  // 0 to 30
    receives = __LINE__ + 1;
    co_await tl.recv(0, tile);  // ready at 30, at once
    co_await tl.recv(0, tile);  // 55
  });
  const weft::Report report = sim.run();
  CHECK(report.latency() == 55_ns);
  REQUIRE(report.waits().size() == 2);
  CHECK(report.waits()[0].waited == 10_ns);
  CHECK(report.waits()[0].consumer_line == sends);
  CHECK(report.waits()[0].producer_line == receives);
  CHECK(report.waits()[1].waited == 25_ns);
  CHECK(report.waits()[1].producer_line == receives + 1);
}
