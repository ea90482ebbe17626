// expect: simulation: include <weft/values.hpp> to use Values
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/weft.hpp>

#include "support/machines.hpp"

using Hbm = weft::HbmTensor<weft::f16>;

int main() {
  weft::Simulation<weft_test::NsMachine, weft::Values> sim;
  auto x = sim.hbm().tensor(weft::dtype<weft::f16>, 64, 64);
  sim.launch([](auto& tl, Hbm x) -> weft::Kernel<> { co_await tl.load(x, weft::shape<8, 64>); }, x);
  sim.run();
}
