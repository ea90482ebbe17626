// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/observe/write_text.hpp>
#include <weft/weft.hpp>

#include <cstdint>
#include <sstream>
#include <string>
#include <utility>

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
        "link or port            requests        bytes        busy ns     busy\n"
        "link 0 -> 1 east               1           20             20   36.4 %\n"
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

TEST_CASE("the text of messages that were not both sent and received, by line") {
  weft::Report::Data data;
  const auto here = std::source_location::current();
  const auto below = std::source_location::current();
  using State = weft::MessageState;
  data.unreceived = {{State::not_received, 0, 1, 0, here, 0_ns},
                     {State::no_place, 0, 1, 0, here, 0_ns},
                     {State::not_sent, 1, 2, 1, below, 1500_ps},
                     {State::no_place, 5, 6, 2, here, 20_ns}};
  CHECK(text(weft::Report(std::move(data))) ==
        "latency 0 ns, 0 kernels\n"
        "\nnever received: 1 message sent at " +
            at(here.line()) +
            ", on PE 0 to PE 1 at 0 ns\n"
            "\nnever left, for want of a place: 2 messages sent at " +
            at(here.line()) +
            ", the first on PE 0 to PE 1 at 0 ns\n"
            "\nnever sent: 1 message expected at " +
            at(below.line()) + ", on PE 1 from PE 2 at 1.5 ns\n");
}

TEST_CASE("the text of many links: the busiest, and the others together") {
  weft::Report::Data data;
  data.begin = 100_ns;
  data.latency = 200_ns;
  for (std::uint32_t pe = 0; pe != 9; ++pe)
    data.links.push_back({"link", pe, pe + 1, "next", weft::Duration{1000 * (pe + 1)}, pe, 8 * pe});
  data.links.push_back(
      {"hbm", 4, 4, "", 80_ns, 3, 4096, {.place = weft::Place::cube, .pe = 4, .pes = 2}});
  const weft::Report report(std::move(data));
  const std::string got = text(report);
  CHECK(got.substr(got.find('\n')) ==
        "\n\n"
        "link or port            requests        bytes        busy ns     busy\n"
        "PEs 4 to 5, hbm                3         4096             80   80.0 %\n"
        "link 8 -> 9 next               8           64              9    9.0 %\n"
        "link 7 -> 8 next               7           56              8    8.0 %\n"
        "link 6 -> 7 next               6           48              7    7.0 %\n"
        "link 5 -> 6 next               5           40              6    6.0 %\n"
        "link 4 -> 5 next               4           32              5    5.0 %\n"
        "link 3 -> 4 next               3           24              4    4.0 %\n"
        "link 2 -> 3 next               2           16              3    3.0 %\n"
        "and 2 more                     1            8              3    1.5 %\n");
  CHECK(report.utilisation(report.links().back()) == 0.8);
  CHECK(report.busy("hbm") == 80_ns);
  CHECK(report.busy("link") == 45_ns);
}
