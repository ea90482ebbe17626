// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/kernel/deadlock.hpp>

#include <string>

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
using weft_test::SmallMachine;
using weft_test::check_conservation;
using weft_test::schedule;
using weft_test::waits;
using Hbm = weft::HbmTensor<f16>;


TEST_CASE("a deadlock names each kernel, its line, what it waits for and since when") {
  weft::Simulation<NsMachine> sim;
  auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
  weft::Event first(sim);
  weft::Event second(sim);
  std::uint32_t line = 0;
  sim.launch([](auto& tl) -> weft::Kernel<> { co_await tl.now(); });
  sim.launch([&](auto& tl, Hbm t) -> weft::Kernel<> {
    co_await tl.exp(tl.load(t, shape<1, 50>));
    line = __LINE__ + 1;
    co_await first.wait();
    second.set();
  }, x);
  sim.launch([&](auto&) -> weft::Kernel<> {
    co_await second.wait();
    first.set();
  });
  try {
    sim.run();
    FAIL("run returned");
  } catch (const weft::Deadlock& error) {
    const std::string text = error.what();
    CAPTURE(text);
    CHECK(text.find("deadlock at 150 ns: nothing is pending and 2 kernels wait;") == 0);
    CHECK(text.find("kernel 1 on PE 0 waits at deadlock.cpp:" + std::to_string(line) + " since 150 ns") !=
          std::string::npos);
    CHECK(text.find("kernel 2 on PE 0 waits at deadlock.cpp:" + std::to_string(line + 4) + " since 0 ns") !=
          std::string::npos);
  }
  // The host may still free them.
  second.set();
  CHECK(sim.run().latency() == 150_ns);
}

TEST_CASE("a kernel that waits for a load that failed is a deadlock that names the load") {
  weft::Simulation<SmallMachine> sim;
  auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
  std::uint32_t line = 0;
  sim.launch([&](auto& tl, Hbm t) -> weft::Kernel<> {
    auto a = tl.load(t, shape<6, 50>);
    line = __LINE__ + 1;
    auto b = tl.load(t, shape<6, 50>);
    try {
      co_await tl.wait(a);
    } catch (const weft::Error&) {
    }
    co_await tl.wait(b);
  }, x);
  CHECK_THROWS_SAYING(sim.run(), "deadlock.cpp:" + std::to_string(line));
}

TEST_CASE("the limit on virtual time says where everybody is") {
  weft::Simulation<NsMachine> sim;
  sim.limit({.virtual_time = 1_us});
  std::uint32_t line = 0;
  sim.launch([&](auto& tl) -> weft::Kernel<> {
    for (;;) {
      line = __LINE__ + 1;
      co_await tl.exp(tl.zeros(dtype<f16>, shape<1, 300>));
    }
  });
  try {
    sim.run();
    FAIL("run returned");
  } catch (const weft::Deadlock& error) {
    const std::string text = error.what();
    CAPTURE(text);
    CHECK(text.find("the limit on virtual time is reached: the next event is at 1200 ns;") == 0);
    CHECK(text.find("kernel 0 on PE 0 waits at deadlock.cpp:" + std::to_string(line) + " since 900 ns") !=
          std::string::npos);
    CHECK_THAT(text, weft_test::EndsWith(" until 1200 ns"));
  }
  CHECK(sim.now() == 900_ns);
}

TEST_CASE("an event exactly at the limit is performed") {
  weft::Simulation<NsMachine> sim;
  sim.limit({.virtual_time = 900_ns});
  sim.launch([](auto& tl) -> weft::Kernel<> {
    for (int i = 0; i != 3; ++i) co_await tl.exp(tl.zeros(dtype<f16>, shape<1, 300>));
  });
  CHECK(sim.run().latency() == 900_ns);
}

TEST_CASE("the limit on calls ends every kernel that calls tl") {
  const auto ends = [](auto kernel) {
    weft::Simulation<NsMachine> sim;
    auto x = sim.hbm().tensor(dtype<f16>, 16, 50);
    sim.limit({.calls = 1000});
    sim.launch(kernel, x);
    CHECK_THROWS_SAYING(sim.run(), "the limit on tl calls is reached");
  };
  ends([](auto& tl, Hbm) -> weft::Kernel<> { for (;;) co_await tl.now(); });
  ends([](auto& tl, Hbm x) -> weft::Kernel<> { for (;;) (void)tl.load(x, shape<1, 1>); co_return; });
  ends([](auto& tl, Hbm x) -> weft::Kernel<> { for (;;) (void)tl.load_async(x, shape<1, 1>); co_return; });
  ends([](auto& tl, Hbm) -> weft::Kernel<> { for (;;) (void)tl.zeros(dtype<f16>, shape<1, 1>); co_return; });
  ends([](auto& tl, Hbm) -> weft::Kernel<> { for (;;) (void)tl.iota(shape<1, 4>); co_return; });
  ends([](auto& tl, Hbm) -> weft::Kernel<> {
    auto a = tl.zeros(dtype<f16>, shape<1, 1>);
    for (;;) (void)tl.trans(a);
    co_return;
  });
  ends([](auto& tl, Hbm) -> weft::Kernel<> {
    auto a = tl.zeros(dtype<f16>, shape<2, 2>);
    for (;;) (void)tl.slice(a, shape<1, 1>, 0, 0);
    co_return;
  });
  ends([](auto& tl, Hbm x) -> weft::Kernel<> {
    auto a = co_await tl.load(x, shape<1, 1>);
    for (;;) co_await tl.store_async(x, a);
  });
  ends([](auto& tl, Hbm) -> weft::Kernel<> {
    for (;;) tl.launch([](auto& inner) -> weft::Kernel<> { co_await inner.now(); });
    co_return;
  });
  ends([](auto& tl, Hbm) -> weft::Kernel<> { for (;;) auto scope = tl.scratch_scope(); co_return; });
  ends([](auto& tl, Hbm x) -> weft::Kernel<> { for (;;) (void)tl.ref(x, shape<1, 1>); co_return; });
  ends([](auto& tl, Hbm x) -> weft::Kernel<> {
    auto block = tl.ref(x, shape<1, 1>);
    for (;;) (void)tl.trans(block);
    co_return;
  });
  ends([](auto& tl, Hbm x) -> weft::Kernel<> {
    const auto load = [&](std::size_t) { return tl.load(x, shape<1, 1>); };
    for (;;)
      for (auto& tile : tl.prefetch(0, weft::depth<1>, load)) (void)tile;
    co_return;
  });
  // composites of which only the first has begun
  ends([](auto& tl, Hbm x) -> weft::Kernel<> {
    auto a = tl.zeros(dtype<f16>, shape<1, 1>);
    for (;;) co_await tl.composite(weft::gemm, a, tl.ref(x, shape<1, 1>));
  });
  // ops that are made, and never awaited
  ends([](auto& tl, Hbm) -> weft::Kernel<> { for (;;) (void)tl.now(); co_return; });
  ends([](auto& tl, Hbm x) -> weft::Kernel<> {
    auto a = tl.load(x, shape<1, 1>);
    for (;;) (void)tl.wait(a);
    co_return;
  });
  ends([](auto& tl, Hbm x) -> weft::Kernel<> {
    auto a = tl.load(x, shape<1, 1>);
    for (;;) (void)tl.store(x, a);
    co_return;
  });
  ends([](auto& tl, Hbm) -> weft::Kernel<> {
    auto a = tl.zeros(dtype<f16>, shape<1, 1>);
    for (;;) (void)tl.exp(a);
    co_return;
  });
  ends([](auto& tl, Hbm) -> weft::Kernel<> {
    auto a = tl.zeros(dtype<f16>, shape<1, 1>);
    for (;;) (void)tl.scalar(a, 1.0);
    co_return;
  });
  // one made once, and awaited for ever
  ends([](auto& tl, Hbm) -> weft::Kernel<> {
    auto now = tl.now();
    for (;;) co_await now;
  });
  ends([](auto& tl, Hbm x) -> weft::Kernel<> {
    auto a = tl.load(x, shape<1, 1>);
    for (;;) co_await a;
  });
}

TEST_CASE("the limit on calls counts those of all kernels, and names the line that went beyond") {
  weft::Simulation<NsMachine> sim;
  sim.limit({.calls = 11});  // the twelfth is the second kernel's constant
  std::uint32_t line = 0;
  for (int i = 0; i != 2; ++i)
    sim.launch([&line](auto& tl) -> weft::Kernel<> {
      for (int n = 0; n != 5; ++n) co_await tl.now();
      line = __LINE__ + 1;
      (void)tl.zeros(dtype<f16>, shape<1, 1>);
      co_return;
    });
  try {
    sim.run();
    FAIL("run returned");
  } catch (const weft::KernelError& error) {
    CHECK(error.where.line() == line);
  }
  weft::Simulation<NsMachine> enough;
  enough.limit({.calls = 10});
  for (int i = 0; i != 2; ++i)
    enough.launch([](auto& tl) -> weft::Kernel<> {
      for (int n = 0; n != 5; ++n) co_await tl.now();
    });
  enough.run();
}

TEST_CASE("the limit on calls names who else waits, kernels that others wait for in their stead") {
  weft::Simulation<NsMachine> sim;
  sim.limit({.calls = 100});
  weft::Event event(sim);
  std::uint32_t line = 0;
  const auto waits_for_it = [&event](auto&) -> weft::Kernel<> { co_await event.wait(); };
  const auto works = [](auto& tl) -> weft::Kernel<> {
    co_await tl.exp(tl.zeros(dtype<f16>, shape<1, 300>));
  };
  line = __LINE__;
  sim.launch([&](auto& tl) -> weft::Kernel<> {
    auto first = waits_for_it(tl);
    auto second = works(tl);
    co_await weft::when_all(std::move(first), std::move(second));
  });
  sim.launch(works);
  sim.launch([](auto& tl) -> weft::Kernel<> {
    co_await tl.now();
    co_await tl.exp(tl.zeros(dtype<f16>, shape<1, 10>));  // behind the two others on the engine
    for (;;) co_await tl.now();
  });
  sim.launch([](auto& tl) -> weft::Kernel<> { co_await tl.now(); });
  const auto at = [&](int after) {
    return "deadlock.cpp:" + std::to_string(static_cast<int>(line) + after);
  };
  CHECK_THROWS_WITH(
      sim.run(), "kernel 2 on PE 0 at 610 ns, " + at(10) + ": the limit on tl calls is reached;"
      " kernel 0 on PE 0 waits at " + at(-4) + " since 0 ns for an event that nobody has set");
  weft::Simulation<NsMachine> at_once;
  at_once.limit({.calls = 100});
  at_once.launch(works);
  at_once.launch([](auto& tl) -> weft::Kernel<> { for (;;) co_await tl.now(); });
  at_once.launch(works);
  CHECK_THROWS_WITH(
      at_once.run(), "kernel 1 on PE 0 at 0 ns, " + at(22) + ": the limit on tl calls is reached;"
      " kernel 0 on PE 0 waits at " + at(-2) + " since 0 ns until 300 ns;"
      " kernel 2 on PE 0 has not begun");
  weft::Simulation<NsMachine> many;
  many.limit({.calls = 100});
  many.launch([](auto& tl) -> weft::Kernel<> {
    for (;;) tl.launch([](auto& inner) -> weft::Kernel<> { co_await inner.now(); });
    co_return;
  });
  CHECK_THROWS_WITH(many.run(),
                    weft_test::EndsWith("kernel 4 on PE 0 has not begun; 96 more kernels have not begun"));
}
