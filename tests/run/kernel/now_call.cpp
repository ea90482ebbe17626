// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/kernel/now_call.hpp>

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


TEST_CASE("tl.now is the kernel's cursor after the calls made ahead") {
  weft::Simulation<CostlyMachine> sim;
  sim.launch([](auto& tl, Hbm t) -> weft::Kernel<> {
    CHECK((co_await tl.now()) == 0_ns);
    auto a = tl.load(t, shape<1, 50>);
    auto b = tl.load(t, shape<1, 50>);
    CHECK((co_await tl.now()) == 2_ns);
    co_await tl.exp(a);  // ready 131, issued at 135
    const weft::Duration after = co_await tl.now();
    CHECK(after == 185_ns);
    auto ask = tl.now();
    co_await tl.exp(a);
    CHECK((co_await ask) == 239_ns);  // the clock where it is awaited
  }, sim.hbm().tensor(dtype<f16>, 16, 50));
  const weft::Report report = sim.run();
  CHECK(report.op_log().size() == 4);
  CHECK(waits(report) == "129 at 131");
}
