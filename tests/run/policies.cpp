// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/policies.hpp>

#include <weft/weft.hpp>

#include <string>

#include "support/catch.hpp"
#include "support/machines.hpp"
#include "support/schedule.hpp"

// A load of 1x50 f16 takes 100 ns, exp 50 ns, on machines of 1 GHz; see machines.hpp.

using namespace weft::literals;
using weft::AtRunTime;
using weft_test::CostlyMachine;
using weft_test::NsMachine;

namespace {

constexpr auto kernel = [](auto& tl, weft::HbmTensor<weft::f16> x) -> weft::Kernel<> {
  auto resident = tl.zeros(weft::dtype<weft::f16>, weft::shape<1, 50>);
  auto loaded = tl.load(x, weft::shape<1, 50>);
  co_await tl.exp(resident);
  co_await tl.exp(loaded);
  co_await tl.store(x, loaded);
};

template <class Machine, class Policy>
std::string schedule(const Policy& policy) {
  weft::Simulation<Machine, Policy> sim(policy);
  sim.launch(kernel, sim.hbm().tensor(weft::dtype<weft::f16>, 1, 50));
  return weft_test::schedule(sim.run());
}

}  // namespace

TEST_CASE("at run time: loads that block or do not") {
  CHECK(schedule<NsMachine>(AtRunTime{}) ==
        "load 0: 0..100\nexp 0: 0..50\nexp 100: 100..150\nstore 150: 150..250\n");
  CHECK(schedule<NsMachine>(AtRunTime{.loads_block = true}) ==
        "load 0: 0..100\nexp 100: 100..150\nexp 150: 150..200\nstore 200: 200..300\n");
  for (const bool blocks : {false, true}) {
    const AtRunTime chosen{.loads_block = blocks};
    CHECK(schedule<CostlyMachine>(chosen) == (blocks ? schedule<CostlyMachine>(weft::Blocking{})
                                                     : schedule<CostlyMachine>(weft::Lazy{})));
  }
}

TEST_CASE("at run time: issue costs, in cycles or time, instead of the machine's own") {
  // load at 7; exp at 7 + 3; exp when the load is ready, at 107, + 3; store + 2.
  const weft::IssueCosts costs{.load = 7_ns, .store = 2, .math = 3};
  CHECK(schedule<NsMachine>(AtRunTime{.issue = costs}) ==
        "load 7: 7..107\nexp 10: 10..60\nexp 110: 110..160\nstore 162: 162..262\n");
  CHECK(schedule<CostlyMachine>(AtRunTime{.issue = weft::IssueCosts{}}) ==
        "load 0: 0..120\nexp 0: 0..50\nexp 130: 130..180\nstore 180: 180..300\n");
}

TEST_CASE("at run time: a negative issue cost is refused") {
  CHECK_THROWS_WITH((weft::Simulation<NsMachine, AtRunTime>(
                        AtRunTime{.issue = weft::IssueCosts{.dot = weft::Duration{-1}}})),
                    "cpu: an issue cost must not be negative");
}
