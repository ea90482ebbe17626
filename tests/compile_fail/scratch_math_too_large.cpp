// expect: scratch: the tile is larger than this PE's scratch
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/weft.hpp>

#include "support/machines.hpp"

using namespace weft::literals;
using Hbm = weft::HbmTensor<weft::f16>;

int main() {
  weft::Simulation<weft_test::SmallMachine> sim;
  auto x = sim.hbm().tensor(weft::dtype<weft::f16>, 64, 64);
  sim.launch(
      [](auto& tl, Hbm x) -> weft::Kernel<> {
        auto column = tl.load(x, weft::shape<32, 1>);
        co_await tl.add(column, tl.trans(column));  // 32x32
      },
      x);
}
