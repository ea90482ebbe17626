// expect: dot: the accumulator is of the operands' dtype or of their accumulator's (f32, or i32 for i8)
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
        auto a = tl.load(x, weft::shape<8, 64>);
        auto b = tl.load(x, weft::shape<64, 8>);
        co_await tl.dot(a, b, tl.zeros(weft::dtype<weft::bf16>, weft::shape<8, 8>));
      },
      x);
}
