// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/op/issue_costs.hpp>
#include <weft/model/units/literals.hpp>

#include "support/catch.hpp"

using namespace weft::literals;

TEST_CASE("issue costs: cycles or a time; 0 unless given") {
  constexpr weft::IssueCosts costs{.load = 4, .store = 5_cycles, .dot = 4_ns};
  CHECK(costs.load == weft::IssueCost(4_cycles));
  CHECK(costs.load.time == 0_ns);
  CHECK(costs.store.cycles == 5_cycles);
  CHECK(costs.dot.time == 4_ns);
  CHECK(costs.dot.cycles == 0_cycles);
  for (const auto kind :
       {&weft::IssueCosts::math, &weft::IssueCosts::reduce, &weft::IssueCosts::cast,
        &weft::IssueCosts::composite, &weft::IssueCosts::send, &weft::IssueCosts::recv,
        &weft::IssueCosts::user})
    CHECK(costs.*kind == weft::IssueCost{});
}
