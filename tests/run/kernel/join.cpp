// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/kernel/join.hpp>

#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <weft/weft.hpp>

#include "support/catch.hpp"
#include "support/conservation.hpp"
#include "support/machines.hpp"
#include "support/schedule.hpp"

using namespace weft::literals;
using weft::dtype;
using weft::f16;
using weft::shape;
using weft_test::NsMachine;
using weft_test::schedule;
using weft_test::waits;

namespace {

using Hbm = weft::HbmTensor<f16>;

weft::Report run(auto kernel) {
  weft::Simulation<NsMachine> sim;
  sim.launch(kernel, sim.hbm().tensor(dtype<f16>, 16, 50));
  return sim.run();
}

/// Loads `N` elements (2 N ns) and exponentiates them (N ns).
template <std::size_t N>
weft::Kernel<> part(auto& tl, Hbm x) {
  auto tile = tl.load(x, shape<1, N>);
  co_await tl.exp(tile);
}
template <std::size_t N>
weft::Kernel<int> part_of(auto& tl, Hbm x, int result) {
  co_await part<N>(tl, x);
  co_return result;
}
weft::Kernel<> fails(auto& tl, Hbm x, const char* why, bool late) {
  if (late) co_await part<10>(tl, x);
  throw std::runtime_error(why);
}
weft::Kernel<> split(auto& tl, int n, Hbm x) {
  if (n == 0)
    co_await part<50>(tl, x);
  else
    co_await weft::when_all(split(tl, n - 1, x));
}

}  // namespace

TEST_CASE("kernels joined by when_all run side by side, ranked in argument order") {
  const weft::Report report = run([](auto& tl, Hbm x) -> weft::Kernel<> {
    co_await weft::when_all(part<20>(tl, x), part<10>(tl, x), part<30>(tl, x));
    CHECK((co_await tl.now()) == 150_ns);
  });
  // At 0, in argument order: loads 0..40, 40..60, 60..120. Then exp: 40..60, 60..70, 120..150.
  CHECK(schedule(report) ==
        "load 0: 0..40\nload 0: 40..60\nload 0: 60..120\n"
        "exp 40: 40..60\nexp 60: 60..70\nexp 120: 120..150\n");
  CHECK(waits(report) == "40 at 40, 60 at 60, 120 at 120");
  CHECK(report.kernels().size() == 1);
  weft_test::check_conservation(report, {.kernels = false});
}

TEST_CASE("results come as a tuple in argument order, nothing if all are Kernel<>") {
  run([](auto& tl, Hbm x) -> weft::Kernel<> {
    auto [a, b] = co_await weft::when_all(part_of<20>(tl, x, 1), part_of<1>(tl, x, 2));
    CHECK(a == 1);
    CHECK(b == 2);
    auto [c, nothing] = co_await weft::when_all(part_of<1>(tl, x, 3), part<1>(tl, x));
    CHECK(c == 3);
    static_assert(std::is_same_v<decltype(nothing), weft::Nothing>);
    auto owning = [](auto& t) -> weft::Kernel<std::unique_ptr<int>> {
      co_await t.now();
      co_return std::make_unique<int>(4);
    };
    auto [d] = co_await weft::when_all(owning(tl));
    CHECK(*d == 4);
  });
}

TEST_CASE("calls made ahead take place before the joined kernels start") {
  weft::Simulation<weft_test::CostlyMachine> sim;
  sim.launch(
      [](auto& tl, Hbm x) -> weft::Kernel<> {
        auto a = tl.load(x, shape<1, 50>);  // issued at 1
        auto now = [](auto& t) -> weft::Kernel<weft::Duration> { co_return co_await t.now(); };
        auto [first, second] = co_await weft::when_all(now(tl), now(tl));
        CHECK(first == 1_ns);
        CHECK(second == 1_ns);
        co_await tl.exp(a);
      },
      sim.hbm().tensor(dtype<f16>, 16, 50));
  // The load: 1..121, ready at 131; exp is issued in 4.
  CHECK(schedule(sim.run()) == "load 1: 1..121\nexp 135: 135..185\n");
}

TEST_CASE("all joined kernels end before the first exception in argument order goes on") {
  bool caught = false;
  const weft::Report report = run([&](auto& tl, Hbm x) -> weft::Kernel<> {
    try {
      co_await weft::when_all(part<50>(tl, x), fails(tl, x, "second", true),
                              fails(tl, x, "third", false));
    } catch (const std::runtime_error& error) {
      caught = std::string(error.what()) == "second";
    }
    // Loads 0..100 and 100..120, exp 100..150 and, of the second kernel, 150..160: then it throws.
    CHECK((co_await tl.now()) == 160_ns);
  });
  CHECK(caught);
  CHECK(report.count("compute/math") == 2);
}

TEST_CASE("an error of a plain call inside a joined kernel surfaces there") {
  weft::Simulation<weft_test::SmallMachine> sim;
  sim.launch(
      [](auto& tl, Hbm x) -> weft::Kernel<> {
        auto greedy = [](auto& t, Hbm y) -> weft::Kernel<> {
          auto a = t.load(y, shape<6, 50>);  // 600 of 1,000 bytes
          auto b = t.load(y, shape<6, 50>);
          co_return;  // the failed call comes after the last co_await
        };
        co_await weft::when_all(greedy(tl, x), part<1>(tl, x));
      },
      sim.hbm().tensor(dtype<f16>, 16, 50));
  CHECK_THROWS_SAYING(sim.run(), "scratch exhausted: 600 bytes asked, 600 of 1000 in use");
}

TEST_CASE("an empty kernel cannot be joined") {
  CHECK_THROWS_SAYING(run([](auto& tl, Hbm x) -> weft::Kernel<> {
                        co_await weft::when_all(part<1>(tl, x), weft::Kernel<>{});
                      }),
                      "when_all: a kernel is empty (moved from, or already run)");
  CHECK_THROWS_SAYING(run([](auto& tl, Hbm x) -> weft::Kernel<> {
                        auto once = part<1>(tl, x);
                        co_await once;
                        co_await weft::when_all(std::move(once));
                      }),
                      "when_all: a kernel is empty (moved from, or already run)");
}

TEST_CASE("joined kernels nest") {
  const weft::Report report = run([](auto& tl, Hbm x) -> weft::Kernel<> {
    auto two = [](auto& t, Hbm y) -> weft::Kernel<> {
      co_await weft::when_all(part<10>(t, y), part<10>(t, y));
    };
    co_await weft::when_all(two(tl, x), part<10>(tl, x));
  });
  // Ranks at 0: parent, first (and its two), second. The first runs, schedules its two at rank below the second.
  CHECK(schedule(report) ==
        "load 0: 0..20\nload 0: 20..40\nload 0: 40..60\n"
        "exp 20: 20..30\nexp 40: 40..50\nexp 60: 60..70\n");
}

TEST_CASE("a half-run join is destroyed with its simulation") {
  weft::Simulation<NsMachine> sim;
  sim.launch(
      [](auto& tl, Hbm x) -> weft::Kernel<> {
        co_await weft::when_all(part<50>(tl, x), split(tl, 10, x), part<1>(tl, x));
      },
      sim.hbm().tensor(dtype<f16>, 16, 50));
  sim.run_until(103_ns);
  CHECK(!sim.idle());
}

TEST_CASE("100,000 joins inside each other use no stack") {
  weft::Simulation<NsMachine> sim;
  auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
  sim.launch([](auto& tl, Hbm y) -> weft::Kernel<> { co_await split(tl, 100000, y); }, x);
  CHECK(sim.run().latency() == 150_ns);
  sim.launch([](auto& tl, Hbm y) -> weft::Kernel<> { co_await split(tl, 100000, y); }, x);
  sim.run_for(50_ns);
  CHECK(!sim.idle());  // and now destroyed half-run
}

TEST_CASE("Deferreds joined by when_all are one wait, on the latest") {
  std::uint32_t line = 0;
  const weft::Report report = run([&line](auto& tl, Hbm x) -> weft::Kernel<> {
    line = __LINE__;
    auto a = tl.load(x, shape<1, 50>);
    auto b = tl.load(x, shape<1, 10>);
    auto [first, second] = co_await weft::when_all(b, a);
    co_await tl.exp(first);
    co_await tl.exp(second);
  });
  CHECK(schedule(report) ==
        "load 0: 0..100\nload 0: 100..120\nexp 120: 120..130\nexp 130: 130..180\n");
  REQUIRE(report.waits().size() == 1);
  CHECK(report.waits()[0].waited == 120_ns);
  CHECK(report.waits()[0].producer_line == line + 2);
  CHECK(report.waits()[0].consumer_line == line + 3);
}

TEST_CASE("completions without a tile can be joined too") {
  const weft::Report report = run([](auto& tl, Hbm x) -> weft::Kernel<> {
    auto tile = tl.zeros(dtype<f16>, shape<1, 50>);
    auto written = co_await tl.store_async(x, tile);
    auto loaded = tl.load(x, shape<1, 10>);
    co_await weft::when_all(loaded, written);
    CHECK((co_await tl.now()) == 100_ns);
  });
  CHECK(waits(report) == "100 at 100");
}
