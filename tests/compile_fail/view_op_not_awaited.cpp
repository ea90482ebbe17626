// expect: view: this operand is an op that was not awaited
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/weft.hpp>

#include "support/machines.hpp"

using Hbm = weft::HbmTensor<weft::f16>;

int main() {
  weft::Simulation<weft_test::NsMachine> sim;
  auto x = sim.hbm().tensor(weft::dtype<weft::f16>, 64, 64);
  sim.launch(
      [](auto& tl, Hbm x) -> weft::Kernel<> {
        auto a = tl.load(x, weft::shape<8, 64>);
        co_await tl.dot(a, tl.trans(tl.exp(a)));
      },
      x);
}
