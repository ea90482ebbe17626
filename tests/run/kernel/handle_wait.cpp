// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/kernel/handle_wait.hpp>

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
using weft_test::SmallMachine;
using weft_test::check_conservation;
using weft_test::schedule;
using weft_test::waits;
using Hbm = weft::HbmTensor<f16>;


TEST_CASE("tl.wait gives the tile of a Deferred or of a future, and costs nothing") {
  weft::Simulation<CostlyMachine> sim;
  sim.launch([](auto& tl, Hbm t) -> weft::Kernel<> {
    auto a = tl.load(t, shape<1, 50>);        // 1: 1..121, ready 131
    auto f = tl.load_async(t, shape<1, 50>);  // 2: 121..241, ready 251
    weft::Tensor<f16, weft::Shape<1, 50>> tile = co_await tl.wait(f);
    CHECK((co_await tl.now()) == 251_ns);
    weft::Tensor<f16, weft::Shape<1, 50>> other = co_await tl.wait(a);
    co_await tl.wait(f);  // again: nothing to wait for
    CHECK((co_await tl.now()) == 251_ns);
    co_await tl.add(tile, other);
  }, sim.hbm().tensor(dtype<f16>, 16, 50));
  const weft::Report report = sim.run();
  CHECK(schedule(report) == "load 1: 1..121\nload 2: 121..241\nadd 255: 255..305\n");
  CHECK(waits(report) == "249 at 251");
  CHECK(report.op_log()[2].producers[0] == 1);
  CHECK(report.op_log()[2].producers[1] == 0);
  CHECK(report.unused_loads().empty());
  check_conservation(report);
}

TEST_CASE("the line of a wait is that of tl.wait, or of co_await itself") {
  weft::Simulation<NsMachine> sim;
  std::uint32_t line = 0;
  sim.launch([&](auto& tl, Hbm t) -> weft::Kernel<> {
    auto a = tl.load(t, shape<1, 50>);
    auto b = tl.load(t, shape<1, 50>);
    auto c = tl.load(t, shape<1, 50>);
    line = __LINE__;
    co_await tl.wait(a);
    co_await b;
    co_await weft::when_all(c, a);
  }, sim.hbm().tensor(dtype<f16>, 16, 50));
  const weft::Report report = sim.run();
  REQUIRE(report.waits().size() == 3);
  for (std::uint32_t i = 0; i != 3; ++i) {
    CHECK(report.waits()[i].consumer_line == line + 1 + i);
    CHECK(report.waits()[i].producer_line == line - 3 + i);
  }
}

TEST_CASE("a temporary can be awaited where it is made") {
  weft::Simulation<NsMachine> sim;
  sim.launch([](auto& tl, Hbm t) -> weft::Kernel<> {
    co_await tl.exp(co_await tl.load(t, shape<1, 50>));
    auto [a, b] = co_await weft::when_all(tl.load(t, shape<1, 50>), tl.load(t, shape<2, 50>));
    co_await tl.add(a, b);
  }, sim.hbm().tensor(dtype<f16>, 16, 50));
  const weft::Report report = sim.run();
  // The order of the two loads inside when_all is C++'s; together they take 300.
  CHECK(report.latency() == 550_ns);
  CHECK(waits(report) == "100 at 100, 300 at 450");
}
