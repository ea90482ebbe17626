// expect: this PE lacks an engine that a composite needs: load, dot, or math for its epilogue
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
        co_await tl.composite(weft::gemm, a, tl.ref(x, weft::shape<64, 64>));
      },
      x);
}
