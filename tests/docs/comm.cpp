// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// What docs/comm.md quotes.
#include <weft/weft.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

using namespace weft::literals;
using F16 = weft::HbmTensor<weft::f16>;

namespace {

struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = 128_GBps, .setup = 100_ns},
                                             .write = {.bandwidth = 128_GBps, .setup = 100_ns}}>,
                     weft::Math<weft::MathSpec{.lanes = 64, .clock = 1_GHz}>> {};
constexpr weft::LinkSpec link{.bandwidth = 64_GBps, .setup = 20_ns, .latency = 5_ns, .slots = 1};
struct Ring : weft::Device<"ring", weft::Grid<1, 4, Pe, weft::Ring<link>>> {};
struct Row : weft::Device<"row", weft::Grid<1, 4, Pe, weft::Mesh<link>>> {};

}  // namespace

TEST_CASE("a tile goes round a ring") {
  // 64x64 f16, 8,192 B: 20 + 128 = 148 ns on a link, there 5 ns later; exp of 4,096 elements 64 ns. Three rounds of
  // max(153, 64).
  weft::Simulation<Ring> sim;
  // [ring]
  auto round = [](auto& tl) -> weft::Kernel<> {
    weft::Deferred<weft::Tensor<weft::f16, weft::Shape<64, 64>>> tile;
    tile = tl.load(weft::HbmTensor<weft::f16>(0, tl.pe(), {64, 64}), weft::shape<64, 64>);
    for (std::uint32_t step = 0; step + 1 != tl.pes(); ++step) {
      co_await tl.send_async(weft::next, tile);
      auto other = tl.recv(weft::previous, weft::shape<64, 64>, weft::dtype<weft::f16>);
      co_await tl.exp(tile);  // while the next one travels
      tile = other;
    }
    co_await tl.exp(tile);
  };
  sim.launch_all(round);
  // [/ring]
  const weft::Report report = sim.run();
  CHECK(report.latency() == 164_ns + 3 * 153_ns + 64_ns);
  CHECK(report.count("comm/send") == 12);
}

TEST_CASE("a full queue holds the sender, and a cycle of them is a deadlock") {
  weft::Simulation<Ring> sim;
  // [deadlock]
  auto selfish = [](auto& tl) -> weft::Kernel<> {
    auto tile = tl.zeros(weft::shape<64, 64>, weft::dtype<weft::f16>);
    co_await tl.send(weft::next, tile);
    co_await tl.send(weft::next,
                     tile);  // its place is taken until the neighbour receives, which it never does
    co_await tl.recv(weft::previous, weft::shape<64, 64>);
    co_await tl.recv(weft::previous, weft::shape<64, 64>);
  };
  // [/deadlock]
  sim.launch_all(selfish);
  std::string text;
  try {
    sim.run();
  } catch (const weft::Deadlock& deadlock) {
    text = deadlock.what();
  }
  CHECK(text.find(" ns: nothing is pending and 4 kernels wait") != std::string::npos);
  INFO(text);
  CHECK(text.find("comm.cpp:") != std::string::npos);
}

TEST_CASE("what never arrives is in the report") {
  weft::Simulation<Row> sim;
  std::vector<std::string_view> what;
  // [missing]
  auto hasty = [](auto& tl) -> weft::Kernel<> {
    auto tile = tl.zeros(weft::shape<64, 64>, weft::dtype<weft::f16>);
    co_await tl.send_async(weft::east, tile);        // nobody receives it
    co_await tl.send_async(weft::east, tile);        // so there is no place for this one
    (void)tl.recv(weft::east, weft::shape<64, 64>);  // and nobody sends this one
  };
  sim.launch(hasty);
  const weft::Report report = sim.run();
  for (const weft::Unreceived& message : report.unreceived())
    what.push_back(weft::name_of(message.state));
  // [/missing]
  CHECK(what == std::vector<std::string_view>{"not received", "no place", "not sent"});
}

TEST_CASE("collectives are kernels") {
  weft::Simulation<Ring> sim;
  // [collective]
  auto norm = [](auto& tl) -> weft::Kernel<> {
    const weft::Group all(0, tl.pes());
    auto part = tl.full(weft::shape<1, 64>, weft::dtype<weft::f32>, 1.0);
    auto total = co_await weft::all_reduce(tl, all, part, weft::sum, weft::ring);
    co_await tl.rsqrt(total);
  };
  sim.launch_all(norm);
  // [/collective]
  CHECK(sim.run().count("compute/math") == 4 * (3 + 1));
}

TEST_CASE("a load from another PE's HBM goes over the links") {
  // 16,384 B. Own channel 100 + 128 ns; its first byte is on the link at 100; 256 ns there, latency 5: twice.
  weft::Simulation<Row> sim;
  std::vector<std::string> hot;
  // [remote]
  const F16 far = sim.hbm(2).tensor(weft::dtype<weft::f16>, 64, 128);  // beside PE 2
  sim.launch_on(
      0, [](auto& tl, F16 x) -> weft::Kernel<> { co_await tl.load(x, weft::shape<64, 128>); }, far);
  // [/remote]
  // Channel 0..228. First link from 100: 100..356. Second from 105: 105..361 (max(105 + 256, 356 + 5)). There at 366.
  // [links]
  const weft::Report report = sim.run();
  for (const weft::LinkUse& link : report.links())
    if (report.utilisation(link) > 0.5) hot.push_back(link.name());
  // [/links]
  CHECK(report.latency() == 366_ns);
  CHECK(hot == std::vector<std::string>{"link 0 -> 1 east", "link 1 -> 2 east"});
}
