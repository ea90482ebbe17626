// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// A GEMM tiled over K. C (256x256) stays on chip in f32 while tiles of A and B stream past it,
// eight steps of 64 along K. The only difference between the two kernels below is how many steps
// ahead a load is written: none, or one.
//
// By hand, everything f16 in HBM:
//   a tile of A or B   64x256x2 B = 32,768 B   100 ns + 32,768 B / 128 GB/s = 356 ns
//   a step's dot       2*256*256*64 / 8 TFLOPS = 1,048.576 ns
//   the store of C     131,072 B               100 ns + 1,024 ns = 1,124 ns
//   used at once       8 * (2 * 356 + 1,048.576) + 1,124 = 15,208.608 ns; waits 8 * 712 ns
//   one step ahead     2 * 356 + 8 * 1,048.576 + 1,124   = 10,224.608 ns; waits 712 ns

#include <array>
#include <cstddef>
#include <cstdio>
#include <weft/weft.hpp>

using namespace weft::literals;

struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = 128_GBps, .setup = 100_ns},
                                             .write = {.bandwidth = 128_GBps, .setup = 100_ns}}>,
                     weft::Gemm<weft::GemmSpec{.peak = 8_TFLOPS}>,
                     weft::Math<weft::MathSpec{.lanes = 64, .clock = 1_GHz}>,
                     weft::Scratch<weft::ScratchSpec{.capacity = 1_MiB}>> {};
struct Machine : weft::Device<"one-pe", Pe> {};

using F16 = weft::HbmTensor<weft::f16>;

template <std::size_t ahead>
constexpr auto gemm = [](auto& tl, F16 a, F16 b, F16 c) -> weft::Kernel<> {
  using ATile = weft::Tensor<weft::f16, weft::Shape<256, 64>>;
  using BTile = weft::Tensor<weft::f16, weft::Shape<64, 256>>;
  std::array<weft::Deferred<ATile>, ahead + 1> a_tiles;
  std::array<weft::Deferred<BTile>, ahead + 1> b_tiles;
  const std::size_t steps = a.extent(1) / 64;
  const auto load = [&](std::size_t k) {
    if (k == steps) return;
    a_tiles[k % (ahead + 1)] = tl.load(a.at(0, 64 * k), weft::shape<256, 64>);
    b_tiles[k % (ahead + 1)] = tl.load(b.at(64 * k, 0), weft::shape<64, 256>);
  };

  auto sum = tl.zeros(weft::shape<256, 256>, weft::dtype<weft::f32>);
  if (ahead == 1) load(0);
  for (std::size_t k = 0; k < steps; ++k) {
    load(k + ahead);
    sum = co_await tl.dot(a_tiles[k % (ahead + 1)], b_tiles[k % (ahead + 1)], sum);
  }
  co_await tl.store(c, sum);  // f32 on chip, f16 in HBM
};

template <class Waiting, class Kernel>
void time(const char* title, Kernel kernel) {
  weft::Simulation<Machine, Waiting> sim;
  const auto a = sim.hbm().tensor(weft::dtype<weft::f16>, 256, 512);
  const auto b = sim.hbm().tensor(weft::dtype<weft::f16>, 512, 256);
  const auto c = sim.hbm().tensor(weft::dtype<weft::f16>, 256, 256);
  sim.launch(kernel, a, b, c);
  const weft::Report report = sim.run();
  weft::Duration waited{0};
  for (const weft::WaitRecord& wait : report.waits()) waited = waited + wait.waited;
  const auto ns = [](weft::Duration time) { return static_cast<double>(time.ps) / 1'000.0; };
  std::printf("%-24s %12.3f ns %12.3f ns %12.3f ns\n", title, ns(report.latency()), ns(waited),
              ns(report.busy("gemm")));
}

int main() {
  std::printf("C (256x256) = A (256x512) B (512x256), f16, in 8 steps along K, on one PE\n\n");
  std::printf("%-24s %15s %15s %15s\n", "loads", "time", "waiting in dot", "gemm busy");
  time<weft::Blocking>("blocking", gemm<0>);
  time<weft::Lazy>("lazy, where used", gemm<0>);
  time<weft::Lazy>("lazy, one step ahead", gemm<1>);
  std::printf(
      "\nOne step ahead, the reads of step k+1 run under the dot of step k: only the first dot "
      "waits.\n");
}
