// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/weft.hpp>

#include <cstdio>

using namespace weft::literals;

// clang-format off
struct Pe : weft::Pe<
    weft::Cpu    <weft::CpuSpec{.clock = 1_GHz}>,
    weft::Dma    <weft::DmaSpec{.read  = {.bandwidth = 128_GBps, .setup = 100_ns},
                                .write = {.bandwidth = 128_GBps, .setup = 100_ns}}>,
    weft::Gemm   <weft::GemmSpec{.peak = 8_TFLOPS}>,
    weft::Math   <weft::MathSpec{.lanes = 64, .clock = 1_GHz}>,
    weft::Scratch<weft::ScratchSpec{.capacity = 1_MiB}>> {};
// clang-format on
struct Machine : weft::Device<"one-pe", Pe> {};

auto scores = [](auto& tl, weft::HbmTensor<weft::f16> q, weft::HbmTensor<weft::f16> k,
                 weft::HbmTensor<weft::f16> s) -> weft::Kernel<> {
  auto a = tl.load(q, weft::shape<8, 128>);
  auto b = tl.load(k.at(64, 0), weft::shape<64, 128>);
  auto c = co_await tl.dot(a, tl.trans(b));
  co_await tl.store(s, c);
};

int main() {
  weft::Simulation<Machine> sim;
  auto q = sim.hbm().tensor(weft::dtype<weft::f16>, 8, 128);
  auto k = sim.hbm().tensor(weft::dtype<weft::f16>, 128, 128);
  auto s = sim.hbm().tensor(weft::dtype<weft::f16>, 8, 64);
  sim.launch(scores, q, k, s);
  weft::Report report = sim.run();

  // Reads of 2,048 and 16,384 bytes, 2*8*64*128 flops, a write of 1,024 bytes.
  const bool right = report.latency().ps == (116'000 + 228'000 + 16'384 + 108'000) &&
                     report.count("memory/dma_read") == 2;
  std::printf("latency %lld ps\n", static_cast<long long>(report.latency().ps));
  return right ? 0 : 1;
}
