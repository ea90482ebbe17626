// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/observe/write_text.hpp>
#include <weft/weft.hpp>

#include <cstdint>
#include <sstream>
#include <string>

#include "support/catch.hpp"
#include "support/machines.hpp"

using namespace weft::literals;

namespace {

constexpr auto row = weft::shape<1, 10>;
using Hbm = weft::HbmTensor<weft::f16>;

std::string text(const weft::Report& report) {
  std::ostringstream out;
  weft::write_text(out, report);
  return out.str();
}
std::string at(std::uint32_t line) { return "write_text.cpp:" + std::to_string(line); }

struct Pair
    : weft::Device<"pair",
                   weft::Grid<1, 2, weft_test::NsPe,
                              weft::Mesh<weft::LinkSpec{.bandwidth = 1_GBps, .latency = 5_ns}>>> {};

}  // namespace

TEST_CASE("padded and percent") {
  CHECK(weft::padded("ab", 4) == "  ab");
  CHECK(weft::padded("abcde", 4) == "abcde");
  CHECK(weft::percent(1, 3) == "33.3 %");
  CHECK(weft::percent(2, 3) == "66.7 %");
  CHECK(weft::percent(0, 7) == "0.0 %");
  CHECK(weft::percent(7, 7) == "100.0 %");
  CHECK(weft::percent(0, 0) == "-");
}

TEST_CASE("the text of a small run on one PE") {
  // Reads 0 to 20 and 20 to 40, exp 20 to 30, store 30 to 50. All tiles at once: 3 of 20 bytes, of 1,000.
  std::uint32_t first = 0;
  weft::Simulation<weft_test::SmallMachine> sim;
  const Hbm x = sim.hbm().tensor(weft::dtype<weft::f16>, 4, 10);
  sim.launch(
      [&](auto& tl, Hbm t) -> weft::Kernel<> {
        first = __LINE__ + 1;
        auto a = tl.load(t, row);
        auto unused = tl.load(t.at(1, 0), row);
        auto b = co_await tl.exp(a);
        co_await tl.store(t, b);
      },
      x);
  const std::string got = text(sim.run());
  CHECK(got ==
        "latency 50 ns, 1 kernel\n"
        "\n"
        "PE    engine        requests        busy ns     busy\n"
        "   0  dma.read             2             40   80.0 %\n"
        "   0  dma.write            1             20   40.0 %\n"
        "   0  math                 1             10   20.0 %\n"
        "\n"
        "scratch at its fullest: 60 of 1000 bytes, 6.0 %\n"
        "        20 bytes in 1 tile made at " +
            at(first) +
            "\n"
            "        20 bytes in 1 tile made at " +
            at(first + 1) +
            "\n"
            "        20 bytes in 1 tile made at " +
            at(first + 2) +
            "\n"
            "\n"
            "waiting ns     count    share   of the kernels' time\n"
            "        20         1   40.0 %   " +
            at(first + 2) + " waits for " + at(first) +
            "\n"
            "\n"
            "never used: 1 load made at " +
            at(first + 1) + "\n");
}

TEST_CASE("the text of a message between two PEs") {
  // PE 0 loads until 20 and sends until 40; the message is with PE 1 at 45, exp until 55.
  std::uint32_t first = 0;
  weft::Simulation<Pair> sim;
  const Hbm x = sim.hbm().tensor(weft::dtype<weft::f16>, 1, 10);
  sim.launch_on(
      0,
      [&](auto& tl, Hbm t) -> weft::Kernel<> {
        first = __LINE__ + 1;
        auto a = tl.load(t, row);
        co_await tl.send(weft::east, a);
      },
      x);
  std::uint32_t second = 0;
  sim.launch_on(1, [&](auto& tl) -> weft::Kernel<> {
    second = __LINE__ + 1;
    auto a = tl.recv(weft::west, row);
    co_await tl.exp(a);
  });
  const std::string got = text(sim.run());
  CHECK(got ==
        "latency 55 ns, 2 kernels\n"
        "\n"
        "PE    engine        requests        busy ns     busy\n"
        "   0  dma.read             1             20   36.4 %\n"
        "   1  math                 1             10   18.2 %\n"
        "\n"
        "scratch at its fullest: 40 bytes, on PE 1\n"
        "        20 bytes in 1 tile made at " +
            at(second) +
            "\n"
            "        20 bytes in 1 tile made at " +
            at(second + 1) +
            "\n"
            "\n"
            "waiting ns     count    share   of the kernels' time\n"
            "        45         1   47.4 %   " +
            at(second + 1) + " waits for " + at(second) +
            "\n"
            "        20         1   21.1 %   " +
            at(first + 1) + " waits for " + at(first) + "\n");
}

TEST_CASE("the text of a second run begins where the first ended") {
  weft::Simulation<weft_test::NsMachine> sim;
  const auto kernel = [](auto& tl) -> weft::Kernel<> {
    auto x = tl.zeros(weft::dtype<weft::f16>, row);
    co_await tl.exp(x);
  };
  sim.launch(kernel);
  sim.run();
  sim.launch(kernel);
  sim.launch(kernel);
  const std::string all = text(sim.run());
  CHECK(all.substr(0, all.find('\n')) == "latency 30 ns (began at 10 ns), 2 kernels");
}
