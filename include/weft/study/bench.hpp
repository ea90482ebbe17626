// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/log/report.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace weft {

/// Sets up a benchmark of modelled time: `BENCHMARK(f)->Apply(weft::modelled)`. Virtual time is exact, so one iteration tells
/// all; it counts as the benchmark's manual time, in ns.
inline void modelled(benchmark::internal::Benchmark* benchmark) {
  benchmark->UseManualTime()->Iterations(1)->Unit(benchmark::kNanosecond);
}

/// Calls `run` once per iteration of a benchmark set up by `modelled`; it returns the `Report` of a fresh simulation. The
/// benchmark's time is the report's latency from its beginning; the column CPU is what simulating took here. Counters:
///
///   bytes              read from and written to HBM; bytes_per_second over modelled time
///   waits, waiting_%   how many waits of kernels, and their share of the kernels' time
///   busy_%             of the busiest server, which the label names; at 100 the machine allows no less time
///
/// Bytes need a log, `FullLog` or `Counters`, and waits `FullLog`; without it they are 0.
template <class Run>
void measure(benchmark::State& state, Run&& run) {
  for (auto _ : state) {
    const Report report = run();
    const std::int64_t latency = report.latency().ps - report.begin().ps;
    state.SetIterationTime(static_cast<double>(latency) * 1e-12);

    const auto share = [](std::int64_t part, std::int64_t whole) {
      return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    };
    std::int64_t of_kernels = 0;
    for (const KernelEvent& kernel : report.kernels())
      if (kernel.finished != never) of_kernels += kernel.finished - kernel.launched;
    std::int64_t waited = 0;
    for (const WaitRecord& wait : report.waits()) waited += wait.waited.ps;
    double busiest = 0;
    for (const EngineUse& use : report.engines()) {
      const double busy = share(use.busy.ps, latency) / use.slots;
      if (busy > busiest) state.SetLabel(std::string(use.engine));
      busiest = std::max(busiest, busy);
    }
    const auto bytes =
        static_cast<double>(report.bytes("memory/dma_read") + report.bytes("memory/dma_write"));
    state.counters["bytes"] = bytes;
    state.counters["bytes_per_second"] =
        benchmark::Counter(bytes, benchmark::Counter::kIsIterationInvariantRate);
    state.counters["waits"] = static_cast<double>(report.waits().size());
    state.counters["waiting_%"] = share(waited, of_kernels);
    state.counters["busy_%"] = busiest;
  }
}

}  // namespace weft
