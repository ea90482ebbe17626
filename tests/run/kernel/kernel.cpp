// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/kernel/kernel.hpp>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
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

namespace {

using Hbm = weft::HbmTensor<f16>;
using Row = weft::Tensor<f16, weft::Shape<1, 50>>;

weft::Report run(auto kernel) {
  weft::Simulation<NsMachine> sim;
  sim.launch(kernel, sim.hbm().tensor(dtype<f16>, 16, 50));
  return sim.run();
}

weft::Kernel<Row> twice(auto& tl, Row tile) {
  auto once = co_await tl.exp(tile);
  co_return co_await tl.exp(once);
}
weft::Kernel<int> depth(auto& tl, int n) {
  if (n == 0) co_return 0;
  co_return 1 + co_await depth(tl, n - 1);
}
weft::Kernel<> wait_deep(auto& tl, int n, Hbm x) {
  if (n == 0) {
    auto tile = tl.load(x, shape<1, 50>);
    co_await tl.wait(tile);
  } else {
    co_await wait_deep(tl, n - 1, x);
  }
}
weft::Kernel<> throw_deep(auto& tl, int n) {
  if (n == 0) throw std::runtime_error("from the bottom");
  co_await throw_deep(tl, n - 1);
}

}  // namespace

TEST_CASE("a kernel awaits another, which shares its cursor and costs nothing") {
  const weft::Report report = run([](auto& tl, Hbm x) -> weft::Kernel<> {
    Row tile = co_await tl.load(x, shape<1, 50>);
    Row result = co_await twice(tl, tile);
    co_await tl.exp(result);
  });
  CHECK(schedule(report) ==
        "load 0: 0..100\nexp 100: 100..150\nexp 150: 150..200\nexp 200: 200..250\n");
  REQUIRE(report.kernels().size() == 1);  // the same actor
  CHECK(report.op_log()[3].producers[0] == 2);
  weft_test::check_conservation(report);
}

TEST_CASE("a kernel may be named before it is awaited, moved, and dropped without running") {
  const weft::Report report = run([](auto& tl, Hbm x) -> weft::Kernel<> {
    Row tile = co_await tl.load(x, shape<1, 50>);
    auto named = twice(tl, tile);
    auto moved = std::move(named);
    CHECK(named.empty());
    auto dropped = twice(tl, tile);
    std::vector<weft::Kernel<Row>> many;
    for (int i = 0; i != 3; ++i) many.push_back(twice(tl, tile));
    moved = std::move(many[1]);
    co_await std::move(moved);
  });
  CHECK(report.count("compute/math") == 2);
  CHECK_THROWS_SAYING(run([](auto& tl, Hbm) -> weft::Kernel<> {
                        auto kernel = depth(tl, 1);
                        auto moved = std::move(kernel);
                        co_await kernel;
                      }),
                      "co_await: the kernel is empty (moved from, or already run)");
}

TEST_CASE("a kernel awaited again is an error, not a crash") {
  CHECK_THROWS_SAYING(run([](auto& tl, Hbm) -> weft::Kernel<> {
                        auto kernel = depth(tl, 1);
                        co_await kernel;
                        co_await kernel;
                      }),
                      "co_await: the kernel is empty (moved from, or already run)");
}

TEST_CASE("results of a kernel may be moved only") {
  run([](auto& tl, Hbm) -> weft::Kernel<> {
    auto inner = [](auto&) -> weft::Kernel<std::unique_ptr<int>> {
      co_return std::make_unique<int>(7);
    };
    const std::unique_ptr<int> got = co_await inner(tl);
    CHECK(*got == 7);
  });
}

TEST_CASE("nests of 100,000 kernels use no stack") {
  int reached = 0;
  run([&](auto& tl, Hbm) -> weft::Kernel<> { reached = co_await depth(tl, 100000); });
  CHECK(reached == 100000);
  CHECK_THROWS_SAYING(run([](auto& tl, Hbm) -> weft::Kernel<> { co_await throw_deep(tl, 100000); }),
                      "from the bottom");
}

TEST_CASE("a half-run nest of 100,000 kernels is destroyed leaf first, without using stack") {
  weft::Simulation<NsMachine> sim;
  sim.launch([](auto& tl, Hbm x) -> weft::Kernel<> { co_await wait_deep(tl, 100000, x); },
             sim.hbm().tensor(dtype<f16>, 16, 50));
  sim.run_until(50_ns);
  CHECK(!sim.idle());
}

TEST_CASE("locals of a half-run nest are destroyed from the inside out") {
  std::string order;
  struct Say {
    std::string& order;
    char name;
    ~Say() { order += name; }
  };
  const auto inner = [&](auto& tl, Hbm x) -> weft::Kernel<> {
    Say c{order, 'c'};
    co_await tl.wait(tl.load(x, shape<1, 50>));
  };
  const auto middle = [&](auto& tl, Hbm x) -> weft::Kernel<> {
    Say b{order, 'b'};
    co_await inner(tl, x);
  };
  {
    weft::Simulation<NsMachine> sim;
    sim.launch(
        [&](auto& tl, Hbm x) -> weft::Kernel<> {
          Say a{order, 'a'};
          co_await middle(tl, x);
        },
        sim.hbm().tensor(dtype<f16>, 16, 50));
    sim.run_until(50_ns);
    CHECK(order.empty());
  }
  CHECK(order == "cba");
}

TEST_CASE("an exception passes through nested kernels, which may catch it") {
  const weft::Report report = run([](auto& tl, Hbm x) -> weft::Kernel<> {
    auto tile = tl.load(x, shape<1, 50>);
    bool caught = false;
    try {
      co_await throw_deep(tl, 3);
    } catch (const std::runtime_error& error) {
      caught = std::string(error.what()) == "from the bottom";
    }
    CHECK(caught);
    co_await tl.exp(tile);
  });
  CHECK(report.latency() == 150_ns);
}

TEST_CASE("a loop of nested kernels keeps no memory and no stack") {
  long sum = 0;
  run([&](auto& tl, Hbm) -> weft::Kernel<> {
    for (int i = 0; i != 100000; ++i) sum += co_await depth(tl, 1);
  });
  CHECK(sum == 100000);
}

TEST_CASE("calls made before a nested kernel take place before it") {
  const weft::Report report = [] {
    weft::Simulation<weft_test::CostlyMachine> sim;
    sim.launch(
        [](auto& tl, Hbm x) -> weft::Kernel<> {
          auto a = tl.load(x, shape<1, 50>);  // issue 1: 1..121, ready 131
          auto b = tl.load(x, shape<1, 50>);  // issue 1: 121..241
          auto inner = [](auto& t) -> weft::Kernel<weft::Duration> { co_return co_await t.now(); };
          const weft::Duration now = co_await inner(tl);
          CHECK(now == 2_ns);
          co_await tl.exp(a);  // waits for 131, issue 4: 135..185
        },
        sim.hbm().tensor(dtype<f16>, 16, 50));
    return sim.run();
  }();
  CHECK(schedule(report) == "load 1: 1..121\nload 2: 121..241\nexp 135: 135..185\n");
}
