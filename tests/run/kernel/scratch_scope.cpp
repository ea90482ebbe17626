// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/weft.hpp>

#include <map>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/machines.hpp"

// On the machine of this test a load or store of 1xN f16 takes 2N ns, exp of it N ns, dot of 1xK by Kx1 K ns, and
// scratch has 1,000 bytes: 1x100 takes 200 of them.

using namespace weft::literals;

namespace {

constexpr auto f16 = weft::dtype<weft::f16>;
constexpr auto row = weft::shape<1, 100>;
using Hbm = weft::HbmTensor<weft::f16>;
using Row = weft::Tensor<weft::f16, weft::Shape<1, 100>>;

template <class Kernel>
weft::Report run(Kernel kernel) {
  weft::Simulation<weft_test::SmallMachine> sim;
  const Hbm x = sim.hbm().tensor(f16, 8, 100);
  sim.launch(kernel, x);
  return sim.run();
}
template <class Kernel>
std::string error(Kernel kernel) {
  try {
    run(kernel);
  } catch (const weft::KernelError& e) {
    return e.what();
  }
  return "none";
}
std::uint64_t peak(const weft::Report& report) { return report.scratch().at(0).peak; }
/// Bytes live at the peak, in the order of their lines, which count from `first`.
std::string live(const weft::Report& report, std::uint32_t first) {
  std::map<std::uint32_t, std::uint64_t> bytes;
  for (const weft::LiveTiles& tiles : report.scratch().at(0).live)
    bytes[tiles.where.line()] += tiles.bytes;
  std::string text;
  for (const auto& [line, sum] : bytes)
    text += "+" + std::to_string(line - first) + ": " + std::to_string(sum) + "; ";
  return text;
}

}  // namespace

TEST_CASE("a scope frees what was made inside, whoever holds a handle") {
  const weft::Report report = run([](auto& tl, Hbm) -> weft::Kernel<> {
    std::vector<Row> kept;
    for (int i = 0; i != 20; ++i) {
      auto scope = tl.scratch_scope();
      auto work = tl.zeros(f16, row);
      kept.push_back(co_await tl.exp(work));
    }
  });
  CHECK(peak(report) == 400);
}

TEST_CASE("a tile that is used after its scope: the error names the lines") {
  std::uint32_t made = 0;
  const std::string text = error([&](auto& tl, Hbm) -> weft::Kernel<> {
    auto zeros = tl.zeros(f16, row);
    Row e;
    {
      made = __LINE__ + 1;
      auto scope = tl.scratch_scope();
      e = co_await tl.exp(zeros);
    }
    co_await tl.exp(zeros);  // not made inside
    co_await tl.exp(e);
  });
  const auto line = [](std::uint32_t number) {
    return "scratch_scope.cpp:" + std::to_string(number);
  };
  CHECK(text == "kernel 0 on PE 0 at 200 ns, " + line(made + 4) + ": an operand was made at " +
                    line(made + 1) + " inside the scratch scope of " + line(made) +
                    ", which has recycled it");
}

TEST_CASE("a scope keeps Deferreds that nobody has waited for, ready or not") {
  const weft::Report report = run([](auto& tl, Hbm x) -> weft::Kernel<> {
    weft::Deferred<Row> early, late;
    weft::Deferred<weft::Tensor<weft::f16, weft::Shape<1, 1>>> product;
    auto zeros = tl.zeros(f16, row);
    {
      auto scope = tl.scratch_scope();
      early = tl.load(x, row);                                  // 0 to 200
      product = co_await tl.dot_async(zeros, tl.trans(zeros));  // 0 to 100
      co_await tl.wait(tl.load(x.at(1, 0), row));               // 200 to 400
      late = tl.load(x.at(2, 0), row);                          // 400 to 600
    }
    co_await tl.exp(early);    // 400 to 500
    co_await tl.exp(late);     // 600 to 700
    co_await tl.exp(product);  // 700 to 701
  });
  CHECK(report.latency() == 701_ns);
}

TEST_CASE("a scope keeps what a store in flight reads; its completion outlives every scope") {
  const auto kernel = [](bool early) {
    return [early](auto& tl, Hbm x) -> weft::Kernel<> {
      auto zeros = tl.zeros(f16, row);
      Row e;
      weft::Deferred<void> stored;
      {
        auto scope = tl.scratch_scope();
        e = co_await tl.exp(zeros);                              // 0 to 100
        stored = co_await tl.store_async(x, e);                  // 100 to 300
        if (!early) co_await tl.wait(tl.load(x.at(1, 0), row));  // 100 to 300
      }
      co_await tl.wait(stored);  // not an error, when it is long over either
      if (early) co_await tl.exp(e);
      auto [a, b] = std::pair{tl.zeros(f16, row), tl.zeros(f16, row)};
      co_await tl.exp(a);  // 800 bytes, unless something has been kept in vain
      (void)b;
    };
  };
  CHECK(peak(run(kernel(true))) == 1000);
  CHECK(peak(run(kernel(false))) == 800);
}

TEST_CASE("a scope does not take a tile from a store of another kernel") {
  weft::Simulation<weft_test::SmallMachine> sim;
  const Hbm x = sim.hbm().tensor(f16, 8, 100);
  const auto writer = [](auto& tl, Hbm to, Row tile) -> weft::Kernel<> {
    co_await tl.store(to, tile);  // 0 to 200
    co_await tl.exp(tile);        // 200 to 300
  };
  sim.launch(
      [&](auto& tl, Hbm to) -> weft::Kernel<> {
        auto scope = tl.scratch_scope();
        auto zeros = tl.zeros(f16, row);
        tl.launch(writer, to, zeros);
        co_await tl.load(to, weft::shape<1, 5>);  // 0 to 10
        scope.end();                              // the writer is still at its store
      },
      x);
  CHECK(sim.run().latency() == 300_ns);
}

TEST_CASE("a scope frees a tile whose handle has gone, but whose release is still to come") {
  // The other kernel makes every plain call wait for its turn.
  weft::Simulation<weft_test::SmallMachine> sim;
  const Hbm x = sim.hbm().tensor(f16, 8, 100);
  sim.launch([](auto& tl, Hbm from) -> weft::Kernel<> { co_await tl.load(from, row); }, x);
  sim.launch(
      [](auto& tl, Hbm from) -> weft::Kernel<> {
        auto zeros = tl.zeros(f16, row);
        auto scope = tl.scratch_scope();
        auto e = co_await tl.exp(zeros);
        auto y = tl.load(from, row);
        scope.end();             // e is gone
        e = tl.zeros(f16, row);  // and this takes its place
        co_await tl.exp(y);
      },
      x);
  CHECK(peak(sim.run()) ==
        800);  // the other kernel's load, zeros, y, and e or what takes its place
}

TEST_CASE("a tile that a composite reads is its kernel's until that has come so far") {
  // Blocking: the loads are called ahead of their moments, and so is the end of `a`.
  weft::Simulation<weft_test::SmallMachine, weft::Blocking> sim;
  const Hbm x = sim.hbm().tensor(f16, 8, 100);
  sim.launch(
      [](auto& tl, Hbm b) -> weft::Kernel<> {
        auto a = tl.zeros(f16, weft::shape<1, 8>);
        auto c = co_await tl.composite(weft::gemm(weft::shape<8, 10>), a,
                                       tl.ref(b, weft::shape<8, 10>));  // 0 to 160, GEMM to 240
        auto y = tl.load(b, row);                                       // 160 to 360
        auto z = tl.load(b, row);                                       // 360 to 560
        a = {};
        co_await tl.wait(c);
      },
      x);
  CHECK(peak(sim.run()) == 16 + 20 + 200 + 200);  // `a` is there until 560
}

TEST_CASE("what is live at the peak adds up to it, whatever becomes of it afterwards") {
  std::uint32_t first = 0;
  const weft::Report report = run([&](auto& tl, Hbm x) -> weft::Kernel<> {
    first = __LINE__ + 1;
    (void)tl.load(x, row);  // dropped, 0 to 200
    auto zeros = tl.zeros(weft::dtype<weft::f32>, weft::shape<1, 1>);
    auto half = tl.zeros(f16, weft::shape<1, 10>);
    auto more = co_await tl.exp(half);                  // 0 to 10: 244 bytes
    co_await tl.dot(half, tl.trans(more), zeros);       // writes into zeros
    co_await tl.wait(tl.load(x, weft::shape<1, 100>));  // asked at 20: the peak is here
  });
  CHECK(peak(report) == 200 + 4 + 20 + 20 + 200);
  CHECK(live(report, first) == "+0: 200; +1: 4; +2: 20; +3: 20; +5: 200; ");
}

TEST_CASE("what is live when scratch is exhausted adds up, with what an op is making") {
  std::uint32_t first = 0;
  weft::Simulation<weft_test::SmallMachine> sim;
  sim.launch([&](auto& tl) -> weft::Kernel<> {
    first = __LINE__ + 1;
    auto zeros = tl.zeros(f16, row);
    co_await tl.exp(zeros);  // 200 bytes from 0 to 100
  });
  sim.launch([&](auto& tl) -> weft::Kernel<> {
    auto big = tl.zeros(f16, weft::shape<1, 350>);
    co_await tl.exp(big);
  });
  std::string text;
  try {
    sim.run();
  } catch (const weft::KernelError& e) {
    text = e.what();
  }
  const auto line = [](std::uint32_t number) {
    return "scratch_scope.cpp:" + std::to_string(number);
  };
  CHECK(
      text ==
      "kernel 1 on PE 0 at 0 ns, " + line(first + 4) +
          ": scratch exhausted: 700 bytes asked, 400 of 1000 in use: 1 tile, 200 bytes, made at " +
          line(first) + "; 1 tile, 200 bytes, made at " + line(first + 1));
}

TEST_CASE("scopes nest; ending one ends those inside it, and only once") {
  const weft::Report report = run([](auto& tl, Hbm) -> weft::Kernel<> {
    auto before = tl.zeros(f16, row);
    auto outer = tl.scratch_scope();
    auto a = tl.zeros(f16, row);
    auto inner = tl.scratch_scope();
    auto b = tl.zeros(f16, row);
    outer.end();  // 600 bytes were live; `before` remains
    auto c = tl.zeros(f16, row);
    auto next = tl.scratch_scope();  // may stand where the inner one stood
    auto d = tl.zeros(f16, row);
    inner.end();  // has ended: neither `c` nor `d` goes
    auto e = tl.zeros(f16, row);
    co_await tl.exp(d);
    co_await tl.exp(c);
    co_await tl.exp(e);
    co_await tl.exp(before);
  });
  CHECK(peak(report) == 1000);  // before, c, d, e and what exp makes
}

TEST_CASE("an inner scope's unfinished tiles belong to the outer one") {
  const weft::Report report = run([](auto& tl, Hbm x) -> weft::Kernel<> {
    weft::Deferred<Row> late;
    {
      auto outer = tl.scratch_scope();
      {
        auto inner = tl.scratch_scope();
        late = tl.load(x, row);
        auto work = tl.zeros(f16, row);
        co_await tl.exp(work);
      }
      co_await tl.wait(late);
    }
    auto a = tl.zeros(f16, weft::shape<1, 250>);
    co_await tl.exp(a);
  });
  CHECK(peak(report) == 1000);
}
