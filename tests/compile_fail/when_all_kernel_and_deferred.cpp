// expect: when_all: kernels and Deferreds in one call; wait for each kind by itself
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/weft.hpp>

#include "support/machines.hpp"

using namespace weft::literals;
using Hbm = weft::HbmTensor<weft::f16>;

auto inner = [](auto& tl, const auto& a) -> weft::Kernel<int> {
  co_await tl.exp(a);
  co_return 1;
};

int main() {
  weft::Simulation<weft_test::NsMachine> sim;
  auto x = sim.hbm().tensor(weft::dtype<weft::f16>, 64, 64);
  sim.launch(
      [](auto& tl, Hbm x) -> weft::Kernel<> {
        auto a = tl.load(x, weft::shape<8, 64>);
        auto [h, b] = co_await weft::when_all(inner(tl, a), a);
        co_await tl.exp(b);
      },
      x);
}
