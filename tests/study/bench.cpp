// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/study/bench.hpp>
#include <weft/weft.hpp>

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/machines.hpp"

namespace {

using F16 = weft::HbmTensor<weft::f16>;

/// Tiles of 64 bytes: 64 ns to load, then 32 ns of exp, one after the other; the last is stored, 64 ns.
template <class Log>
void tiles_in_turn(benchmark::State& state) {
  weft::measure(state, [&] {
    weft::Simulation<weft_test::NsMachine, Log> sim;
    sim.launch(
        [](auto& tl, F16 x, std::int64_t tiles) -> weft::Kernel<> {
          for (std::int64_t i = 0; i < tiles; ++i) {
            auto tile = tl.load(x, weft::shape<4, 8>);
            auto grown = co_await tl.exp(tile);
            if (i + 1 == tiles) co_await tl.store(x, grown);
          }
        },
        sim.hbm().tensor(weft::dtype<weft::f16>, 4, 8), state.range(0));
    return sim.run();
  });
}

class Kept : public benchmark::BenchmarkReporter {
 public:
  std::vector<Run> runs;
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& reported) override {
    runs.insert(runs.end(), reported.begin(), reported.end());
  }
};

std::vector<benchmark::BenchmarkReporter::Run> run(void (*function)(benchmark::State&)) {
  benchmark::RegisterBenchmark("tiles", function)->Apply(weft::modelled)->Arg(1)->Arg(10);
  Kept kept;
  benchmark::RunSpecifiedBenchmarks(&kept, "tiles");
  benchmark::ClearRegisteredBenchmarks();
  return kept.runs;
}

}  // namespace

TEST_CASE("the time of a benchmark is modelled time, and its counters come from the report") {
  const auto runs = run(tiles_in_turn<weft::FullLog>);
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].iterations == 1);
  CHECK(runs[0].benchmark_name() == "tiles/1/iterations:1/manual_time");
  CHECK(runs[0].GetAdjustedRealTime() == Approx(160));  // 64 + 32 + 64 ns
  CHECK(runs[0].counters.at("bytes") == 128);

  const auto& ten = runs[1];  // 10 * 96 + 64 = 1,024 ns
  CHECK(ten.GetAdjustedRealTime() == Approx(1024));
  CHECK(ten.counters.at("bytes") == 704);
  CHECK(ten.counters.at("bytes_per_second") == Approx(704 / 1024e-9));
  CHECK(ten.counters.at("waits") == 10);
  CHECK(ten.counters.at("waiting_%") == 62.5);  // 640 of 1,024 ns
  CHECK(ten.counters.at("busy_%") == 62.5);
  CHECK(ten.report_label == "dma.read");
}

TEST_CASE("counters keep bytes, and no waits") {
  const auto runs = run(tiles_in_turn<weft::Counters>);
  REQUIRE(runs.size() == 2);
  CHECK(runs[1].GetAdjustedRealTime() == Approx(1024));
  CHECK(runs[1].counters.at("bytes") == 704);
  CHECK(runs[1].counters.at("waits") == 0);
}
