// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/weft.hpp>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

using namespace weft::literals;

// Reports made while something is still under way. A read of 64x64 f16 (8,192 B) takes 100 ns + 64 ns; a GEMM of
// 8x64 by 64x64 does 65,536 flops in 8.192 ns.
namespace {

struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = 128_GBps, .setup = 100_ns},
                                             .write = {.bandwidth = 128_GBps, .setup = 100_ns}}>,
                     weft::Gemm<weft::GemmSpec{.peak = 8_TFLOPS}>,
                     weft::Math<weft::MathSpec{.lanes = 64, .clock = 1_GHz}>, weft::Scheduler<>,
                     weft::Scratch<weft::ScratchSpec{.capacity = 1_MiB}>,
                     weft::Hbm<weft::HbmSpec{.capacity = 1_GiB}>> {};
struct One : weft::Device<"one", Pe> {};
constexpr weft::LinkSpec link{.bandwidth = 64_GBps, .setup = 20_ns, .latency = 5_ns, .slots = 1};
struct Pair : weft::Device<"pair", weft::Grid<1, 2, Pe, weft::Mesh<link>>> {};

constexpr auto f16 = weft::dtype<weft::f16>;
constexpr auto tile = weft::shape<64, 64>;

struct Line {
  std::string kind;
  std::uint32_t pe;
  std::uint32_t kernel;
  std::int64_t start;
  std::int64_t end;
  weft::RecordId parent;
  std::vector<weft::RecordId> producers;
  bool operator==(const Line&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const Line& line) {
    out << "\n  " << line.kind << " pe " << line.pe << " kernel " << line.kernel << " "
        << line.start << " " << line.end << " parent " << line.parent << " of";
    for (const weft::RecordId producer : line.producers) out << " " << producer;
    return out;
  }
};

std::vector<Line> lines(const weft::Report& report) {
  std::vector<Line> all;
  for (const weft::OpRecord& op : report.op_log()) {
    all.push_back({std::string(op.kind),
                   op.pe,
                   op.kernel,
                   op.start.ps,
                   op.end.ps,
                   op.parent,
                   {op.producers.begin(), op.producers.end()}});
  }
  return all;
}

constexpr weft::RecordId none = weft::no_record;

}  // namespace

TEST_CASE("a report made between a load and its use") {
  weft::Simulation<One> sim;
  const auto x = sim.hbm().tensor(f16, 64, 64);
  sim.launch(
      [](auto& tl, weft::HbmTensor<weft::f16> from) -> weft::Kernel<> {
        auto first = tl.load(from, tile);
        auto second = tl.load(from, tile);
        co_await tl.add(first, first);
        co_await tl.add(first, second);
      },
      x);
  sim.run_until(10_ns);
  CHECK(lines(sim.finish_report()) ==
        std::vector<Line>{{"memory/dma_read", 0, 0, 0, 164'000, none, {}},
                          {"memory/dma_read", 0, 0, 164'000, 328'000, none, {}}});
  const weft::Report rest = sim.run();
  CHECK(lines(rest) ==
        std::vector<Line>{{"compute/math", 0, 0, 164'000, 228'000, none, {none, none}},
                          {"compute/math", 0, 0, 328'000, 392'000, none, {none, none}}});
  REQUIRE(rest.kernels().size() == 1);
  CHECK(rest.kernels()[0].finished == 392'000);
}

TEST_CASE("a report made while a composite streams, its kernel gone") {
  weft::Simulation<Pair> sim;
  const auto b = sim.hbm(1).tensor(f16, 64, 128);
  const auto streams = [](auto& tl, weft::HbmTensor<weft::f16> from) -> weft::Kernel<> {
    auto a = tl.zeros(weft::shape<8, 64>, f16);
    co_await tl.composite(weft::gemm(weft::shape<64, 64>, weft::depth<1>), a,
                          tl.ref(from, weft::shape<64, 128>));
  };
  sim.launch_on(0, [](auto& tl) -> weft::Kernel<> { co_await tl.add(tl.zeros(tile, f16), 1.0f); });
  sim.launch_on(1, streams, b);
  sim.run_until(100_ns);
  CHECK(sim.idle());

  // Only the first tile has been read: with one buffer the second waits for the first one's GEMM.
  const weft::Report early = sim.finish_report();
  CHECK(lines(early) == std::vector<Line>{{"compute/math", 0, 0, 0, 64'000, none, {none}},
                                          {"sched/composite", 1, 1, 0, 0, none, {none}},
                                          {"memory/dma_read", 1, 1, 0, 164'000, 1, {}}});
  CHECK(early.kernels().size() == 2);

  sim.launch_on(0, [](auto& tl) -> weft::Kernel<> { co_await tl.add(tl.zeros(tile, f16), 1.0f); });
  const weft::Report late = sim.run();
  CHECK(lines(late) ==
        std::vector<Line>{{"compute/math", 0, 2, 100'000, 164'000, none, {none}},
                          {"compute/gemm", 1, 1, 164'000, 172'192, none, {none, none}},
                          {"memory/dma_read", 1, 1, 172'192, 336'192, none, {}},
                          {"compute/gemm", 1, 1, 336'192, 344'384, none, {none, 2}}});
  REQUIRE(late.kernels().size() == 1);
  CHECK(late.kernels()[0].kernel == 2);
  CHECK(lines(early)[1].end == 0);  // a report that has been made does not change
}

TEST_CASE("a report made while a receive waits for its message") {
  weft::Simulation<Pair> sim;
  sim.launch_on(0, [](auto& tl) -> weft::Kernel<> {
    auto x = tl.zeros(tile, f16);
    co_await tl.add(x, 1.0f);
    co_await tl.send(1, x);
  });
  sim.launch_on(1, [](auto& tl) -> weft::Kernel<> {
    auto x = tl.recv(0, tile, f16);
    co_await tl.add(x, x);
  });
  sim.run_until(10_ns);
  const weft::Report early = sim.finish_report();
  CHECK(early.op_log().size() == 2);
  CHECK(early.kernels().size() == 2);
  // The sum until 64 ns, the link 20 ns + 128 ns, 5 ns on the way, the other sum 64 ns.
  const weft::Report late = sim.run();
  CHECK(lines(late) ==
        std::vector<Line>{{"comm/send", 0, 0, 64'000, 212'000, none, {none}},
                          {"compute/math", 1, 1, 217'000, 281'000, none, {none, none}}});
}

TEST_CASE("a kernel is in the reports of its life and in no other") {
  weft::Simulation<One> sim;
  const auto sums = [](auto& tl, int count) -> weft::Kernel<> {
    auto x = tl.zeros(tile, f16);
    for (int i = 0; i != count; ++i) co_await tl.add(x, x);
  };
  sim.launch(sums, 10);
  sim.launch(sums, 1);
  const auto numbers = [](const weft::Report& report) {
    std::vector<std::uint32_t> all;
    for (const weft::KernelEvent& kernel : report.kernels()) all.push_back(kernel.kernel);
    return all;
  };
  sim.run_until(200_ns);
  CHECK(numbers(sim.finish_report()) == std::vector<std::uint32_t>{0, 1});
  sim.launch(sums, 1);
  CHECK(numbers(sim.finish_report()) == std::vector<std::uint32_t>{0, 2});
  CHECK(numbers(sim.run()) == std::vector<std::uint32_t>{0, 2});
  CHECK(numbers(sim.run()).empty());
}

TEST_CASE("one send awaited twice sends twice") {
  weft::Simulation<Pair> sim;
  sim.launch_on(0, [](auto& tl) -> weft::Kernel<> {
    auto x = tl.zeros(tile, f16);
    auto send = tl.send(1, x);
    co_await send;
    co_await send;
  });
  sim.launch_on(1, [](auto& tl) -> weft::Kernel<> {
    auto x = tl.recv(0, tile, f16);
    auto y = tl.recv(0, tile, f16);
    co_await tl.add(x, y);
  });
  const weft::Report report = sim.run();
  CHECK(report.count("comm/send") == 2);
  CHECK(report.latency() == 370_ns);  // 2 x (148 ns on the link, 5 ns to the only place), 64 ns
}

namespace {

/// 1 byte read or written, 1 element of math: 1 ns each. A load is issued in 50 ns.
struct SlowIssuer
    : weft::Pe<
          weft::Cpu<weft::CpuSpec{.clock = 1_GHz, .issue = {.load = 50_ns}}>,
          weft::Dma<weft::DmaSpec{.read = {.bandwidth = 1_GBps}, .write = {.bandwidth = 1_GBps}}>,
          weft::Math<weft::MathSpec{.lanes = 1, .clock = 1_GHz}>> {};
struct Slow : weft::Device<"slow", SlowIssuer> {};

/// The moments at which step() stops, in ns.
std::vector<std::int64_t> stops(auto kernel) {
  weft::Simulation<Slow> sim;
  sim.launch(kernel, sim.hbm().tensor(f16, 1, 64));
  std::vector<std::int64_t> moments;
  while (sim.next_event_time()) {
    sim.step();
    moments.push_back(sim.now().ps / 1'000);
  }
  return moments;
}

}  // namespace

TEST_CASE("step stops at the completion of a background store that nobody keeps") {
  // 0..100; meanwhile the kernel is busy till 500, and still holds what is stored.
  CHECK(stops([](auto& tl, auto x) -> weft::Kernel<> {
          auto kept = tl.zeros(weft::shape<1, 50>, f16);
          co_await tl.store_async(x, kept);
          co_await tl.exp(tl.zeros(weft::shape<10, 50>, f16));
        }) == std::vector<std::int64_t>{0, 100, 500});
}

TEST_CASE("step stops at the completion of a load dropped ahead of its request") {
  // Both are dropped at 0, requested at 50 and 100: 50..52, 100..110.
  CHECK(stops([](auto& tl, auto x) -> weft::Kernel<> {
          (void)tl.load(x, weft::shape<1, 1>);
          (void)tl.load(x, weft::shape<1, 5>);
          co_return;
        }) == std::vector<std::int64_t>{0, 50, 52, 100, 110});
}
