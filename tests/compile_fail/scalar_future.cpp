// expect: scalar: this operand is a LoadFuture; wait for it first: co_await tl.wait(future)
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
        auto f = tl.load_async(x, weft::shape<1, 1>);
        if (co_await tl.scalar(f, 1.0) > 0) co_await tl.wait(f);
      },
      x);
}
