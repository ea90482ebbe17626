// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// An architect changes the bandwidth and sees the kernel move: four machines x two kernels, one simulation each, on all
// cores. The results come in order, however many threads there are.
//
// By hand: a tile is 64 KiB, read in 65,536 B / bandwidth: 1024, 512, 256 and 128 ns; its product takes
// 2*64*256*128 / 8 TFLOPS = 524.288 ns. 32 tiles loaded at their use take 32 * (read + product); loaded two ahead,
// read + 31 * max(read, product) + product. So from 128 GB/s on the second kernel has nothing more to gain.

#include <iomanip>
#include <iostream>
#include <vector>
#include <weft/study.hpp>
#include <weft/weft.hpp>

// [machines]
using namespace weft::literals;

template <weft::Bandwidth bandwidth>
struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = bandwidth},
                                             .write = {.bandwidth = bandwidth}}>,
                     weft::Gemm<weft::GemmSpec{.peak = 8_TFLOPS}>> {};
template <weft::Bandwidth each_way>
struct Machine : weft::Device<"one-pe", Pe<each_way>> {
  static constexpr weft::Bandwidth bandwidth = each_way;
};
// [/machines]

using F16 = weft::HbmTensor<weft::f16>;
constexpr int tiles = 32;

// [kernels]
constexpr auto at_use = [](auto& tl, F16 b) -> weft::Kernel<> {
  auto a = tl.zeros(weft::dtype<weft::f16>, weft::shape<64, 256>);
  for (int i = 0; i < tiles; ++i) {
    auto tile = tl.load(b.at(256 * i, 0), weft::shape<256, 128>);
    co_await tl.dot(a, tile);
  }
};
constexpr auto ahead = [](auto& tl, F16 b) -> weft::Kernel<> {
  auto a = tl.zeros(weft::dtype<weft::f16>, weft::shape<64, 256>);
  for (auto tile : tl.prefetch(tiles, weft::depth<2>, [&](std::uint64_t i) {
         return tl.load(b.at(256 * i, 0), weft::shape<256, 128>);
       }))
    co_await tl.dot(a, tile);
};
// [/kernels]

int main() {
  // [sweep]
  const auto points = weft::over(
      weft::machines<Machine<64_GBps>, Machine<128_GBps>, Machine<256_GBps>, Machine<512_GBps>>,
      weft::kernels(at_use, ahead));
  struct Result {
    weft::Bandwidth bandwidth;
    weft::Report report;
  };
  const std::vector<Result> results =
      weft::sweep(points, []<class M>(weft::Type<M>, const auto& kernel) {
        weft::Simulation<M> sim;
        sim.launch(kernel, sim.hbm().tensor(weft::dtype<weft::f16>, 256 * tiles, 128));
        return Result{M::bandwidth, sim.run()};
      });
  // [/sweep]

  std::cout << "                loaded at use              loaded two ahead\n"
               "              latency ns  gemm busy       latency ns  gemm busy\n";
  for (std::size_t machine = 0; machine != 4; ++machine) {
    std::cout << std::setw(4)
              << results[points.index(machine, 0)].bandwidth.bytes_per_second / 1'000'000'000
              << " GB/s";
    for (std::size_t kernel = 0; kernel != 2; ++kernel) {
      // [pick]
      const weft::Report& report = results[points.index(machine, kernel)].report;
      // [/pick]
      std::cout << std::setw(15) << weft::nanoseconds(report.latency()) << std::setw(11)
                << weft::percent(report.busy("gemm").ps, report.latency().ps);
    }
    std::cout << '\n';
  }
}
