// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/study/bench.hpp>
#include <weft/weft.hpp>

using namespace weft::literals;

struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Math<weft::MathSpec{.lanes = 64, .clock = 1_GHz}>> {};
struct Machine : weft::Device<"one-pe", Pe> {};

void exponentials(benchmark::State& state) {
  weft::measure(state, [] {
    weft::Simulation<Machine> sim;
    sim.launch([](auto& tl) -> weft::Kernel<> {
      co_await tl.exp(tl.zeros(weft::shape<8, 8>, weft::dtype<weft::f32>));
    });
    return sim.run();
  });
}
BENCHMARK(exponentials)->Apply(weft::modelled);
BENCHMARK_MAIN();
