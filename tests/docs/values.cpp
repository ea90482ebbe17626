// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// What docs/values.md quotes.
#include <weft/model/device/tiny.hpp>
#include <weft/values.hpp>

#include <vector>

#include "support/catch.hpp"

using F16 = weft::HbmTensor<weft::f16>;

TEST_CASE("a kernel computes its numbers") {
  // [run]
  weft::Simulation<weft::device::Tiny, weft::Values> sim;
  const F16 x = sim.hbm().tensor(weft::dtype<weft::f16>, 2, 3);
  const F16 y = sim.hbm().tensor(weft::dtype<weft::f16>, 2, 2);
  sim.values().write(x, {1, 2, 3, 4, 5, 6});  // row by row, rounded to f16
  sim.launch(
      [](auto& tl, F16 from, F16 to) -> weft::Kernel<> {
        auto tile = tl.load(from, weft::shape<2, 3>);
        auto gram = co_await tl.dot(tile, tl.trans(tile));
        co_await tl.store(to, gram);
      },
      x, y);
  sim.run();
  const std::vector<float> result = sim.values().read(y);  // 14 32 32 77
  // [/run]
  CHECK(result == std::vector<float>{14, 32, 32, 77});
  CHECK(sim.values().hazards().empty());
}

TEST_CASE("a race in flight is reported") {
  weft::Simulation<weft::device::Tiny, weft::Values> sim;
  const F16 x = sim.hbm().tensor(weft::dtype<weft::f16>, 64, 64);
  // [hazard]
  auto racing = [](auto& tl, F16 tensor) -> weft::Kernel<> {
    auto ones = tl.full(weft::shape<64, 64>, weft::dtype<weft::f16>, 1.0);
    auto done = co_await tl.store_async(tensor, ones);  // in flight ...
    auto again = tl.load(tensor, weft::shape<64, 64>);  // ... when its bytes are read
    co_await weft::when_all(done, again);
  };
  sim.launch(racing, x);
  sim.run();
  for (const weft::Hazard& hazard : sim.values().hazards()) INFO(weft::hazard_sentence(hazard));
  // [/hazard]
  REQUIRE(sim.values().hazards().size() == 1);
  CHECK(sim.values().hazards()[0].kind == weft::HazardKind::read_after_write);
}

TEST_CASE("a kernel branches on a number") {
  weft::Simulation<weft::device::Tiny, weft::Values> sim;
  const F16 x = sim.hbm().tensor(weft::dtype<weft::f16>, 1, 4);
  sim.values().write(x, {3, 9, 27, 1});
  bool large = false;
  sim.launch(
      [&large](auto& tl, F16 from) -> weft::Kernel<> {
        // [scalar]
        auto row = tl.load(from, weft::shape<1, 4>);
        auto top = co_await tl.max(row, weft::axis<1>);  // 1x1
        if (co_await tl.scalar(top, 0.0) > 10) {         // 0.0 stands for it under Timing
          large = true;
        }
        // [/scalar]
      },
      x);
  sim.run();
  CHECK(large);
}
