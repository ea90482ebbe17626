// expect: where: the values have different dtypes; cast one of them
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
        auto less = co_await tl.lt(tile, 0.0);
        auto wide = co_await tl.cast(tile, weft::dtype<weft::f32>);
        co_await tl.where(less, tile, wide);
      },
      x);
}
