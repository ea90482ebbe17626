// expect: this PE has no engine that executes load
// expect-also: OnlyCpu
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/weft.hpp>

#include "support/machines.hpp"

using namespace weft::literals;
using Hbm = weft::HbmTensor<weft::f16>;

struct OnlyCpu : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>> {};
struct Bare : weft::Device<"bare", OnlyCpu> {};

int main() {
  weft::Simulation<Bare> sim;
  auto x = sim.hbm().tensor(weft::dtype<weft::f16>, 64, 64);
  sim.launch(
      [](auto& tl, Hbm x) -> weft::Kernel<> {
        auto a = tl.load(x, weft::shape<8, 64>);
        co_await tl.wait(a);
      },
      x);
}
