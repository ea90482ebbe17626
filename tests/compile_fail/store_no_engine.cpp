// expect: this PE has no engine that executes store
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/weft.hpp>

#include "support/machines.hpp"

using namespace weft::literals;
using Hbm = weft::HbmTensor<weft::f16>;

struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>> {};
struct Machine : weft::Device<"silent", Pe> {};

int main() {
  weft::Simulation<Machine> sim;
  auto x = sim.hbm().tensor(weft::dtype<weft::f16>, 64, 64);
  sim.launch(
      [](auto& tl, Hbm x) -> weft::Kernel<> {
        co_await tl.store(x, tl.zeros(weft::shape<8, 64>, weft::dtype<weft::f16>));
      },
      x);
}
