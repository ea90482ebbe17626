// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// What weft was made for, as tests of the same names: loads that return at once, resolve by themselves, cost what blocking
// loads cost, and overlap compute. All times are worked out by hand from DESIGN 4.
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <weft/model/device/tiny.hpp>
#include <weft/weft.hpp>

#include "support/catch.hpp"
#include "support/conservation.hpp"
#include "support/machines.hpp"
#include "support/schedule.hpp"

using namespace weft::literals;
using weft::dtype;
using weft::f16;
using weft::shape;
using weft_test::check_conservation;
using weft_test::schedule;
using weft_test::waits;

namespace {

using weft_test::NsMachine;
using Hbm = weft::HbmTensor<f16>;

/// Runs one kernel on the first tensor of the HBM.
template <class Machine, class... Policies>
weft::Report run(auto kernel, int rows = 64, int cols = 64) {
  weft::Simulation<Machine, Policies...> sim;
  sim.launch(kernel, sim.hbm().tensor(dtype<f16>, rows, cols));
  weft::Report report = sim.run();
  weft_test::Conservation how;
  how.blocking = (std::is_same_v<Policies, weft::Blocking> || ...);
  if constexpr (!(std::is_same_v<Policies, weft::Counters> || ...)) check_conservation(report, how);
  return report;
}

/// The memory reads of a report: what was moved, from where, in which shape.
std::vector<std::array<std::uint64_t, 4>> reads(const weft::Report& report) {
  std::vector<std::array<std::uint64_t, 4>> all;
  for (const weft::OpRecord& op : report.op_log())
    if (op.kind == "memory/dma_read") all.push_back({op.address, op.bytes, op.rows, op.cols});
  return all;
}

}  // namespace

TEST_CASE("overlap is real: a load, then an independent GEMM of similar length") {
  // A load of 8x64 f16: 1024 B, 1024 ns. A GEMM of 10x10x10: 1000 ns. Then a sum of the two results' times: nothing more.
  const auto kernel = [](auto& tl, Hbm x) -> weft::Kernel<> {
    auto tile = tl.load(x, shape<8, 64>);
    auto a = tl.zeros(dtype<f16>, shape<10, 10>);
    co_await tl.dot(a, a);
    co_await tl.wait(tile);
  };
  const weft::Report lazy = run<NsMachine>(kernel);
  CHECK(schedule(lazy) == "load 0: 0..1024\ndot 0: 0..1000\n");
  CHECK(lazy.latency() == 1024_ns);  // max(1024, 1000)
  CHECK(lazy.latency() < 1024_ns + 1000_ns);
  CHECK(waits(lazy) == "24 at 1024");

  const weft::Report blocking = run<NsMachine, weft::Blocking>(kernel);
  CHECK(schedule(blocking) == "load 0: 0..1024\ndot 1024: 1024..2024\n");
  CHECK(blocking.latency() == 2024_ns);  // the sum
  CHECK(waits(blocking).empty());

  const auto explicit_kernel = [](auto& tl, Hbm x) -> weft::Kernel<> {
    auto future = tl.load_async(x, shape<8, 64>);
    auto a = tl.zeros(dtype<f16>, shape<10, 10>);
    co_await tl.dot(a, a);
    co_await tl.wait(future);
  };
  CHECK(schedule(run<NsMachine>(explicit_kernel)) == schedule(lazy));
  // Blocking changes tl.load only.
  CHECK(schedule(run<NsMachine, weft::Blocking>(explicit_kernel)) == schedule(lazy));
}

TEST_CASE("the loaded tensor equals the blocking one") {
  const auto kernel = [](auto& tl, Hbm x) -> weft::Kernel<> {
    auto a = tl.load(x.at(2, 8), shape<8, 16>);
    auto b = tl.load(x.at(60, 40), shape<16, 32>);  // 4 rows and 24 columns of it exist
    auto c = tl.load(x, shape<16, 32>);
    co_await tl.dot(a, c);
    co_await tl.wait(b);
  };
  // 64x64 f16 at address 0: (2, 8) lies at 2*128 + 8*2 = 272; (60, 40) at 60*128 + 40*2 = 7760.
  const std::vector<std::array<std::uint64_t, 4>> expected = {
      {272, 256, 8, 16}, {7760, 192, 16, 32}, {0, 1024, 16, 32}};
  CHECK(reads(run<NsMachine>(kernel)) == expected);
  CHECK(reads(run<NsMachine, weft::Blocking>(kernel)) == expected);
}

TEST_CASE("two loads in flight resolve independently and serialise on the read channel") {
  const auto kernel = [](auto& tl, Hbm x, std::vector<weft::Duration>& moments) -> weft::Kernel<> {
    auto a = tl.load(x, shape<1, 50>);           // 0..100
    auto b = tl.load(x.at(1, 0), shape<1, 25>);  // 100..150
    moments.push_back(co_await tl.now());
    co_await tl.wait(a);
    moments.push_back(co_await tl.now());
    co_await tl.wait(b);
    moments.push_back(co_await tl.now());
  };
  weft::Simulation<NsMachine> sim;
  std::vector<weft::Duration> moments;
  sim.launch(kernel, sim.hbm().tensor(dtype<f16>, 64, 64), std::ref(moments));
  const weft::Report report = sim.run();
  CHECK(schedule(report) == "load 0: 0..100\nload 0: 100..150\n");
  CHECK(moments == std::vector<weft::Duration>{0_ns, 100_ns, 150_ns});
  CHECK(waits(report) == "100 at 100, 50 at 150");
}

TEST_CASE("waiting in any order") {
  const auto forwards = [](auto& tl, Hbm x) -> weft::Kernel<> {
    auto a = tl.load_async(x, shape<1, 50>);
    auto b = tl.load_async(x.at(1, 0), shape<1, 25>);
    co_await tl.wait(a);
    co_await tl.wait(b);
  };
  const auto backwards = [](auto& tl, Hbm x) -> weft::Kernel<> {
    auto a = tl.load_async(x, shape<1, 50>);
    auto b = tl.load_async(x.at(1, 0), shape<1, 25>);
    co_await tl.wait(b);  // 150 ns
    co_await tl.wait(a);  // it is there since 100
  };
  const auto together = [](auto& tl, Hbm x) -> weft::Kernel<> {
    auto a = tl.load(x, shape<1, 50>);
    auto b = tl.load(x.at(1, 0), shape<1, 25>);
    co_await weft::when_all(b, a);
  };
  CHECK(waits(run<NsMachine>(forwards)) == "100 at 100, 50 at 150");
  CHECK(waits(run<NsMachine>(backwards)) == "150 at 150");
  CHECK(waits(run<NsMachine>(together)) == "150 at 150");
  for (const auto& report :
       {run<NsMachine>(forwards), run<NsMachine>(backwards), run<NsMachine>(together)}) {
    CHECK(schedule(report) == "load 0: 0..100\nload 0: 100..150\n");
    CHECK(report.latency() == 150_ns);
  }
}

TEST_CASE("one memory/dma_read per load, and the count does not depend on the policy") {
  const auto kernel = [](auto& tl, Hbm x) -> weft::Kernel<> {
    for (int i = 0; i != 7; ++i) {
      auto tile = tl.load(x.at(i, 0), shape<4, 4>);
      auto again = tl.load_async(x.at(i, 4), shape<4, 4>);
      co_await tl.exp(tile);
      co_await tl.wait(again);
      co_await tl.wait(tile);
    }
    auto unused = tl.load(x, shape<4, 4>);
  };
  for (const auto& report : {run<NsMachine>(kernel), run<NsMachine, weft::Blocking>(kernel),
                             run<NsMachine, weft::Counters>(kernel),
                             run<NsMachine, weft::Counters, weft::Blocking>(kernel)}) {
    CHECK(report.count("memory/dma_read") == 15);
    CHECK(report.count("compute/math") == 7);
  }
}

TEST_CASE("use right after the load equals blocking to the picosecond") {
  const auto lazy = [](auto& tl, Hbm x) -> weft::Kernel<> {
    for (int i = 0; i != 5; ++i) co_await tl.exp(tl.load(x.at(i, 0), shape<3, 7>));
  };
  const auto futures = [](auto& tl, Hbm x) -> weft::Kernel<> {
    for (int i = 0; i != 5; ++i) {
      auto future = tl.load_async(x.at(i, 0), shape<3, 7>);
      auto tile = co_await tl.wait(future);
      co_await tl.exp(tile);
    }
  };
  // Costly: 5 times (issue load 1, setup 20 and 42 bytes, latency 10, issue math 4, 21 elements) = 5 * 98 ns.
  CHECK(run<weft_test::CostlyMachine>(lazy).latency() == 490_ns);
  CHECK(run<weft_test::CostlyMachine>(futures).latency() == 490_ns);
  CHECK(run<weft_test::CostlyMachine, weft::Blocking>(lazy).latency() == 490_ns);
  const std::string log = schedule(run<weft_test::CostlyMachine>(lazy));
  CHECK(schedule(run<weft_test::CostlyMachine>(futures)) == log);
  CHECK(schedule(run<weft_test::CostlyMachine, weft::Blocking>(lazy)) == log);
  // The waits of the lazy form are the stays at blocking loads: 72 ns each (setup, bytes, latency).
  CHECK(waits(run<weft_test::CostlyMachine>(lazy)) ==
        "72 at 73, 72 at 171, 72 at 269, 72 at 367, 72 at 465");
  CHECK(waits(run<weft_test::CostlyMachine, weft::Blocking>(lazy)).empty());
}

TEST_CASE("the worked example") {
  const auto kernel = [](auto& tl, Hbm x, Hbm y, bool big) -> weft::Kernel<> {
    auto a = tl.load(x, shape<64, 128>);
    auto b = tl.load(y, shape<128, 64>);
    auto resident = tl.zeros(dtype<f16>, shape<256, 256>);
    if (big) co_await tl.dot(resident, resident);
    co_await tl.dot(a, b);
  };
  const auto measure = [&](auto sim, bool big) {
    auto x = sim->hbm().tensor(dtype<f16>, 64, 128);
    auto y = sim->hbm().tensor(dtype<f16>, 128, 64);
    sim->launch(kernel, x, y, big);
    return sim->run();
  };
  using Machine = weft::device::Tiny;  // the machine of DESIGN 3
  const weft::Report lazy = measure(std::make_unique<weft::Simulation<Machine>>(), true);
  CHECK(schedule(lazy) ==
        "load 0: 0..228\nload 0: 228..456\ndot 0: 0..4194.304\ndot 4194.304: 4194.304..4325.376\n");
  CHECK(lazy.latency() == 4325376_ps);
  CHECK(lazy.waits().empty());
  CHECK(lazy.unused_loads().empty());

  const weft::Report blocking =
      measure(std::make_unique<weft::Simulation<Machine, weft::Blocking>>(), true);
  CHECK(schedule(blocking) ==
        "load 0: 0..228\nload 228: 228..456\ndot 456: 456..4650.304\n"
        "dot 4650.304: 4650.304..4781.376\n");
  CHECK(blocking.latency() == 4781376_ps);
  CHECK(blocking.waits().empty());

  const weft::Report direct = measure(std::make_unique<weft::Simulation<Machine>>(), false);
  CHECK(schedule(direct) == "load 0: 0..228\nload 0: 228..456\ndot 456: 456..587.072\n");
  CHECK(direct.latency() == 587072_ps);
  REQUIRE(direct.waits().size() == 1);
  CHECK(direct.waits()[0].waited == 456_ns);
  CHECK(direct.waits()[0].producer_line == direct.op_log()[1].line);  // on Y
  CHECK(direct.waits()[0].consumer_line == direct.op_log()[2].line);  // by the dot
  check_conservation(lazy);
  check_conservation(blocking, {.blocking = true});
  check_conservation(direct);
}

namespace {

template <std::uint32_t R, std::uint32_t C, weft::Dataflow Flow>
struct ArrayPe
    : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
               weft::Gemm<weft::GemmSpec{.rows = R, .cols = C, .dataflow = Flow, .clock = 1_GHz}>> {
};
template <std::uint32_t R, std::uint32_t C, weft::Dataflow Flow>
struct ArrayMachine : weft::Device<"array", ArrayPe<R, C, Flow>> {};

template <std::size_t M, std::size_t N, std::size_t K>
std::int64_t cycles(std::string_view dataflow) {
  const auto kernel = [](auto& tl) -> weft::Kernel<> {
    auto a = tl.zeros(dtype<f16>, shape<M, K>);
    auto b = tl.zeros(dtype<f16>, shape<K, N>);
    co_await tl.dot(a, b);
  };
  const auto on = [&]<weft::Dataflow Flow>() {
    weft::Simulation<ArrayMachine<32, 32, Flow>> sim;
    sim.launch(kernel);
    return sim.run().latency().ps / 1000;  // at 1 GHz
  };
  if (dataflow == "os") return on.template operator()<weft::Dataflow::output_stationary>();
  if (dataflow == "ws") return on.template operator()<weft::Dataflow::weight_stationary>();
  return on.template operator()<weft::Dataflow::input_stationary>();
}

}  // namespace

TEST_CASE("a dot on a systolic array takes the cycles that SCALE-Sim reports") {
  // The rows of SCALE-Sim's own output, for a 32x32 array.
  CHECK(cycles<32, 32, 8>("os") == 69);
  CHECK(cycles<32, 32, 32>("os") == 93);
  CHECK(cycles<32, 32, 128>("os") == 189);
  CHECK(cycles<32, 32, 256>("os") == 317);
  CHECK(cycles<32, 32, 512>("os") == 573);
  CHECK(cycles<32, 32, 1024>("os") == 1085);
  CHECK(cycles<64, 32, 512>("os") == 1147);
  CHECK(cycles<64, 64, 256>("os") == 1271);
  CHECK(cycles<256, 128, 256>("os") == 10175);
  CHECK(cycles<256, 128, 256>("ws") == 11199);
  CHECK(cycles<256, 128, 256>("is") == 14207);
}

namespace {

/// n tiles, `Depth` loads in flight, each used by exp; then stored if `Store`. A load takes 2 ns an element, exp 1 ns, a
/// store 2 ns; `Lanes` scale exp.
template <std::size_t Depth, bool Store>
auto pipeline = [](auto& tl, Hbm x, int n) -> weft::Kernel<> {
  std::array<weft::Deferred<weft::Tensor<f16, weft::Shape<1, 60>>>, Depth> ahead;
  std::array<weft::Deferred<void>, Depth> stores;
  const int depth = static_cast<int>(Depth);
  for (int i = 0; i != n && i != depth - 1; ++i)
    ahead[static_cast<std::size_t>(i)] = tl.load(x.at(i, 0), shape<1, 60>);
  for (int i = 0; i != n; ++i) {
    const int next = i + depth - 1;
    if (next < n)
      ahead[static_cast<std::size_t>(next % depth)] = tl.load(x.at(next, 0), shape<1, 60>);
    auto y = co_await tl.exp(ahead[static_cast<std::size_t>(i % depth)]);
    if constexpr (Store)
      stores[static_cast<std::size_t>(i % depth)] = co_await tl.store_async(x.at(i, 0), y);
  }
};

/// The machine of the laws: a load takes `Load` ns, exp `Exp` ns, a store `Store` ns for a 1x60 f16 tile.
template <int Load, int Exp, int Store>
struct LawPe
    : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
               weft::Dma<weft::DmaSpec{
                   .read = {.bandwidth = 120_GBps, .setup = weft::Duration{(Load - 1) * 1000}},
                   .write = {.bandwidth = 120_GBps, .setup = weft::Duration{(Store - 1) * 1000}}}>,
               weft::Math<weft::MathSpec{
                   .lanes = 60, .clock = 1_GHz, .startup = weft::Duration{(Exp - 1) * 1000}}>> {};
template <int Load, int Exp, int Store>
struct LawMachine : weft::Device<"law", LawPe<Load, Exp, Store>> {};

template <class Machine, class... Policies>
std::int64_t latency(auto kernel, int n) {
  weft::Simulation<Machine, Policies...> sim;
  sim.launch(kernel, sim.hbm().tensor(dtype<f16>, 64, 64), n);
  const weft::Report report = sim.run();
  check_conservation(report, {.kernels = false});
  CHECK(report.count("memory/dma_read") == static_cast<std::uint64_t>(n));
  return report.latency().ps / 1000;
}

/// Depth counts the tiles in flight, the one in use included: depth 1 is "used at once" for a kernel.
template <int A, int C, int E>
void laws() {
  using Machine = LawMachine<A, C, E>;
  for (const int n : {1, 2, 3, 10}) {
    CAPTURE(A, C, E, n);
    // Each load issued at least one tile before its use: a + (n-1) max(a, c) + c.
    const std::int64_t two = A + (n - 1) * std::max(A, C) + C;
    CHECK(latency<Machine>(pipeline<2, false>, n) == two);
    CHECK(latency<Machine>(pipeline<3, false>, n) == two);
    // Used at once, or loads that block: n (a + c).
    CHECK(latency<Machine>(pipeline<1, false>, n) == n * (A + C));
    CHECK((latency<Machine, weft::Blocking>(pipeline<1, false>, n)) == n * (A + C));
    CHECK((latency<Machine, weft::Blocking>(pipeline<2, false>, n)) == n * (A + C));
    CHECK((latency<Machine, weft::Blocking>(pipeline<3, false>, n)) == n * (A + C));
    // A third stage, the store: a + c + e + (n-1) max(a, c, e), and a + c + e + (n-1) max(a + c, e) at depth 1.
    const std::int64_t three = A + C + E + (n - 1) * std::max({A, C, E});
    CHECK(latency<Machine>(pipeline<2, true>, n) == three);
    CHECK(latency<Machine>(pipeline<3, true>, n) == three);
    const std::int64_t one = A + C + E + (n - 1) * std::max(A + C, E);
    CHECK(latency<Machine>(pipeline<1, true>, n) == one);
    CHECK((latency<Machine, weft::Blocking>(pipeline<1, true>, n)) == one);
  }
}

}  // namespace

TEST_CASE("pipeline laws: depth 1, 2, 3, with and without a third stage") {
  laws<10, 10, 10>();
  laws<20, 10, 5>();
  laws<10, 25, 7>();
  laws<10, 5, 40>();
  laws<1, 100, 99>();
  laws<30, 29, 100>();
}

TEST_CASE("two runs give byte-identical reports") {
  const auto text = [] {
    const auto kernel = [](auto& tl, Hbm x, int n) -> weft::Kernel<> {
      for (auto tile : tl.prefetch(x, shape<4, 8>, weft::depth<2>)) {
        auto e = co_await tl.exp(tile);
        co_await tl.store(x, e);
        co_await tl.dot(tl.trans(e), tl.load(x.at(n, n), shape<4, 8>));
      }
    };
    weft::Simulation<weft_test::CostlyMachine> sim;
    auto x = sim.hbm().tensor(dtype<f16>, 64, 64);
    for (int n = 0; n != 5; ++n) sim.launch(kernel, x, n);
    std::ostringstream out;
    weft::write_json(out, sim.run());
    return out.str();
  };
  const std::string first = text();
  CHECK(first.size() > 10000);
  CHECK(text() == first);
}
