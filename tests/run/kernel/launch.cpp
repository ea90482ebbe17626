// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/kernel/launch.hpp>

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
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
using weft_test::CostlyMachine;
using weft_test::NsMachine;
using weft_test::schedule;
using weft_test::waits;

namespace {

using Hbm = weft::HbmTensor<f16>;

struct Odd {
  int number;
};

/// The error that leaves a run of one kernel.
template <class Machine = NsMachine>
weft::KernelError error_of(auto kernel) {
  weft::Simulation<Machine> sim;
  sim.launch(kernel, sim.hbm().tensor(dtype<f16>, 16, 50));
  try {
    sim.run();
  } catch (const weft::KernelError& error) {
    return error;
  }
  FAIL("no KernelError");
  std::terminate();
}

}  // namespace

TEST_CASE("an exception leaves run with kernel, PE, time and line, and the original nested") {
  std::uint32_t line = 0;
  weft::Simulation<NsMachine> sim;
  auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
  sim.launch([](auto& tl) -> weft::Kernel<> { co_await tl.now(); });
  sim.launch(
      [&](auto& tl, Hbm t) -> weft::Kernel<> {
        line = __LINE__ + 1;
        co_await tl.exp(tl.load(t, shape<1, 50>));
        throw std::out_of_range("row 7");
      },
      x);
  try {
    sim.run();
    FAIL("run returned");
  } catch (const weft::KernelError& error) {
    CHECK(error.kernel == 1);
    CHECK(error.pe == 0);
    CHECK(error.time == 150_ns);
    CHECK(error.where.line() == line);
    CHECK(std::string(error.what()) ==
          "kernel 1 on PE 0 at 150 ns, launch.cpp:" + std::to_string(line) + ": row 7");
    try {
      std::rethrow_if_nested(error);
      FAIL("nothing is nested");
    } catch (const std::out_of_range& original) {
      CHECK(std::string(original.what()) == "row 7");
    }
  }
  CHECK(sim.idle());
}

TEST_CASE("what is no std::exception is nested too") {
  try {
    weft::Simulation<NsMachine> sim;
    sim.launch([](auto& tl) -> weft::Kernel<> {
      co_await tl.now();
      throw Odd{3};
    });
    sim.run();
    FAIL("run returned");
  } catch (const weft::KernelError& error) {
    CHECK(std::string(error.what()).find("an exception that is not a std::exception") !=
          std::string::npos);
    try {
      std::rethrow_if_nested(error);
      FAIL("nothing is nested");
    } catch (const Odd& odd) {
      CHECK(odd.number == 3);
    }
  }
}

TEST_CASE("the error of a plain call surfaces at the next co_await, with the line of the call") {
  std::uint32_t line = 0;
  bool reached = false;
  const weft::KernelError error =
      error_of<weft_test::SmallMachine>([&](auto& tl, Hbm x) -> weft::Kernel<> {
        line = __LINE__ + 2;
        auto a = tl.load(x, shape<6, 50>);
        auto b = tl.load(x, shape<6, 50>);
        reached = true;
        auto c = tl.load(x, shape<1, 50>);
        co_await tl.exp(a);
      });
  CHECK(reached);
  CHECK(error.where.line() == line);
  CHECK(error.time == 0_ns);
  CHECK(std::string(error.what()) ==
        "kernel 0 on PE 0 at 0 ns, launch.cpp:" + std::to_string(line) +
            ": scratch exhausted: 600 bytes asked, 600 of 1000 in use: 1 tile, 600 bytes, made at "
            "launch.cpp:" +
            std::to_string(line - 1));
}

TEST_CASE("the error of a plain call after the last co_await leaves the kernel at its end") {
  std::uint32_t line = 0;
  const weft::KernelError error =
      error_of<weft_test::SmallMachine>([&](auto& tl, Hbm x) -> weft::Kernel<> {
        auto a = tl.load(x, shape<6, 50>);
        co_await tl.wait(a);
        line = __LINE__ + 1;
        auto b = tl.load(x, shape<6, 50>);
      });
  CHECK(error.where.line() == line);
  CHECK(error.time == 600_ns);
}

TEST_CASE("a kernel may catch the error of a plain call and go on") {
  weft::Simulation<weft_test::SmallMachine> sim;
  sim.launch(
      [](auto& tl, Hbm x) -> weft::Kernel<> {
        auto a = tl.load(x, shape<6, 50>);
        bool caught = false;
        try {
          auto b = tl.load(x, shape<6, 50>);
          co_await tl.exp(a);
        } catch (const weft::Error&) {
          caught = true;
        }
        CHECK(caught);
        a = {};
        co_await tl.now();
        auto c = tl.load(x.at(0, 0), shape<1, 50>);  // 600 bytes are still in flight
        co_await tl.exp(c);
      },
      sim.hbm().tensor(dtype<f16>, 16, 50));
  CHECK(schedule(sim.run()) == "load 0: 0..600\nload 0: 600..700\nexp 700: 700..750\n");
}

TEST_CASE("after an exception the others can go on") {
  weft::Simulation<NsMachine> sim;
  auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
  sim.launch(
      [](auto& tl, Hbm t) -> weft::Kernel<> {
        co_await tl.exp(tl.load(t, shape<1, 50>));  // 100..150
        co_await tl.exp(tl.load(t, shape<1, 50>));  // 250..300
      },
      x);
  sim.launch([](auto& tl) -> weft::Kernel<> {
    co_await tl.exp(tl.zeros(dtype<f16>, shape<1, 20>));
    throw std::runtime_error("at 20 ns");
  });
  CHECK_THROWS_SAYING(sim.run(), "kernel 1 on PE 0 at 20 ns");
  CHECK(sim.now() == 20_ns);
  const weft::Report report = sim.run();
  CHECK(report.latency() == 300_ns);
  CHECK(report.count("compute/math") == 3);
}

TEST_CASE("a kernel may be a capturing lambda: the simulation keeps it alive") {
  weft::Simulation<NsMachine> sim;
  auto witness = std::make_shared<int>(5);
  const std::weak_ptr<int> watch = witness;
  int got = 0;
  {
    auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
    sim.launch([&got, witness, x, row = std::vector<int>{1, 2, 3}](auto& tl) -> weft::Kernel<> {
      auto tile = tl.load(x.at(row[2], 0), shape<1, 50>);
      co_await tl.exp(tile);
      got = *witness + row[1];
    });
    witness.reset();
  }
  CHECK(!watch.expired());
  const weft::Report report = sim.run();
  CHECK(got == 7);
  CHECK(watch.expired());  // gone with the kernel
  CHECK(report.op_log()[0].address == 300);
}

TEST_CASE("arguments are copied, moved in, or referred to with std::ref") {
  weft::Simulation<NsMachine> sim;
  int out = 0;
  std::vector<int> numbers{1, 2, 3};
  sim.launch(
      [](auto& tl, std::vector<int>& copy, std::unique_ptr<int>& owned,
         int& result) -> weft::Kernel<> {
        co_await tl.now();
        copy.push_back(4);
        result = copy.back() + *owned;
      },
      numbers, std::make_unique<int>(10), std::ref(out));
  numbers.clear();
  sim.run();
  CHECK(out == 14);
  CHECK(numbers.empty());
}

TEST_CASE("a function can be a kernel") {
  weft::Simulation<NsMachine> sim;
  struct Kernels {
    static weft::Kernel<> touch(weft::Tl<weft::Simulation<NsMachine>, weft_test::NsPe>& tl, int n) {
      co_await tl.exp(tl.zeros(dtype<f16>, shape<1, 50>));
      CHECK(n == 3);
    }
  };
  sim.launch(Kernels::touch, 3);
  sim.launch(&Kernels::touch, 3);
  CHECK(sim.run().latency() == 100_ns);
}

TEST_CASE("a kernel that is no coroutine of its own is refused") {
  weft::Simulation<NsMachine> sim;
  CHECK_THROWS_SAYING(sim.launch([](auto&) -> weft::Kernel<> { return {}; }),
                      "launch: the kernel is empty");
  CHECK(sim.run().latency() == 0_ns);
}

TEST_CASE("an exception while the kernel is being made leaves launch, and nothing is launched") {
  weft::Simulation<NsMachine> sim;
  struct Throws {
    Throws() = default;
    Throws(const Throws&) { throw std::runtime_error("copy"); }
  };
  const Throws argument;
  CHECK_THROWS_SAYING(
      sim.launch([](auto& tl, const Throws&) -> weft::Kernel<> { co_await tl.now(); }, argument),
      "copy");
  CHECK(sim.idle());
}

TEST_CASE("a kernel launched inside another takes the next launch number in its turn") {
  weft::Simulation<CostlyMachine> sim;
  auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
  const auto child = [](auto& tl, Hbm t, std::uint32_t elements) -> weft::Kernel<> {
    CHECK((co_await tl.now()) == 1_ns);
    CHECK(elements == 50);
    auto tile = tl.load(t, shape<1, 50>);  // issued at 2
    co_await tl.exp(tile);
  };
  sim.launch(
      [&](auto& tl, Hbm t) -> weft::Kernel<> {
        auto tile = tl.load(t, shape<1, 50>);  // issued at 1
        tl.launch(child, t, 50U);              // after that, at 1
        co_await tl.exp(tile);
      },
      x);
  const weft::Report report = sim.run();
  // Loads: 1..121 ready 131, 121..241 ready 251. Exp: 4 to issue.
  CHECK(schedule(report) ==
        "load 1: 1..121\nload 2: 121..241\nexp 135: 135..185\nexp 255: 255..305\n");
  REQUIRE(report.kernels().size() == 2);
  CHECK(report.kernels()[1].launched == 1000);
  CHECK(report.kernels()[1].finished == 305000);
  weft_test::check_conservation(report);
}

TEST_CASE("ties are settled by launch rank") {
  weft::Simulation<NsMachine> sim;
  // All want the math engine at 0 and at the same later moments: served in launch order each time.
  for (int i = 0; i != 3; ++i)
    sim.launch([](auto& tl) -> weft::Kernel<> {
      auto tile = tl.zeros(dtype<f16>, shape<1, 10>);
      co_await tl.exp(tile);
      co_await tl.exp(tile);
    });
  const weft::Report report = sim.run();
  // Kernel 0 is woken at 10 and asks again at 10: behind the requests that 1 and 2 made at 0.
  CHECK(schedule(report) ==
        "exp 0: 0..10\nexp 0: 10..20\nexp 0: 20..30\nexp 10: 30..40\nexp 20: 40..50\nexp 30: "
        "50..60\n");
  std::string kernels;
  for (const weft::OpRecord& op : report.op_log()) kernels += std::to_string(op.kernel);
  CHECK(kernels == "012012");
}

TEST_CASE("an earlier kernel woken at the current time goes before later ones") {
  weft::Simulation<NsMachine> sim;
  auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
  std::string order;
  weft::Event ready(sim);
  sim.launch([&](auto&) -> weft::Kernel<> {
    co_await ready.wait();
    order += 'a';
  });
  sim.launch([&](auto& tl) -> weft::Kernel<> {
    co_await tl.exp(tl.zeros(dtype<f16>, shape<1, 10>));
    ready.set();
    order += 'b';
    co_await tl.now();  // does not suspend
    order += 'c';
    co_await tl.exp(tl.zeros(dtype<f16>, shape<1, 10>));
  });
  sim.launch([&](auto& tl) -> weft::Kernel<> {
    co_await tl.exp(tl.zeros(dtype<f16>, shape<1, 0 + 10>));
    order += 'd';
  });
  sim.launch([&](auto& tl) -> weft::Kernel<> {
    co_await tl.wait(tl.load(x, shape<1, 5>));  // 10 ns
    order += 'e';
  });
  sim.run();
  // At 10: kernel 1, which sets the event and goes on until it suspends; then 0, then 3. Kernel 2 ends at 20.
  CHECK(order == "bcaed");
}

TEST_CASE("kernels that share a PE do not delay each other's issue") {
  weft::Simulation<CostlyMachine> sim;
  for (int i = 0; i != 2; ++i)
    sim.launch([](auto& tl) -> weft::Kernel<> {
      auto tile = tl.zeros(dtype<f16>, shape<1, 1>);
      for (int n = 0; n != 3; ++n) co_await tl.exp(tile);  // 4 to issue, 1 to compute
    });
  const weft::Report report = sim.run();
  // Both issue at 4; 0 is served 4..5, 1 at 5..6. Then 0 at 9, 1 at 10, and so on.
  CHECK(schedule(report) ==
        "exp 4: 4..5\nexp 4: 5..6\nexp 9: 9..10\nexp 10: 10..11\nexp 14: 14..15\nexp 15: 15..16\n");
  weft_test::check_conservation(report);
}

TEST_CASE("an error before a kernel's first call names no line") {
  weft::Simulation<weft_test::NsMachine> sim;
  sim.launch([](auto&) -> weft::Kernel<> {
    throw std::runtime_error("too early");
    co_return;
  });
  CHECK_THROWS_WITH(sim.run(), "kernel 0 on PE 0 at 0 ns: too early");
}

TEST_CASE("a report's peak of scratch is that of its own run, engines used or not") {
  weft::Simulation<weft_test::NsMachine> sim;
  const auto peak = [&] {
    const weft::Report report = sim.run();
    REQUIRE(report.scratch().size() == 1);
    return report.scratch()[0].peak;
  };
  sim.launch([](auto& tl) -> weft::Kernel<> {
    auto four = tl.zeros(weft::shape<1, 4>, weft::dtype<weft::f16>);
    co_await tl.now();
  });
  CHECK(peak() == 8);
  sim.launch([](auto& tl) -> weft::Kernel<> {
    auto one = tl.zeros(weft::shape<1, 1>, weft::dtype<weft::f16>);
    co_await tl.exp(one);
  });
  CHECK(peak() == 4);  // and its exponential
}

// A tile of 100 bytes that two kernels hold: one is done with it at 0; the other, which goes first, makes five loads of 2
// bytes ahead, which take 1 ns each to issue, and gives it up after them, at 5. A kernel beside them has 200 bytes, and
// takes 200 more at 4, when the tile still counts.
namespace {

using Tile = weft::Tensor<f16, weft::Shape<1, 50>>;

constexpr auto hold_until_5 = [](auto& tl, weft::HbmTensor<f16> x, Tile tile) -> weft::Kernel<> {
  std::array<weft::Deferred<weft::Tensor<f16, weft::Shape<1, 1>>>, 5> ahead;
  for (auto& load : ahead) load = tl.load(x, shape<1, 1>);
  tile = {};
  for (auto& load : ahead) co_await load;
};
constexpr auto let_go = [](auto&, Tile tile) -> weft::Kernel<> {
  tile = {};
  co_return;
};
constexpr auto beside = [](auto& tl) -> weft::Kernel<> {
  auto large = tl.zeros(shape<1, 100>, dtype<f16>);
  co_await tl.exp(large);
};

template <class Kernel>
std::uint64_t peak_with_tile_of_two(const Kernel& kernel) {
  weft::Simulation<weft_test::CostlyMachine> sim;
  sim.launch(kernel, sim.hbm().tensor(dtype<f16>, 1, 1));
  sim.launch(beside);
  return sim.run().scratch().at(0).peak;
}

}  // namespace

TEST_CASE("a tile that a launched kernel holds too keeps its bytes till the last handle's moment") {
  CHECK(peak_with_tile_of_two([](auto& tl, weft::HbmTensor<f16> x) -> weft::Kernel<> {
          auto tile = tl.zeros(shape<1, 50>, dtype<f16>);
          tl.launch(let_go, tile);
          co_await hold_until_5(tl, x, std::move(tile));
        }) == 510);
}

TEST_CASE("a tile that joined kernels hold keeps its bytes till the last handle's moment") {
  CHECK(peak_with_tile_of_two([](auto& tl, weft::HbmTensor<f16> x) -> weft::Kernel<> {
          auto tile = tl.zeros(shape<1, 50>, dtype<f16>);
          Tile same = tile;
          auto first = hold_until_5(tl, x, std::move(tile));
          auto second = let_go(tl, std::move(same));
          co_await weft::when_all(std::move(first), std::move(second));
        }) == 510);
}

namespace {

struct CostlyPair : weft::Device<"costly-pair", weft::Grid<1, 2, weft_test::CostlyPe>> {};

}  // namespace

TEST_CASE("a tile that a kernel on another PE holds too keeps its bytes as long") {
  weft::Simulation<CostlyPair> sim;
  sim.launch(
      [&sim](auto& tl, weft::HbmTensor<f16> x) -> weft::Kernel<> {
        auto tile = tl.zeros(shape<1, 50>, dtype<f16>);
        sim.launch_on(1, let_go, tile);
        co_await hold_until_5(tl, x, std::move(tile));
      },
      sim.hbm().tensor(dtype<f16>, 1, 1));
  CHECK(sim.run().scratch().at(0).peak == 110);  // with the five loads
}
