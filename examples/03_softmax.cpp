// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// Softmax over the rows of X (512x512, f32), 64 rows at a time: load, max, subtract, exp, sum,
// divide, store. Three ways to write it: straight down; with the next load one tile ahead; and with
// the store in the background too.
//
// By hand: a tile is 64x512x4 B = 131,072 B, so a read takes a = 100 ns + 1,024 ns = 1,124 ns and a
// write e as long. Each of the five math ops covers 32,768 elements on 64 lanes at 1 GHz, 512 ns,
// so the compute of a tile takes c = 2,560 ns. Eight tiles:
//   straight down     8 * (a + c + e)   = 38,464 ns
//   load ahead        a + 8 * (c + e)   = 30,596 ns
//   store behind too  a + 8 * c + e     = 22,728 ns: the math engine never rests between tiles

#include <array>
#include <cstddef>
#include <cstdio>
#include <weft/weft.hpp>

using namespace weft::literals;

struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = 128_GBps, .setup = 100_ns},
                                             .write = {.bandwidth = 128_GBps, .setup = 100_ns}}>,
                     weft::Math<weft::MathSpec{.lanes = 64, .clock = 1_GHz}>,
                     weft::Scratch<weft::ScratchSpec{.capacity = 1_MiB}>> {};
struct Machine : weft::Device<"one-pe", Pe> {};

using F32 = weft::HbmTensor<weft::f32>;

template <std::size_t ahead, bool store_behind>
constexpr auto softmax = [](auto& tl, F32 x, F32 y) -> weft::Kernel<> {
  constexpr auto rows = weft::shape<64, 512>;
  std::array<weft::Deferred<weft::Tensor<weft::f32, weft::Shape<64, 512>>>, ahead + 1> tiles;
  const std::size_t count = x.extent(0) / 64;
  const auto load = [&](std::size_t i) {
    if (i < count) tiles[i % (ahead + 1)] = tl.load(x.at(64 * i, 0), rows);
  };

  if (ahead == 1) load(0);
  for (std::size_t i = 0; i < count; ++i) {
    load(i + ahead);
    auto tile = co_await tiles[i % (ahead + 1)];
    auto top = co_await tl.max(tile, weft::axis<1>);
    auto centred = co_await tl.sub(tile, top);
    auto weights = co_await tl.exp(centred);
    auto total = co_await tl.sum(weights, weft::axis<1>);
    auto result = co_await tl.div(weights, total);
    if constexpr (store_behind) {
      co_await tl.store_async(y.at(64 * i, 0), result);
    } else {
      co_await tl.store(y.at(64 * i, 0), result);
    }
  }
};

template <class Kernel>
void time(const char* title, Kernel kernel) {
  weft::Simulation<Machine> sim;
  const auto x = sim.hbm().tensor(weft::dtype<weft::f32>, 512, 512);
  const auto y = sim.hbm().tensor(weft::dtype<weft::f32>, 512, 512);
  sim.launch(kernel, x, y);
  const weft::Report report = sim.run();
  const double ns = static_cast<double>(report.latency().ps) / 1'000.0;
  const auto share = [&](const char* engine) {
    return static_cast<double>(report.busy(engine).ps) / 10.0 / ns;
  };
  std::printf("%-28s %12.3f ns %7.1f %% %7.1f %% %7.1f %%\n", title, ns, share("dma.read"),
              share("math"), share("dma.write"));
}

int main() {
  std::printf("Softmax over the rows of X (512x512, f32), 64 rows at a time, on one PE\n\n");
  std::printf("%-28s %15s %9s %9s %9s\n", "", "time", "reads", "math", "writes");
  time("straight down", softmax<0, false>);
  time("load one tile ahead", softmax<1, false>);
  time("and store in the background", softmax<1, true>);
  std::printf("\nThe last three columns say for what share of the time an engine is busy.\n");
}
