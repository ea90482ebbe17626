// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// Ring attention on 64 and on 1,024 PEs: every PE keeps its queries, tiles of K and V travel round the ring, and each PE
// takes up those at hand by an online softmax while the next ones come. A step is 2 sends, 2 receives, 2 products and 11
// ops of the vector unit: 17 ops. And the bare exchange without the softmax, where messages weigh most: a send, a
// receive and a product. Items are ops; 65,536 steps over all PEs together.
#include <array>
#include <cstdint>
#include <ctime>
#include <string>
#include <vector>
#include <weft/weft.hpp>

#include "../examples/kernels/online_softmax.hpp"
#include "baselines.hpp"

namespace {

using namespace weft::literals;
using weft::dtype;
using weft::f16;
using weft::f32;
using weft::shape;

constexpr std::size_t rows = 16;
constexpr std::size_t dim = 32;

/// A tile is 1,024 B: 16 ns on a link and there 5 ns later, 8 ns of a GEMM; an op of the vector unit takes 1 to 8 ns.
constexpr weft::LinkSpec ring_link{.bandwidth = 64_GBps, .latency = 5_ns, .slots = 2};
struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = 128_GBps, .setup = 100_ns},
                                             .write = {.bandwidth = 128_GBps, .setup = 100_ns}}>,
                     weft::Gemm<weft::GemmSpec{.peak = 2048_GFLOPS}>,
                     weft::Math<weft::MathSpec{.lanes = 64, .clock = 1_GHz}>,
                     weft::Scratch<weft::ScratchSpec{.capacity = 1_MiB}>> {};
struct Few : weft::Device<"ring-of-64", weft::Grid<8, 8, Pe, weft::Ring<ring_link>>> {};
struct Many : weft::Device<"ring-of-1024", weft::Grid<32, 32, Pe, weft::Ring<ring_link>>> {};

auto attention_steps = [](auto& tl, std::int64_t steps) -> weft::Kernel<> {
  const weft::HbmTensor<f16> x(0, tl.pe(), {rows, dim});  // in its own HBM
  auto q = tl.load(x, shape<rows, dim>);
  auto k = tl.load(x, shape<rows, dim>);
  auto v = tl.load(x, shape<rows, dim>);
  auto partial = attention::nothing_yet<rows, dim>(tl);
  for (std::int64_t step = 0; step != steps; ++step) {
    co_await tl.send_async(weft::next, k);
    co_await tl.send_async(weft::next, v);
    auto next_k = tl.recv(weft::previous, shape<rows, dim>, dtype<f16>);
    auto next_v = tl.recv(weft::previous, shape<rows, dim>, dtype<f16>);
    auto scores = co_await tl.dot(q, tl.trans(k), dtype<f32>);
    auto [next, weights] = co_await attention::absorb<rows, dim, rows>(tl, partial, scores);
    std::get<2>(next) = co_await tl.dot(weights, v, std::get<2>(next));
    partial = next;
    k = next_k;
    v = next_v;
  }
};

auto exchange_steps = [](auto& tl, std::int64_t steps) -> weft::Kernel<> {
  const weft::HbmTensor<f16> x(0, tl.pe(), {rows, dim});  // in its own HBM
  auto q = tl.load(x, shape<rows, dim>);
  auto k = tl.load(x, shape<rows, dim>);
  for (std::int64_t step = 0; step != steps; ++step) {
    co_await tl.send_async(weft::next, k);
    auto next_k = tl.recv(weft::previous, shape<rows, dim>, dtype<f16>);
    co_await tl.dot(q, tl.trans(k), dtype<f32>);
    k = next_k;
  }
};

template <class Machine, class Log>
void run_weft(auto kernel, std::int64_t steps) {
  weft::Simulation<Machine, Log> sim;
  sim.launch_all(kernel, steps);
  benchmark::DoNotOptimize(sim.run().latency());
}

/// The same schedule over bare numbers: no tiles, queues, log or errors. All PEs are alike, so a message has always been sent
/// when it is asked for.
struct BarePe {
  std::int64_t link_free = 0;
  std::array<std::int64_t, 4> arrives{};
  void send(std::int64_t now, std::int64_t message) {
    link_free = std::max(now, link_free) + 16;
    arrives[static_cast<std::size_t>(message % 4)] = link_free + 5;
  }
};
constexpr std::array<std::int64_t, 13> attention_ops{8, 4, 1, 4, 4, 1, 1, 4, 1, 1, 8, 4, 8};
constexpr std::array<std::int64_t, 1> exchange_ops{8};

void run_asio(std::int64_t pes, std::int64_t steps, const auto& ops, std::int64_t messages) {
  baseline::AwaitableClock clock;
  std::vector<BarePe> all(static_cast<std::size_t>(pes));
  for (std::size_t pe = 0; pe != all.size(); ++pe)
    clock.spawn([&, pe]() -> boost::asio::awaitable<void> {
      BarePe& before = all[(pe + all.size() - 1) % all.size()];
      for (std::int64_t step = 0; step != steps; ++step) {
        for (std::int64_t m = 0; m != messages; ++m) all[pe].send(clock.now, messages * step + m);
        for (const std::int64_t time : ops) co_await clock.until(clock.now + time);
        for (std::int64_t m = 0; m != messages; ++m) {
          const std::int64_t at =
              before.arrives[static_cast<std::size_t>((messages * step + m) % 4)];
          if (at > clock.now) co_await clock.until(at);
        }
      }
    });
  clock.run();
}

template <std::size_t N>
struct CallbackPe {
  baseline::CallbackClock& clock;
  std::vector<BarePe>& all;
  std::size_t pe;
  const std::array<std::int64_t, N>& ops;
  std::int64_t messages;
  std::int64_t left;
  std::int64_t step = 0;
  void begin() {
    if (step == left) return;
    for (std::int64_t m = 0; m != messages; ++m) all[pe].send(clock.now, messages * step + m);
    op(0);
  }
  void op(std::size_t i) {
    if (i == N) return receive(0);
    clock.at(clock.now + ops[i], [this, i] { op(i + 1); });
  }
  void receive(std::int64_t m) {
    BarePe& before = all[(pe + all.size() - 1) % all.size()];
    for (; m != messages; ++m) {
      const std::int64_t at = before.arrives[static_cast<std::size_t>((messages * step + m) % 4)];
      if (at > clock.now) return clock.at(at, [this, m] { receive(m); });
    }
    ++step;
    begin();
  }
};
template <std::size_t N>
void run_queue(std::int64_t pes, std::int64_t steps, const std::array<std::int64_t, N>& ops,
               std::int64_t messages) {
  baseline::CallbackClock clock;
  std::vector<BarePe> all(static_cast<std::size_t>(pes));
  std::vector<CallbackPe<N>> processes;
  for (std::size_t pe = 0; pe != all.size(); ++pe)
    processes.push_back({clock, all, pe, ops, messages, steps});
  for (CallbackPe<N>& process : processes) process.begin();
  clock.run();
}

void measure(benchmark::State& state, const std::string& who, std::int64_t ops_of_a_step,
             bool is_weft, auto run) {
  constexpr std::int64_t all_steps = 65'536;
  double seconds = 0;
  for (auto _ : state) {
    const std::clock_t begin = std::clock();  // CPU time, like the rates
    run(state.range(0), all_steps / state.range(0));
    seconds += static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  }
  const double items =
      static_cast<double>(all_steps * ops_of_a_step) * static_cast<double>(state.iterations());
  const std::string size = std::to_string(ops_of_a_step) + "/" + std::to_string(state.range(0));
  baseline::report(state, who + size, items, seconds);
  if (is_weft) {
    baseline::ratio(state, "asio", "asio" + size, items, seconds);
    baseline::ratio(state, "queue", "queue" + size, items, seconds);
  }
}

void attention_asio_awaitable(benchmark::State& state) {
  measure(state, "asio", 17, false,
          [](std::int64_t pes, std::int64_t steps) { run_asio(pes, steps, attention_ops, 2); });
}
void attention_priority_queue(benchmark::State& state) {
  measure(state, "queue", 17, false,
          [](std::int64_t pes, std::int64_t steps) { run_queue(pes, steps, attention_ops, 2); });
}
template <class Log>
void attention_weft(benchmark::State& state) {
  measure(state, "weft", 17, true, [](std::int64_t pes, std::int64_t steps) {
    pes == 64 ? run_weft<Few, Log>(attention_steps, steps)
              : run_weft<Many, Log>(attention_steps, steps);
  });
}
void exchange_asio_awaitable(benchmark::State& state) {
  measure(state, "asio", 3, false,
          [](std::int64_t pes, std::int64_t steps) { run_asio(pes, steps, exchange_ops, 1); });
}
void exchange_priority_queue(benchmark::State& state) {
  measure(state, "queue", 3, false,
          [](std::int64_t pes, std::int64_t steps) { run_queue(pes, steps, exchange_ops, 1); });
}
template <class Log>
void exchange_weft(benchmark::State& state) {
  measure(state, "weft", 3, true, [](std::int64_t pes, std::int64_t steps) {
    pes == 64 ? run_weft<Few, Log>(exchange_steps, steps)
              : run_weft<Many, Log>(exchange_steps, steps);
  });
}

BENCHMARK(attention_asio_awaitable)->Arg(64)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(attention_priority_queue)->Arg(64)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(attention_weft<weft::Counters>)->Arg(64)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(attention_weft<weft::FullLog>)->Arg(64)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(exchange_asio_awaitable)->Arg(64)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(exchange_priority_queue)->Arg(64)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(exchange_weft<weft::Counters>)->Arg(64)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(exchange_weft<weft::FullLog>)->Arg(64)->Arg(1024)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
