// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/weft.hpp>

#include <stdexcept>
#include <string>

#include "support/catch.hpp"

using namespace weft::literals;

namespace {

constexpr auto f16 = weft::dtype<weft::f16>;
constexpr auto tile = weft::shape<50, 100>;  // 10,000 B

constexpr weft::LinkSpec wire{.bandwidth = 50_GBps, .setup = 15_ns, .latency = 5_ns, .slots = 1};
struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = 100_GBps, .setup = 10_ns},
                                             .write = {.bandwidth = 100_GBps}}>> {};
struct Ring : weft::Device<"ring-of-1024", weft::Grid<32, 32, Pe, weft::Ring<wire>>> {};
struct Row : weft::Device<"row", weft::Grid<1, 4, Pe, weft::Mesh<wire>>> {};

constexpr auto sender = [](auto& tl, std::uint32_t to) -> weft::Kernel<> {
  co_await tl.send(to, tl.zeros(tile, f16));
};

}  // namespace

TEST_CASE("a way of 512 links") {
  // Own channel 0..110. The first link from 10: 10..210. Each next one starts and ends 5 ns later: the last ends at
  // 210 + 511 * 5 = 2,765; there 5 ns later.
  weft::Simulation<Ring> sim;
  const auto x = sim.hbm(512).tensor(f16, 50, 100);
  sim.launch([](auto& tl, auto from) -> weft::Kernel<> { co_await tl.load(from, tile); }, x);
  CHECK(sim.run().latency() == 2'770_ns);
}

TEST_CASE("a second message over several links finds the way of the first") {
  // 0..215 on the first link, 20..220 on the second (h = 0 + 15 + 5; max(20 + 200, 215 + 5)), there at 225; the second is
  // received only then, since the queue has one place: sent at 225 it takes as long again.
  weft::Simulation<Row> sim;
  const auto twice = [](auto& tl) -> weft::Kernel<> {
    auto x = tl.zeros(tile, f16);
    co_await tl.send(2, x);
    co_await tl.send(2, x);
  };
  const auto both = [](auto& tl) -> weft::Kernel<> {
    auto a = tl.recv(0, tile, f16);
    auto b = tl.recv(0, tile, f16);
    co_await weft::when_all(a, b);
  };
  sim.launch_on(0, twice);
  sim.launch_on(2, both);
  CHECK(sim.run().latency() == 450_ns);
}

TEST_CASE("a sender goes on when the first link is free; the record ends with the last") {
  // As above: 0..215, 20..220, there at 225.
  weft::Simulation<Row> sim;
  weft::Duration sent{};
  sim.launch_on(0, [&sent](auto& tl) -> weft::Kernel<> {
    co_await tl.send(2, tl.zeros(tile, f16));
    sent = co_await tl.now();
  });
  sim.launch_on(2, [](auto& tl) -> weft::Kernel<> { co_await tl.recv(0, tile, f16); });
  const weft::Report report = sim.run();
  CHECK(sent == 215_ns);
  CHECK(report.op_log()[0].kind == "comm/send");
  CHECK(report.op_log()[0].start == 0_ns);
  CHECK(report.op_log()[0].end == 220_ns);
  CHECK(report.latency() == 225_ns);
}

TEST_CASE("a link that messages between others have used names its own ends") {
  weft::Simulation<Row> sim;
  sim.launch_on(0, sender, 2U);  // by way of PE 1
  sim.launch_on(2, [](auto& tl) -> weft::Kernel<> {
    auto far = tl.recv(0, tile, f16);
    auto near = tl.recv(1, tile, f16);  // which nobody sends
    co_await weft::when_all(far, near);
  });
  std::string text;
  try {
    sim.run();
  } catch (const weft::Deadlock& deadlock) {
    text = deadlock.what();
  }
  INFO(text);
  CHECK(text.find(" for a message from PE 1") != std::string::npos);
}

TEST_CASE("what has no way is refused") {
  weft::Simulation<Row> sim;
  sim.launch(sender, 4U);
  CHECK_THROWS_WITH(sim.run(), weft_test::EndsWith("PE 4 does not exist, row has 4"));
  weft::Simulation<Row> to_itself;
  to_itself.launch(sender, 0U);
  CHECK_THROWS_WITH(to_itself.run(),
                    weft_test::EndsWith("PE 0 cannot send to itself or receive from itself"));
  weft::Simulation<Row> edge;
  edge.launch(
      [](auto& tl) -> weft::Kernel<> { co_await tl.send(weft::west, tl.zeros(tile, f16)); });
  CHECK_THROWS_WITH(edge.run(), weft_test::EndsWith("PE 0 has no neighbour to the west"));
  weft::Simulation<Row> no_ring;
  no_ring.launch(
      [](auto& tl) -> weft::Kernel<> { co_await tl.send(weft::next, tl.zeros(tile, f16)); });
  CHECK_THROWS_WITH(no_ring.run(),
                    weft_test::EndsWith("PE 0 has no next neighbour: it is on no ring"));
  CHECK_THROWS_WITH(no_ring.hbm(4), "PE 4 does not exist, row has 4");
}

TEST_CASE("the search for places that free a deadlock ends, and is not what happened") {
  const auto deadlock = [](auto kernel) {
    weft::Simulation<Row> sim;
    sim.launch(kernel);
    try {
      sim.run();
    } catch (const weft::Deadlock& error) {
      return std::string(error.what());
    }
    return std::string("run returned");
  };
  const std::string endless = deadlock([](auto& tl) -> weft::Kernel<> {
    for (;;) co_await tl.send(weft::east, tl.zeros(tile, f16));
  });
  CHECK_THAT(endless, weft_test::EndsWith("places in every queue it would not finish either"));
  const std::string throwing = deadlock([](auto& tl) -> weft::Kernel<> {
    for (int i = 0; i != 4; ++i) co_await tl.send(weft::east, tl.zeros(tile, f16));
    throw std::runtime_error("sent all");
  });
  CHECK(throwing.find("for a place in the queue to PE 1") != std::string::npos);
  CHECK(throwing.find("places in every queue") == std::string::npos);
}
