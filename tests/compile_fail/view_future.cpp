// expect: view: this operand is a LoadFuture; wait for it first: co_await tl.wait(future)
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
        auto f = tl.load_async(x, weft::shape<8, 64>);
        co_await tl.exp(tl.slice(f, weft::shape<1, 64>, 0, 0));
      },
      x);
}
