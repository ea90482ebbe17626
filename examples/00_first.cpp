// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// A machine, a kernel, a report.
//
// By hand: Q (8x128 f16, 2,048 B) takes 100 + 16 = 116 ns to read, a tile of K (64x128, 16,384 B)
// 228 ns, a product 2*8*64*128 / 8 TFLOPS = 16.384 ns, a store of 8x64 (1,024 B) 108 ns.
//   0..116 Q, ..344 K 0, ..572 K 1, both loads before their use; S 0 344..360.384, its store in the
//   background; S 1 waits for K 1: 572..588.384, its store until 696.384.

// [program]
#include <iostream>
#include <weft/weft.hpp>
using namespace weft::literals;

struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = 128_GBps, .setup = 100_ns},
                                             .write = {.bandwidth = 128_GBps, .setup = 100_ns}}>,
                     weft::Gemm<weft::GemmSpec{.peak = 8_TFLOPS}>> {};
struct Machine : weft::Device<"one-pe", Pe> {};

using F16 = weft::HbmTensor<weft::f16>;
auto scores = [](auto& tl, F16 q, F16 k, F16 s) -> weft::Kernel<> {
  auto rows = tl.load(q, weft::shape<8, 128>);
  auto k0 = tl.load(k.at(0, 0), weft::shape<64, 128>);   // returns at once
  auto k1 = tl.load(k.at(64, 0), weft::shape<64, 128>);  // so does this
  auto s0 = co_await tl.dot(rows, tl.trans(k0));         // waits for rows and k0 only
  co_await tl.store_async(s.at(0, 0), s0);               // in the background
  auto s1 = co_await tl.dot(rows, tl.trans(k1));
  co_await tl.store(s.at(0, 64), s1);
};

int main() {
  weft::Simulation<Machine> sim;
  auto q = sim.hbm().tensor(weft::dtype<weft::f16>, 8, 128);
  auto k = sim.hbm().tensor(weft::dtype<weft::f16>, 128, 128);
  auto s = sim.hbm().tensor(weft::dtype<weft::f16>, 8, 128);
  sim.launch(scores, q, k, s);
  weft::write_text(std::cout, sim.run());
}
// [/program]
