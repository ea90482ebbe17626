// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// A benchmark of a kernel rather than of weft: Google Benchmark runs it, selects, repeats and writes JSON, and the time is
// modelled. `bench_kernel --benchmark_format=json` is the same on every computer, but for the columns of CPU time.
#include <cstdint>
#include <weft/study/bench.hpp>
#include <weft/weft.hpp>

using namespace weft::literals;
using F16 = weft::HbmTensor<weft::f16>;

template <weft::Bandwidth bandwidth>
struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = bandwidth, .setup = 100_ns},
                                             .write = {.bandwidth = bandwidth, .setup = 100_ns}}>,
                     weft::Gemm<weft::GemmSpec{.peak = 8_TFLOPS}>> {};
struct Slow : weft::Device<"slow", Pe<64_GBps>> {};
struct Fast : weft::Device<"fast", Pe<256_GBps>> {};

// [kernel]
/// Scores of 64 queries against keys, 64 at a time, keys loaded two tiles ahead.
auto scores = [](auto& tl, F16 q, F16 k, F16 s) -> weft::Kernel<> {
  auto rows = tl.load(q, weft::shape<64, 128>);
  std::int64_t at = 0;
  for (auto keys : tl.prefetch(k, weft::shape<64, 128>, weft::depth<2>)) {
    auto tile = co_await tl.dot(rows, tl.trans(keys));
    co_await tl.store_async(s.at(0, at), tile);
    at += 64;
  }
};
// [/kernel]

// [bench]
template <class Machine>
void attention_scores(benchmark::State& state) {
  weft::measure(state, [&] {
    weft::Simulation<Machine> sim;
    const F16 q = sim.hbm().tensor(weft::dtype<weft::f16>, 64, 128);
    const F16 k = sim.hbm().tensor(weft::dtype<weft::f16>, state.range(0), 128);
    const F16 s = sim.hbm().tensor(weft::dtype<weft::f16>, 64, state.range(0));
    sim.launch(scores, q, k, s);
    return sim.run();
  });
}
BENCHMARK(attention_scores<Slow>)->Apply(weft::modelled)->Arg(512)->Arg(4096);
BENCHMARK(attention_scores<Fast>)->Apply(weft::modelled)->Arg(512)->Arg(4096);
// [/bench]

BENCHMARK_MAIN();
