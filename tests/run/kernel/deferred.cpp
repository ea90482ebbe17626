// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/kernel/deferred.hpp>

#include <array>
#include <memory>
#include <type_traits>
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
using weft_test::waits;

namespace {

using Hbm = weft::HbmTensor<f16>;
using Row = weft::Tensor<f16, weft::Shape<1, 50>>;  // 100 B: a load takes 100 ns, exp 50 ns
using Pending = weft::Deferred<Row>;

static_assert(std::is_copy_constructible_v<Pending> && std::is_copy_assignable_v<Pending>);
static_assert(std::is_nothrow_move_constructible_v<Pending> &&
              std::is_nothrow_move_assignable_v<Pending>);
static_assert(std::is_default_constructible_v<Pending>);

weft::Report run(auto kernel) {
  weft::Simulation<NsMachine> sim;
  sim.launch(kernel, sim.hbm().tensor(dtype<f16>, 16, 50));
  return sim.run();
}

}  // namespace

TEST_CASE("only the first use waits") {
  const weft::Report report = run([](auto& tl, Hbm x) -> weft::Kernel<> {
    auto a = tl.load(x, shape<1, 50>);
    co_await tl.exp(a);  // waits until 100
    co_await tl.exp(a);
    auto tile = co_await a;
    co_await tl.exp(tile);
  });
  CHECK(schedule(report) ==
        "load 0: 0..100\nexp 100: 100..150\nexp 150: 150..200\nexp 200: 200..250\n");
  CHECK(waits(report) == "100 at 100");
}

TEST_CASE("a Deferred can be awaited itself, and that is a use") {
  std::uint32_t line = 0;
  const weft::Report report = run([&line](auto& tl, Hbm x) -> weft::Kernel<> {
    auto a = tl.load(x, shape<1, 50>);
    line = __LINE__ + 1;
    Row tile = co_await a;
    co_await tl.exp(tile);
  });
  REQUIRE(report.waits().size() == 1);
  CHECK(report.waits()[0].consumer_line == line);
  CHECK(report.waits()[0].producer_line == line - 2);
  CHECK(report.unused_loads().empty());
  CHECK(report.op_log()[1].producers[0] == 0);
}

TEST_CASE("handles sit in arrays and rotate") {
  const weft::Report report = run([](auto& tl, Hbm x) -> weft::Kernel<> {
    std::array<Pending, 3> ring;
    for (unsigned i = 0; i != 2; ++i) ring[i] = tl.load(x.at(i, 0), shape<1, 50>);
    for (unsigned i = 0; i != 6; ++i) {
      if (i + 2 < 6) ring[2] = tl.load(x.at(i + 2, 0), shape<1, 50>);
      co_await tl.exp(ring[0]);
      std::rotate(ring.begin(), ring.begin() + 1, ring.end());
      std::swap(ring[2], ring[2]);
    }
  });
  // 100 ns a load, 50 ns an exp: 100 + 5 * 100 + 50.
  CHECK(report.latency() == 650_ns);
  CHECK(report.count("memory/dma_read") == 6);
  CHECK(waits(report) == "100 at 100, 50 at 200, 50 at 300, 50 at 400, 50 at 500, 50 at 600");
  weft_test::check_conservation(report);
}

TEST_CASE("copies, moves and self assignment keep one tile alive") {
  const weft::Report report = run([](auto& tl, Hbm x) -> weft::Kernel<> {
    Pending a = tl.load(x, shape<1, 50>);
    Pending b = a;
    Pending c = std::move(a);
    CHECK(a.empty());
    Pending& self = b;
    b = self;
    b = std::move(self);
    CHECK(!b.empty());
    c = Pending{};
    CHECK(c.empty());
    std::vector<Pending> many(10, b);
    b = Pending{};
    many.erase(many.begin(), many.begin() + 9);
    co_await tl.exp(many[0]);
    a = many[0];
    many.clear();
    co_await tl.exp(a);
  });
  CHECK(schedule(report) == "load 0: 0..100\nexp 100: 100..150\nexp 150: 150..200\n");
}

TEST_CASE("using an empty Deferred is an error") {
  CHECK_THROWS_SAYING(run([](auto& tl, Hbm) -> weft::Kernel<> {
                        Pending nothing;
                        co_await tl.exp(nothing);
                      }),
                      "an operand is empty: a default-constructed or moved-from handle");
  CHECK_THROWS_SAYING(run([](auto& tl, Hbm x) -> weft::Kernel<> {
                        Pending a = tl.load(x, shape<1, 50>);
                        Pending b = std::move(a);
                        co_await tl.exp(a);
                      }),
                      "an operand is empty: a default-constructed or moved-from handle");
  CHECK_THROWS_SAYING(run([](auto&, Hbm) -> weft::Kernel<> {
                        Pending nothing;
                        co_await nothing;
                      }),
                      "an operand is empty");
}

TEST_CASE("dropping a load in flight is legal") {
  const weft::Report report = run([](auto& tl, Hbm x) -> weft::Kernel<> {
    (void)tl.load(x, shape<1, 50>);
    {
      auto dropped = tl.load(x, shape<1, 50>);
    }
    Pending overwritten = tl.load(x, shape<1, 50>);
    overwritten = tl.load(x, shape<1, 50>);
    co_await tl.exp(overwritten);
  });
  CHECK(
      schedule(report) ==
      "load 0: 0..100\nload 0: 100..200\nload 0: 200..300\nload 0: 300..400\nexp 400: 400..450\n");
  REQUIRE(report.unused_loads().size() == 3);
  for (const auto& unused : report.unused_loads()) CHECK(unused.count == 1);
}

TEST_CASE("a load that nobody waits for still counts in the latency") {
  const weft::Report report = run([](auto& tl, Hbm x) -> weft::Kernel<> {
    (void)tl.load(x, shape<1, 50>);
    co_return;
  });
  CHECK(report.latency() == 100_ns);
  CHECK(report.kernels()[0].finished == 0);
}

TEST_CASE("handles may outlive their simulation") {
  std::vector<Pending> kept;
  std::vector<Row> tiles;
  {
    weft::Simulation<NsMachine> sim;
    sim.launch(
        [&](auto& tl, Hbm x) -> weft::Kernel<> {
          for (int i = 0; i != 200; ++i) kept.push_back(tl.load(x, shape<1, 50>));
          tiles.push_back(co_await tl.exp(kept[0]));
          kept.push_back(tl.load(x, shape<1, 50>));
        },
        sim.hbm().tensor(dtype<f16>, 16, 50));
    sim.run_until(150_ns);  // the kernel still runs
    CHECK(kept.size() == 201);
  }
  const Pending copy = kept[7];
  kept.clear();
  CHECK(!copy.empty());
  std::vector<Row> more = tiles;
  tiles.clear();
}

TEST_CASE("a handle of another kernel can be used, and each kernel's first use can wait") {
  Pending shared;
  weft::Simulation<NsMachine> sim;
  auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
  sim.launch(
      [&](auto& tl, Hbm t) -> weft::Kernel<> {
        shared = tl.load(t, shape<1, 50>);
        co_await tl.exp(shared);  // 100..150
      },
      x);
  sim.launch([&](auto& tl) -> weft::Kernel<> { co_await tl.exp(shared); });  // 150..200
  const weft::Report report = sim.run();
  CHECK(schedule(report) == "load 0: 0..100\nexp 100: 100..150\nexp 100: 150..200\n");
  CHECK(waits(report) == "100 at 100, 100 at 100");
  weft_test::check_conservation(report);
}

TEST_CASE("all consumers accept a Deferred") {
  const weft::Report report = run([](auto& tl, Hbm x) -> weft::Kernel<> {
    co_await tl.exp(tl.load(x, shape<1, 50>));
    co_await tl.add(tl.load(x, shape<1, 50>), 1.0);
    co_await tl.cast(tl.load(x, shape<1, 50>), dtype<weft::f32>);
    co_await tl.reduce(tl.load(x, shape<1, 50>), weft::sum, weft::axis<1>);
    co_await tl.store(x, tl.load(x, shape<1, 50>));
    auto condition = co_await tl.lt(tl.load(x, shape<1, 50>), 0.5);
    co_await tl.where(condition, tl.load(x, shape<1, 50>), 0.0);
    auto b = tl.load(x, shape<10, 50>);
    co_await tl.dot(tl.load(x, shape<1, 50>), tl.trans(b));
  });
  CHECK(report.count("memory/dma_read") == 9);
  CHECK(report.waits().size() == 8);  // one for each op that uses a load
}
