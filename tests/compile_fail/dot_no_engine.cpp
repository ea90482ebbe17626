// expect: this PE has no engine that executes dot
// expect-also: BarePe
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/weft.hpp>

#include "support/machines.hpp"

using namespace weft::literals;
using Hbm = weft::HbmTensor<weft::f16>;

struct BarePe
    : weft::Pe<
          weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
          weft::Dma<weft::DmaSpec{.read = {.bandwidth = 1_GBps}, .write = {.bandwidth = 1_GBps}}>> {
};
struct Bare : weft::Device<"bare", BarePe> {};

int main() {
  weft::Simulation<Bare> sim;
  auto x = sim.hbm().tensor(weft::dtype<weft::f16>, 64, 64);
  sim.launch(
      [](auto& tl, Hbm x) -> weft::Kernel<> {
        auto a = tl.load(x, weft::shape<8, 64>);
        auto b = tl.load(x, weft::shape<64, 8>);
        co_await tl.dot(a, b);
      },
      x);
}
