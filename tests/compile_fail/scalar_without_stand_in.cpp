// expect: scalar: under Timing there are no numbers; give a stand-in, tl.scalar(x, 1.0)
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/weft.hpp>

#include "support/machines.hpp"

int main() {
  weft::Simulation<weft_test::NsMachine> sim;
  sim.launch([](auto& tl) -> weft::Kernel<> {
    auto a = tl.zeros(weft::dtype<weft::f32>, weft::shape<1, 1>);
    const double number = co_await tl.scalar(a);
    co_await tl.store(weft::HbmTensor<weft::f32>(0, 0, {1, 1}),
                      tl.full(weft::dtype<weft::f32>, weft::shape<1, 1>, number));
  });
}
