// expect: math: two loads in one call; C++ does not fix their order, name them first
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/weft.hpp>

#include "support/machines.hpp"

using namespace weft::literals;
using Hbm = weft::HbmTensor<weft::f16>;

int main() {
  weft::Simulation<weft_test::NsMachine> sim;
  auto x = sim.hbm().tensor(weft::dtype<weft::f16>, 64, 64);
  sim.launch(
      [](auto& tl, Hbm x) -> weft::Kernel<> {
        auto tile = tl.load(x, weft::shape<8, 16>);
        co_await tl.wait(tile);
        co_await tl.add(tl.load(x, weft::shape<8, 16>), tl.load(x, weft::shape<8, 16>));
      },
      x);
}
