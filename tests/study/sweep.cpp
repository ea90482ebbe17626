// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/study.hpp>
#include <weft/weft.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <ranges>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/machines.hpp"

using namespace weft::literals;

namespace {

using F16 = weft::HbmTensor<weft::f16>;

/// 1 ns for an element of math; a byte is read at the bandwidth.
template <weft::Bandwidth bandwidth>
struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = bandwidth},
                                             .write = {.bandwidth = bandwidth}}>,
                     weft::Math<weft::MathSpec{.lanes = 1, .clock = 1_GHz}>> {};
template <weft::Bandwidth bandwidth>
struct Reads : weft::Device<"reads", Pe<bandwidth>> {};

constexpr auto at_once = [](auto& tl, F16 x, int tiles) -> weft::Kernel<> {
  for (int i = 0; i < tiles; ++i) co_await tl.exp(tl.load(x, weft::shape<4, 8>));
};
constexpr auto one_ahead = [](auto& tl, F16 x, int tiles) -> weft::Kernel<> {
  auto ahead = tl.load(x, weft::shape<4, 8>);
  for (int i = 0; i < tiles; ++i) {
    auto tile = ahead;
    if (i + 1 < tiles) ahead = tl.load(x, weft::shape<4, 8>);
    co_await tl.exp(tile);
  }
};

constexpr auto latency = []<class Machine>(weft::Type<Machine>, const auto& kernel, int tiles) {
  weft::Simulation<Machine> sim;
  sim.launch(kernel, sim.hbm().tensor(weft::dtype<weft::f16>, 4, 8), tiles);
  return sim.run().latency().ps / 1000;
};

std::string thrown(std::size_t count, unsigned threads, std::set<std::size_t> bad) {
  try {
    weft::sweep(
        std::views::iota(std::size_t{0}, count),
        [&](std::size_t i) {
          if (bad.contains(i)) throw std::runtime_error("at " + std::to_string(i));
          return i;
        },
        threads);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing";
}

}  // namespace

// A tile is 64 bytes: 64 ns at 1 GB/s, 32 ns at 2 GB/s, 16 ns at 4 GB/s; its exp takes 32 ns. At once, n tiles take
// n * (load + 32) ns; one ahead, load + (n - 1) * max(load, 32) + 32 ns.
TEST_CASE("machines x kernels x parameters, in order, on any number of threads") {
  const auto points = weft::over(weft::machines<Reads<1_GBps>, Reads<2_GBps>, Reads<4_GBps>>,
                                 weft::kernels(at_once, one_ahead), std::array{1, 3});
  const std::vector<std::int64_t> expected{96, 288, 96, 224,  //
                                           64, 192, 64, 128,  //
                                           48, 144, 48, 112};
  for (const unsigned threads : {0U, 1U, 2U, 3U, 100U}) {
    CAPTURE(threads);
    CHECK(weft::sweep(points, latency, threads) == expected);
  }
  CHECK(expected[points.index(2, 1, 1)] == 112);
}

TEST_CASE("a range of points alone") {
  const std::vector<int> tiles{5, 1, 2};
  const auto run = [](int n) { return latency(weft::Type<Reads<1_GBps>>{}, at_once, n); };
  CHECK(weft::sweep(tiles, run) == std::vector<std::int64_t>{480, 96, 192});
  CHECK(weft::sweep(std::vector<int>{}, run).empty());
}

TEST_CASE("results need only be movable, and bools do not share bytes") {
  const auto made =
      weft::sweep(std::array{3, 4}, [](int n) { return std::make_unique<int>(n); }, 2);
  CHECK(*made[0] == 3);
  CHECK(*made[1] == 4);
  const auto odd = weft::sweep(std::views::iota(0, 64), [](int n) { return n % 2 == 1; }, 4);
  for (std::size_t i = 0; i != 64; ++i) CHECK(odd[i] == (i % 2 == 1));
}

TEST_CASE("one thread is the caller's; more are others") {
  const auto here = [](int) { return std::this_thread::get_id(); };
  for (const std::thread::id id : weft::sweep(std::views::iota(0, 3), here, 1))
    CHECK(id == std::this_thread::get_id());
  for (const std::thread::id id : weft::sweep(std::views::iota(0, 3), here, 2))
    CHECK(id != std::this_thread::get_id());
}

TEST_CASE("points run at the same time") {
  // Each of the two waits for the other: with one thread this would never end.
  std::atomic<int> begun = 0;
  const auto meet = [&](int) {
    ++begun;
    while (begun != 2) std::this_thread::yield();
    return true;
  };
  CHECK(weft::sweep(std::array{0, 1}, meet, 2) == std::vector<bool>{true, true});
}

TEST_CASE("the first exception in order leaves, however many threads there are") {
  for (const unsigned threads : {1U, 2U, 8U}) {
    CAPTURE(threads);
    CHECK(thrown(1000, threads, {3, 4, 5, 900}) == "at 3");
    CHECK(thrown(4, threads, {0, 1, 2, 3}) == "at 0");
    CHECK(thrown(1000, threads, {999}) == "at 999");
    CHECK(thrown(1000, threads, {}) == "nothing");
  }
}

TEST_CASE("the first in order, though a later one is thrown earlier") {
  std::atomic<bool> later_has_thrown = false;
  const auto function = [&](int i) -> int {
    if (i == 1) {
      later_has_thrown = true;
      throw std::runtime_error("the later one");
    }
    while (!later_has_thrown) std::this_thread::yield();
    throw std::runtime_error("the first");
  };
  CHECK_THROWS_WITH(weft::sweep(std::array{0, 1}, function, 2), "the first");
}

TEST_CASE("after an exception no more points are begun") {
  std::atomic<int> begun = 0;
  const auto function = [&](int) -> int {
    ++begun;
    throw std::runtime_error("no");
  };
  CHECK_THROWS(weft::sweep(std::views::iota(0, 1000), function, 1));
  CHECK(begun == 1);
  begun = 0;
  CHECK_THROWS(weft::sweep(std::views::iota(0, 1000), function, 4));
  CHECK(begun <= 4);
}

TEST_CASE("what a kernel throws leaves with its place, from another thread too") {
  const auto broken = [](auto& tl, F16 x) -> weft::Kernel<> {
    co_await tl.exp(tl.load(x.at(8, 0), weft::shape<4, 8>));
  };
  const auto run = [&](int) {
    weft::Simulation<weft_test::NsMachine> sim;
    sim.launch(broken, sim.hbm().tensor(weft::dtype<weft::f16>, 4, 8));
    return sim.run().latency();
  };
  CHECK_THROWS_WITH(weft::sweep(std::array{0, 1}, run, 2),
                    weft_test::StartsWith("kernel 0 on PE 0 at 0 ns") &&
                        weft_test::EndsWith("row 8 is outside its extent 4"));
}

TEST_CASE("reports outlive the threads that made them") {
  const auto run = [](int tiles) {
    weft::Simulation<Reads<1_GBps>> sim;
    sim.launch(one_ahead, sim.hbm().tensor(weft::dtype<weft::f16>, 4, 8), tiles);
    return sim.run();
  };
  const std::vector<weft::Report> reports = weft::sweep(std::array{1, 2, 3}, run, 3);
  for (std::size_t i = 0; i != 3; ++i) {
    CHECK(reports[i].count("memory/dma_read") == i + 1);
    CHECK(reports[i].op_log().size() == 2 * (i + 1));
  }
}

TEST_CASE("a sweep inside a sweep") {
  const auto sums = weft::sweep(
      std::array{10, 20},
      [](int tens) {
        const std::vector<int> inner =
            weft::sweep(std::array{1, 2}, [tens](int n) { return tens + n; }, 2);
        return inner[0] + inner[1];
      },
      2);
  CHECK(sums == std::vector<int>{23, 43});
}
