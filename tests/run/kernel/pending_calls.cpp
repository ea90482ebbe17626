// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/kernel/pending_calls.hpp>

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
using weft_test::schedule;
using weft_test::waits;

namespace {
using Hbm = weft::HbmTensor<f16>;
}

TEST_CASE("plain calls return before their virtual time and are carried out in order") {
  weft::Simulation<CostlyMachine> sim;
  auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
  sim.launch(
      [](auto& tl, Hbm t) -> weft::Kernel<> {
        auto a = tl.load(t, shape<1, 50>);
        auto b = tl.load(t.at(1, 0), shape<1, 10>);
        auto c = tl.load(t.at(2, 0), shape<1, 20>);
        CHECK((co_await tl.now()) == 3_ns);
        co_await tl.exp(c);
      },
      x);
  const weft::Report report = sim.run();
  // Issue 1 each; 20 + bytes on the channel: 1..121, 121..161, 161..221, the last ready at 231; exp 4 to issue.
  CHECK(schedule(report) ==
        "load 1: 1..121\nload 2: 121..161\nload 3: 161..221\nexp 235: 235..255\n");
  CHECK(waits(report) == "228 at 231");
  CHECK(report.kernels()[0].issued == 7000);
  weft_test::check_conservation(report);
}

TEST_CASE("calls made ahead by two kernels interleave in the order of time, then rank") {
  weft::Simulation<CostlyMachine> sim;
  auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
  const auto kernel = [](auto& tl, Hbm t, int rows) -> weft::Kernel<> {
    for (int i = 0; i != rows; ++i) (void)tl.load(t.at(i, 0), shape<1, 1>);  // 22 ns on the channel
    co_return;
  };
  sim.launch(kernel, x, 3);
  sim.launch(kernel, x, 2);
  const weft::Report report = sim.run();
  // Both issue at 1, 2; the first also at 3: kernel 0, 1, 0, 1, 0.
  CHECK(schedule(report) ==
        "load 1: 1..23\nload 1: 23..45\nload 2: 45..67\nload 2: 67..89\nload 3: 89..111\n");
  std::vector<std::uint64_t> addresses;
  std::vector<std::uint32_t> kernels;
  for (const weft::OpRecord& op : report.op_log()) {
    addresses.push_back(op.address);
    kernels.push_back(op.kernel);
  }
  CHECK(addresses == std::vector<std::uint64_t>{0, 0, 100, 100, 200});
  CHECK(kernels == std::vector<std::uint32_t>{0, 1, 0, 1, 0});
  // A kernel has returned only when its calls have taken place.
  CHECK(report.kernels()[0].finished == 3000);
  CHECK(report.kernels()[1].finished == 2000);
  CHECK(report.latency() == 121_ns);
}

TEST_CASE(
    "a call made by a lone kernel takes place in its turn against composites and other kernels") {
  weft::Simulation<CostlyMachine> sim;
  auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
  // Kernel 1 is woken at 1 by its own load; kernel 0's second load comes at 2.
  std::vector<weft::Duration> seen;
  sim.launch(
      [&](auto& tl, Hbm t) -> weft::Kernel<> {
        (void)tl.load(t, shape<1, 1>);
        (void)tl.load(t, shape<1, 1>);
        seen.push_back(co_await tl.now());
      },
      x);
  sim.launch(
      [&](auto& tl, Hbm t) -> weft::Kernel<> {
        (void)tl.load(t, shape<1, 1>);
        seen.push_back(co_await tl.now());
      },
      x);
  sim.run();
  CHECK(seen == std::vector<weft::Duration>{1_ns, 2_ns});
}

TEST_CASE("under Blocking a call also waits for its own readiness, before the next call") {
  weft::Simulation<CostlyMachine, weft::Blocking> sim;
  auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
  sim.launch(
      [](auto& tl, Hbm t) -> weft::Kernel<> {
        auto a = tl.load(t, shape<1, 1>);           // 1: 1..23, ready 33
        auto f = tl.load_async(t, shape<1, 1>);     // 34: 45..67; the kernel goes on at once
        auto b = tl.load(t.at(1, 0), shape<1, 1>);  // 35: 67..89, ready 99
        CHECK((co_await tl.now()) == 99_ns);
        co_await tl.exp(b);
      },
      x);
  sim.launch(
      [](auto& tl, Hbm t) -> weft::Kernel<> {
        (void)tl.load(t, shape<1, 1>);  // 1: 23..45, behind the other kernel's, ready 55
        CHECK((co_await tl.now()) == 55_ns);
      },
      x);
  const weft::Report report = sim.run();
  CHECK(schedule(report) ==
        "load 1: 1..23\nload 1: 23..45\nload 34: 45..67\nload 35: 67..89\nexp 103: 103..104\n");
  CHECK(report.waits().empty());
}

TEST_CASE("the release of a handle takes its turn among the calls made ahead") {
  // 600 of 1,000 bytes each: the second fits because the first was dropped, in order.
  weft::Simulation<weft_test::SmallMachine> sim;
  auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
  sim.launch(
      [](auto& tl) -> weft::Kernel<> { co_await tl.exp(tl.zeros(dtype<f16>, shape<1, 1>)); });
  sim.launch(
      [](auto& tl, Hbm t) -> weft::Kernel<> {
        auto tile = co_await tl.load(t, shape<6, 50>);
        tile = {};
        auto other = tl.load(t, shape<6, 50>);
        co_await tl.wait(other);
      },
      x);
  CHECK(sim.run().latency() == 1200_ns);
}

TEST_CASE("calls made ahead are not limited in number") {
  weft::Simulation<CostlyMachine, weft::Counters> sim;
  auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
  const auto kernel = [](auto& tl, Hbm t) -> weft::Kernel<> {
    for (int i = 0; i != 100000; ++i) (void)tl.load(t, shape<1, 1>);
    co_return;
  };
  sim.launch(kernel, x);
  sim.launch(kernel, x);
  const weft::Report report = sim.run();
  CHECK(report.count("memory/dma_read") == 200000);
  CHECK(report.latency() == weft::Duration{(1 + 200000LL * 22 + 10) * 1000});
}
