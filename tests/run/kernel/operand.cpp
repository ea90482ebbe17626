// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/kernel/operand.hpp>

#include <optional>
#include <type_traits>

#include <weft/weft.hpp>

#include "support/catch.hpp"
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

static_assert(std::is_trivially_destructible_v<weft::Operand<Row>>);
static_assert(std::is_trivially_copyable_v<weft::Operand<Row>>);
static_assert(std::is_convertible_v<Row, weft::Operand<Row>>);
static_assert(std::is_convertible_v<weft::Deferred<Row>, weft::Operand<Row>>);
static_assert(std::is_convertible_v<weft::View<Row>, weft::Operand<Row>>);
static_assert(!std::is_convertible_v<weft::Deferred<weft::Tensor<f16, weft::Shape<2, 50>>>,
                                     weft::Operand<Row>>);

weft::Report run(auto kernel) {
  weft::Simulation<NsMachine> sim;
  sim.launch(kernel, sim.hbm().tensor(dtype<f16>, 16, 50));
  return sim.run();
}

}  // namespace

TEST_CASE("an op may be kept in a variable, and says so if its operand is gone") {
  const weft::Report report = run([](auto& tl, Hbm x) -> weft::Kernel<> {
    auto a = tl.load(x, shape<1, 50>);
    auto op = tl.exp(a);
    co_await tl.exp(a);
    co_await op;
    co_await op;  // and again
  });
  CHECK(schedule(report) ==
        "load 0: 0..100\nexp 100: 100..150\nexp 150: 150..200\nexp 200: 200..250\n");

  CHECK_THROWS_SAYING(run([](auto& tl, Hbm x) -> weft::Kernel<> {
                        auto op = tl.exp(tl.load(x, shape<1, 50>));
                        co_await op;
                      }),
                      "an operand's tensor is gone: its last handle went before the op ran");
}

TEST_CASE("a slot used again is not mistaken for the old tile") {
  CHECK_THROWS_SAYING(run([](auto& tl, Hbm x) -> weft::Kernel<> {
                        std::optional<Row> tile = co_await tl.load(x, shape<1, 50>);
                        auto op = tl.exp(*tile);
                        tile.reset();
                        auto other = co_await tl.load(x, shape<1, 50>);  // takes the free slot
                        co_await op;
                      }),
                      "an operand's tensor is gone");
}

TEST_CASE("an operand that goes while its op waits for it is noticed") {
  // The second kernel drops the only handle at 50 ns; the first has waited for the tile since 0.
  weft::Deferred<Row> shared;
  weft::Simulation<NsMachine> sim;
  auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
  sim.launch(
      [&](auto& tl, Hbm t) -> weft::Kernel<> {
        shared = tl.load(t, shape<1, 50>);
        co_await tl.exp(shared);
      },
      x);
  sim.launch([&](auto& tl) -> weft::Kernel<> {
    auto half = tl.zeros(dtype<f16>, shape<1, 50>);
    co_await tl.exp(half);
    shared = {};
  });
  CHECK_THROWS_SAYING(sim.run(), "an operand's tensor is gone");
}

TEST_CASE("an operand that goes while its op is being issued is noticed") {
  weft::Deferred<Row> shared;
  weft::Simulation<weft_test::CostlyMachine> sim;
  auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
  sim.launch(
      [&](auto& tl, Hbm t) -> weft::Kernel<> {
        auto longer = tl.load(t, shape<10, 50>);
        shared = tl.load(t, shape<1, 50>);
        co_await tl.wait(shared);
        co_await tl.exp(shared);  // issue takes 4 ns
      },
      x);
  // The load of 1,000 bytes is issued at 1, of 100 at 2: 1..1021, 1021..1141, ready 1151; exp is issued at 1155.
  sim.run_until(1152_ns);
  shared = {};
  CHECK_THROWS_SAYING(sim.run(), "an operand's tensor is gone");
}
