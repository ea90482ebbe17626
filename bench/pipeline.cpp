// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// W3: tiles of a load (read channel, 37 ns) prefetched two ahead of a 41 ns GEMM, on 1 PE and on 64 PEs side by side, as a
// weft kernel with a full log and with counters only. Items are tiles: each is one load and one dot, so two ops.
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>
#include <weft/weft.hpp>

#include "baselines.hpp"

namespace {

using namespace weft::literals;
using weft::dtype;
using weft::f16;
using weft::shape;

/// A 16x32 tile of f16 takes 36 ns + 1,024 B / 1,024 GB/s = 37 ns to load; a 32x16 by 16x32 product 41 ns.
struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = 1024_GBps, .setup = 36_ns},
                                             .write = {.bandwidth = 1024_GBps}}>,
                     weft::Gemm<weft::GemmSpec{.peak = 4096_GFLOPS, .startup = 33_ns}>,
                     weft::Math<weft::MathSpec{.lanes = 64, .clock = 1_GHz}>,
                     weft::Scratch<weft::ScratchSpec{.capacity = 1_MiB}>> {};
struct One : weft::Device<"one", Pe> {};
struct Many : weft::Device<"many", weft::Grid<8, 8, Pe>> {};

auto pipeline = [](auto& tl, weft::HbmTensor<f16> b, std::int64_t tiles) -> weft::Kernel<> {
  auto a = tl.zeros(dtype<f16>, shape<32, 16>);
  std::array<weft::Deferred<weft::Tensor<f16, weft::Shape<16, 32>>>, 3> ring;
  ring[0] = tl.load(b, shape<16, 32>);
  ring[1] = tl.load(b, shape<16, 32>);
  std::size_t now = 0;
  std::size_t ahead = 2;
  for (std::int64_t i = 0; i < tiles; ++i) {
    if (i + 2 < tiles) ring[ahead] = tl.load(b, shape<16, 32>);
    co_await tl.dot(a, ring[now]);
    now = now == 2 ? 0 : now + 1;
    ahead = ahead == 2 ? 0 : ahead + 1;
  }
};

template <class Machine, class Log>
void run_weft(std::int64_t each) {
  weft::Simulation<Machine, Log> sim;
  sim.launch_all(pipeline, sim.hbm().tensor(dtype<f16>, 16, 32), each);
  benchmark::DoNotOptimize(sim.run().latency());
}

void run_asio(std::int64_t pes, std::int64_t each) {
  baseline::AwaitableClock clock;
  for (std::int64_t pe = 0; pe < pes; ++pe)
    clock.spawn([&clock, each]() -> boost::asio::awaitable<void> {
      std::int64_t free = 74;
      std::array<std::int64_t, 3> ready{37, 74, 0};
      for (std::int64_t i = 0; i < each; ++i) {
        free = std::max(clock.now, free) + 37;
        ready[static_cast<std::size_t>((i + 2) % 3)] = free;
        if (ready[static_cast<std::size_t>(i % 3)] > clock.now)
          co_await clock.until(ready[static_cast<std::size_t>(i % 3)]);
        co_await clock.until(clock.now + 41);
      }
    });
  clock.run();
}

struct CallbackPe {
  baseline::CallbackClock& clock;
  std::int64_t left;
  std::int64_t i = 0;
  std::int64_t free = 74;
  std::array<std::int64_t, 3> ready{37, 74, 0};
  void tile() {
    if (i == left) return;
    free = std::max(clock.now, free) + 37;
    ready[static_cast<std::size_t>((i + 2) % 3)] = free;
    const std::int64_t here = ready[static_cast<std::size_t>(i++ % 3)];
    if (here > clock.now)
      clock.at(here, [this] { multiply(); });
    else
      multiply();
  }
  void multiply() {
    clock.at(clock.now + 41, [this] { tile(); });
  }
};
void run_queue(std::int64_t pes, std::int64_t each) {
  baseline::CallbackClock clock;
  std::vector<CallbackPe> all;
  for (std::int64_t pe = 0; pe < pes; ++pe) all.push_back({clock, each});
  for (CallbackPe& pe : all) pe.tile();
  clock.run();
}

template <class Run>
void measure(benchmark::State& state, const std::string& who, std::int64_t pes, std::int64_t tiles,
             bool is_weft, Run run) {
  double seconds = 0;
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    run(tiles / pes);
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  const double items =
      static_cast<double>(tiles / pes * pes) * static_cast<double>(state.iterations());
  const std::string size = std::to_string(pes);
  baseline::report(state, who + size, items, seconds);
  if (is_weft) {
    baseline::ratio(state, "asio", "asio" + size, items, seconds);
    baseline::ratio(state, "queue", "queue" + size, items, seconds);
  }
}

void asio_awaitable(benchmark::State& state) {
  measure(state, "asio", state.range(0), 500'000, false,
          [&](std::int64_t each) { run_asio(state.range(0), each); });
}
void priority_queue(benchmark::State& state) {
  measure(state, "queue", state.range(0), 500'000, false,
          [&](std::int64_t each) { run_queue(state.range(0), each); });
}
template <class Log>
void weft_kernel(benchmark::State& state) {
  measure(state, "weft", state.range(0), 1'000'000, true, [&](std::int64_t each) {
    if (state.range(0) == 1)
      run_weft<One, Log>(each);
    else
      run_weft<Many, Log>(each);
  });
}

BENCHMARK(asio_awaitable)->Arg(1)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK(priority_queue)->Arg(1)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK(weft_kernel<weft::Counters>)->Arg(1)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK(weft_kernel<weft::FullLog>)->Arg(1)->Arg(64)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
