// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/comm/message_queue.hpp>
#include <weft/weft.hpp>

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

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

/// What is missing, in short: `not sent, PE 0 with PE 1, kernel 0, line 12, since 10`.
std::vector<std::string> missing(const weft::Report& report) {
  std::vector<std::string> all;
  for (const weft::Unreceived& message : report.unreceived())
    all.push_back(weft::sentence(weft::name_of(message.state), ", PE ", message.pe, " with PE ",
                                 message.peer, ", kernel ", message.kernel, ", line ",
                                 message.where.line(), ", since ",
                                 weft::nanoseconds(message.since)));
  return all;
}

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

TEST_CASE("what has not been both sent and received is in the report until it is") {
  weft::Simulation<Pair> sim;
  std::uint32_t sends = 0;
  std::uint32_t receives = 0;
  sim.launch_on(0, [&](auto& tl) -> weft::Kernel<> {
    auto x = tl.zeros(weft::dtype<weft::f16>, tile);
    sends = __LINE__ + 1;
    co_await tl.send_async(1, x);  // 0 to 20, there at 25: nobody receives it
    co_await tl.send_async(1, x);  // waits for the place of the first
    co_await tl.exp(x);            // 0 to 10
    receives = __LINE__ + 1;
    (void)tl.recv(1, tile);
  });
  const weft::Report first = sim.run();
  CHECK(first.latency() == 25_ns);
  CHECK(first.count("comm/send") == 1);
  CHECK(sim.idle());
  const auto line = [](std::uint32_t number) { return std::to_string(number); };
  const std::string receive =
      "not sent, PE 0 with PE 1, kernel 0, line " + line(receives) + ", since 10";
  CHECK(missing(first) ==
        std::vector<std::string>{
            "not received, PE 0 with PE 1, kernel 0, line " + line(sends) + ", since 0",
            "no place, PE 0 with PE 1, kernel 0, line " + line(sends + 1) + ", since 0", receive});

  // The place of the first is free at 25: the second leaves then, and is there at 50.
  const auto receiver = [](auto& tl, int count) -> weft::Kernel<> {
    for (int i = 0; i != count; ++i) (void)tl.recv(0, tile);
    co_return;
  };
  sim.launch_on(1, receiver, 1);
  const weft::Report second = sim.run();
  CHECK(second.latency() == 50_ns);
  CHECK(missing(second) ==
        std::vector<std::string>{
            "not received, PE 0 with PE 1, kernel 0, line " + line(sends + 1) + ", since 0",
            receive});
  sim.launch_on(1, receiver, 1);
  sim.launch_on(1, [](auto& tl) -> weft::Kernel<> {
    co_await tl.send(0, tl.zeros(weft::dtype<weft::f16>, tile));
  });
  const weft::Report third = sim.run();
  CHECK(third.latency() == 75_ns);
  CHECK(missing(third).empty());
}

TEST_CASE("a deadlock lists the sends in the background, and is what one sees afterwards") {
  weft::Simulation<Pair> sim;
  std::uint32_t sends = 0;
  int finished = 0;
  for (std::uint32_t pe = 0; pe != 2; ++pe)
    sim.launch_on(pe, [&](auto& tl) -> weft::Kernel<> {
      auto x = tl.zeros(weft::dtype<weft::f16>, tile);
      auto other = 1 - tl.pe();
      sends = __LINE__ + 1;
      auto first = co_await tl.send_async(other, x);  // 0 to 20, there at 25
      auto second = co_await tl.send_async(other, x);
      co_await tl.wait(first);   // until 20
      co_await tl.wait(second);  // which waits for its place until the other PE receives
      (void)tl.recv(other, tile);
      (void)tl.recv(other, tile);
      ++finished;
    });
  std::string text;
  try {
    sim.run();
  } catch (const weft::Deadlock& deadlock) {
    text = deadlock.what();
  }
  const auto at = [&](std::uint32_t after) {
    return "message_queue.cpp:" + std::to_string(sends + after);
  };
  CHECK(text ==
        "deadlock at 25 ns: nothing is pending and 2 kernels wait;"
        " kernel 0 on PE 0 waits at " +
            at(3) + " since 20 ns for the send at " + at(1) +
            ";"
            " kernel 1 on PE 1 waits at " +
            at(3) + " since 20 ns for the send at " + at(1) +
            ";"
            " a send in the background of kernel 0 on PE 0 waits at " +
            at(1) +
            " since 0 ns for a place in the queue to PE 1 (1 place);"
            " a send in the background of kernel 1 on PE 1 waits at " +
            at(1) +
            " since 0 ns for a place in the queue to PE 0 (1 place);"
            " a cycle: PE 0 waits for PE 1 waits for PE 0;"
            " with 2 places in every queue it would finish");
  // The search has let the kernels finish; what the simulation shows is older than that.
  CHECK(finished == 2);
  CHECK(sim.now() == 25_ns);
  CHECK_FALSE(sim.idle());
  CHECK_FALSE(sim.next_event_time());
  for (int again = 0; again != 2; ++again) {
    const weft::Report report = sim.finish_report();
    CHECK(report.latency() == 25_ns);
    CHECK(report.op_log().size() == 2);
    CHECK(report.waits().size() == 2);
    REQUIRE(report.kernels().size() == 2);
    CHECK(report.kernels()[0].finished == weft::never);
    CHECK(report.unreceived().size() == 4);
  }
  CHECK_THROWS_WITH(sim.run(),
                    "run: the simulation ended in a deadlock at 25 ns; the search for places that "
                    "free it has used its kernels up");
  CHECK_THROWS_SAYING(sim.step(), "ended in a deadlock at 25 ns");
}

TEST_CASE("a send in the background that no kernel waits for does not end a simulation") {
  weft::Simulation<Pair> sim;
  weft::Event event(sim);
  sim.launch_on(0, [&](auto& tl) -> weft::Kernel<> {
    auto x = tl.zeros(weft::dtype<weft::f16>, tile);
    co_await tl.send_async(1, x);
    co_await tl.send_async(1, x);
    co_await event.wait();
    co_await tl.exp(x);
  });
  std::string text;
  try {
    sim.run();
  } catch (const weft::Deadlock& deadlock) {
    text = deadlock.what();
  }
  CHECK_THAT(text, weft_test::EndsWith(" for a place in the queue to PE 1 (1 place)"));
  event.set();
  const weft::Report report = sim.run();
  CHECK(report.latency() == 35_ns);
  CHECK(report.unreceived().size() == 2);
}
