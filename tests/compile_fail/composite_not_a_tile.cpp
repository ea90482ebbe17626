// expect: composite: the first operand must be a tile on chip
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
        co_await tl.composite(weft::gemm(weft::shape<16, 16>), 1.0, tl.ref(x, weft::shape<16, 16>));
      },
      x);
}
