// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/kernel/event.hpp>

#include <string>
#include <vector>

#include <weft/weft.hpp>

#include "support/catch.hpp"
#include "support/conservation.hpp"
#include "support/machines.hpp"
#include "support/schedule.hpp"

using namespace weft::literals;
using weft::dtype;
using weft::f16;
using weft::shape;
using weft_test::CostlyMachine;
using weft_test::NsMachine;
using weft_test::schedule;
using weft_test::waits;

namespace {

/// Stays for `N` ns on the math engine.
template <std::size_t N>
weft::Kernel<> work(auto& tl) {
  co_await tl.exp(tl.zeros(dtype<f16>, shape<1, N>));
}

}  // namespace

TEST_CASE("a kernel waits for an event, and the wait is recorded with the line of set") {
  weft::Simulation<NsMachine> sim;
  weft::Event ready(sim);
  std::uint32_t set = 0;
  std::uint32_t wait = 0;
  sim.launch([&](auto& tl) -> weft::Kernel<> {
    wait = __LINE__ + 1;
    co_await ready.wait();
    CHECK((co_await tl.now()) == 30_ns);
    co_await ready.wait();  // set already: no wait
    CHECK((co_await tl.now()) == 30_ns);
  });
  sim.launch([&](auto& tl) -> weft::Kernel<> {
    CHECK(!ready.is_set());
    co_await work<30>(tl);
    set = __LINE__ + 1;
    ready.set();
    CHECK(ready.is_set());
    ready.set();  // does nothing
  });
  const weft::Report report = sim.run();
  REQUIRE(report.waits().size() == 1);
  CHECK(report.waits()[0].waited == 30_ns);
  CHECK(report.waits()[0].end == 30_ns);
  CHECK(report.waits()[0].kernel == 0);
  CHECK(report.waits()[0].consumer_line == wait);
  CHECK(report.waits()[0].producer_line == set);
  CHECK(report.op_log().size() == 1);
  weft_test::check_conservation(report);
}

TEST_CASE("an event set at the end of calls made ahead takes place after them") {
  weft::Simulation<CostlyMachine> sim;
  auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
  weft::Event ready(sim);
  sim.launch([&](auto& tl) -> weft::Kernel<> {
    co_await ready.wait();
    CHECK((co_await tl.now()) == 3_ns);
  });
  sim.launch([&](auto& tl) -> weft::Kernel<> {
    for (int i = 0; i != 3; ++i) (void)tl.load(x, shape<1, 50>);  // 1 ns to issue each
    ready.set();
    co_await work<30>(tl);
  });
  CHECK(waits(sim.run()) == "3 at 3");
}

TEST_CASE("an event wakes all who wait, in rank order, and can be reset") {
  weft::Simulation<NsMachine> sim;
  weft::Event ready(sim);
  std::string order;
  for (char name : {'a', 'b', 'c'})
    sim.launch([&ready, &order, name](auto& tl) -> weft::Kernel<> {
      co_await ready.wait();
      order += name;
      co_await ready.wait();  // it has been reset
      order += name;
      co_await tl.now();
    });
  sim.launch([&](auto& tl) -> weft::Kernel<> {
    co_await work<10>(tl);
    ready.set();
    ready.reset();
    co_await work<10>(tl);
    order += '|';
    ready.set();
  });
  sim.run();
  CHECK(order == "abc|abc");
}

TEST_CASE("the host and an Asio handler set events") {
  weft::Simulation<NsMachine> sim;
  weft::Event first(sim);
  weft::Event second(sim);
  std::vector<weft::Duration> moments;
  sim.launch([&](auto& tl) -> weft::Kernel<> {
    co_await first.wait();
    moments.push_back(co_await tl.now());
    co_await second.wait();
    moments.push_back(co_await tl.now());
  });
  sim.run_until(5_ns);
  first.set();
  weft::Timer timer(sim.context());
  timer.expires_after(7_ns);
  timer.async_wait([&](auto&&...) { second.set(); });
  sim.run();
  CHECK(moments == std::vector<weft::Duration>{5_ns, 12_ns});
}

TEST_CASE("waiting for an event that nobody sets is a deadlock") {
  weft::Simulation<NsMachine> sim;
  weft::Event never_set(sim);
  sim.launch([&](auto&) -> weft::Kernel<> { co_await never_set.wait(); });
  CHECK_THROWS_SAYING(sim.run(),
                      "deadlock at 0 ns: nothing is pending and 1 kernel waits; kernel 0 on PE 0 "
                      "waits at event.cpp:");
}

TEST_CASE("kernels meet at a barrier, again and again") {
  weft::Simulation<NsMachine> sim;
  weft::Barrier barrier(sim, 3);
  std::string order;
  const auto kernel = [&](auto& tl, int first, char name) -> weft::Kernel<> {
    for (int round = 0; round != 3; ++round) {
      if (round == first) co_await work<20>(tl);
      co_await barrier.arrive_and_wait();
      order += name;
    }
    const weft::Duration now = co_await tl.now();
    order += std::to_string(now.ps / 1000);
  };
  sim.launch(kernel, 0, 'a');
  sim.launch(kernel, 1, 'b');
  sim.launch(kernel, 2, 'c');
  const weft::Report report = sim.run();
  // Round 0 ends at 20 when a arrives: a goes on at once, and arrives for round 1; then b works until 40. At 40 b arrives
  // last, goes on and arrives for round 2; a and c go on; c works until 60, arrives last, ends first.
  CHECK(order == "abcbacc60a60b60");
  CHECK(waits(report) == "20 at 20, 20 at 20, 20 at 40, 20 at 40, 20 at 60, 20 at 60");
  for (const auto& wait : report.waits()) CHECK(wait.producer_line == wait.consumer_line);
  weft_test::check_conservation(report);
}

TEST_CASE("a barrier for one does not wait, a barrier for none is refused") {
  weft::Simulation<NsMachine> sim;
  weft::Barrier alone(sim, 1);
  sim.launch([&](auto&) -> weft::Kernel<> {
    co_await alone.arrive_and_wait();
    auto arrival = alone.arrive_and_wait();
    co_await arrival;
    co_await arrival;  // an op may be awaited again
  });
  CHECK(sim.run().latency() == 0_ns);
  CHECK_THROWS_SAYING(weft::Barrier(sim, 0), "barrier: there must be at least one party");
}

TEST_CASE("an arrival awaited again arrives again") {
  weft::Simulation<NsMachine> sim;
  weft::Barrier barrier(sim, 2);
  for (int i = 0; i != 2; ++i)
    sim.launch([&](auto& tl) -> weft::Kernel<> {
      auto arrival = barrier.arrive_and_wait();
      co_await arrival;
      co_await work<10>(tl);
      co_await arrival;
      CHECK((co_await tl.now()) == 20_ns);
    });
  sim.run();
}

TEST_CASE("a barrier that not all reach is a deadlock") {
  weft::Simulation<NsMachine> sim;
  weft::Barrier barrier(sim, 3);
  for (int i = 0; i != 2; ++i)
    sim.launch([&](auto&) -> weft::Kernel<> { co_await barrier.arrive_and_wait(); });
  CHECK_THROWS_SAYING(sim.run(), "nothing is pending and 2 kernels wait");
}
