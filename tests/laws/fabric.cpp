// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/weft.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/conservation.hpp"

// Contention against closed forms. A tile of 50x100 f16 is 10,000 B: 100 ns at 100 GB/s, 200 ns at 50 GB/s.

using namespace weft::literals;

namespace {

constexpr auto f16 = weft::dtype<weft::f16>;
constexpr auto tile = weft::shape<50, 100>;
constexpr std::int64_t ns = 1'000;

template <class... More>
struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = 100_GBps, .setup = 10_ns},
                                             .write = {.bandwidth = 100_GBps, .setup = 10_ns}}>,
                     More...> {};
constexpr weft::LinkSpec link{.bandwidth = 50_GBps, .setup = 15_ns, .latency = 5_ns, .slots = 1};
constexpr std::int64_t setup = 15 * ns, latency = 5 * ns, beta = 200 * ns;

/// PEs by fours at a channel of 100 GB/s, by twos, and each at its own.
template <std::uint32_t sharers>
struct Shared
    : weft::Device<
          "shared",
          weft::Grid<1, 4,
                     Pe<weft::Hbm<weft::HbmSpec{.bandwidth = 100_GBps, .sharers = sharers}>>>> {};
struct Row : weft::Device<"row", weft::Grid<1, 8, Pe<>, weft::Mesh<link>>> {};
template <std::size_t C>
struct Plane : weft::Device<"plane", weft::Grid<4, C, Pe<>, weft::Mesh<link>>> {};
struct Ported
    : weft::Device<
          "ported",
          weft::Grid<1, 4, Pe<weft::Hbm<weft::HbmSpec{.bandwidth = 100_GBps, .latency = 20_ns}>>,
                     weft::Mesh<link>>> {};

struct Block
    : weft::Device<
          "block",
          weft::Grid<2, 3, Pe<weft::Hbm<weft::HbmSpec{.bandwidth = 100_GBps, .latency = 20_ns}>>,
                     weft::Mesh<link>>> {};

using Half = Pe<weft::Hbm<weft::HbmSpec{.capacity = 1_GiB, .sharers = 2}>>;
struct Stacks : weft::Device<"stacks", Pe<>, weft::Grid<1, 2, weft::Cube<Half, Half>>> {};

constexpr auto reads = [](auto& tl, weft::HbmTensor<weft::f16> from, int count) -> weft::Kernel<> {
  for (int i = 0; i != count; ++i) {
    auto x = tl.load(from, tile);
    (void)x;
  }
  co_return;
};
constexpr auto sender = [](auto& tl, std::uint32_t to) -> weft::Kernel<> {
  auto x = tl.zeros(tile, f16);
  co_await tl.send(to, x);
};
constexpr auto receiver = [](auto& tl, std::vector<std::uint32_t> from) -> weft::Kernel<> {
  for (const std::uint32_t pe : from) {
    auto x = tl.recv(pe, tile, f16);
    (void)x;
  }
  co_return;
};

/// Every PE in `from` sends one tile to `to`.
template <class Machine>
weft::Report gather(std::uint32_t to, const std::vector<std::uint32_t>& from) {
  weft::Simulation<Machine> sim;
  for (const std::uint32_t pe : from) sim.launch_on(pe, sender, to);
  sim.launch_on(to, receiver, from);
  return sim.run();
}

/// What a link or port did: "400 ns in 2 requests of 20000 B", or "rested".
std::string use_of(const weft::Report& report, const std::string& name) {
  for (const weft::LinkUse& use : report.links())
    if (use.name() == name)
      return weft::sentence(weft::nanoseconds(use.busy), " ns in ", use.requests, " requests of ",
                            use.bytes, " B");
  return "rested";
}

}  // namespace

TEST_CASE("PEs that share a channel: its port serves their reads one after the other") {
  // setup once, then the port is busy without a gap: every PE's k-th read asks for it 110 ns after its (k-1)-th.
  const auto time = []<std::uint32_t sharers>(std::integral_constant<std::uint32_t, sharers>,
                                              std::uint32_t pes, int count) {
    weft::Simulation<Shared<sharers>> sim;
    for (std::uint32_t pe = 0; pe != pes; ++pe) {
      const auto from = sim.hbm(pe).tensor(f16, 50, 100);
      sim.launch_on(pe, reads, from, count);
    }
    const weft::Report report = sim.run();
    // Every port is busy for just its transfers.
    const std::uint64_t reads_of_port = sharers * static_cast<std::uint64_t>(count);
    CHECK(report.links().size() == pes / sharers);
    for (const weft::LinkUse& port : report.links())
      CHECK(use_of(report, port.name()) == weft::sentence(reads_of_port * 100, " ns in ",
                                                          reads_of_port, " requests of ",
                                                          reads_of_port * 10'000, " B"));
    return report.latency().ps;
  };
  for (const int n : {1, 2, 5}) {
    CAPTURE(n);
    // Private: n (setup + bytes/bandwidth), the DMA channel is the bottleneck.
    CHECK(time(std::integral_constant<std::uint32_t, 1>{}, 4, n) == n * 110 * ns);
    // Two at one port: 2 n bytes/bandwidth. Two pairs at two ports do not disturb each other.
    CHECK(time(std::integral_constant<std::uint32_t, 2>{}, 2, n) == (10 + 2 * n * 100) * ns);
    CHECK(time(std::integral_constant<std::uint32_t, 2>{}, 4, n) == (10 + 2 * n * 100) * ns);
    CHECK(time(std::integral_constant<std::uint32_t, 4>{}, 4, n) == (10 + 4 * n * 100) * ns);
  }
}

TEST_CASE("n senders to one receiver: its last link is the bottleneck") {
  for (std::uint32_t n = 1; n != 8; ++n) {
    std::vector<std::uint32_t> from;
    for (std::uint32_t pe = 1; pe <= n; ++pe) from.push_back(pe);
    CAPTURE(n);
    // All through one link: setup + n bytes/bandwidth + latency.
    const weft::Report report = gather<Row>(0, from);
    CHECK(report.latency().ps == setup + n * beta + latency);
    // That link never rests. The one behind it is busy as long as its own n - 1 messages take.
    CHECK(use_of(report, "link 1 -> 0 west") ==
          weft::sentence(15 + n * 200, " ns in ", n, " requests of ", n * 10'000, " B"));
    if (n > 1)
      CHECK(use_of(report, "link 2 -> 1 west") == weft::sentence(15 + (n - 1) * 200, " ns in ",
                                                                 n - 1, " requests of ",
                                                                 (n - 1) * 10'000, " B"));
    CHECK(use_of(report, "link 0 -> 1 east") == "rested");
  }
  // From two sides at once: as long as the longer side takes.
  CHECK(gather<Row>(3, {0, 1, 2, 4, 5, 6, 7}).latency().ps == setup + 4 * beta + latency);
  CHECK(gather<Row>(4, {3, 5}).latency().ps == setup + beta + latency);
}

TEST_CASE("half of a mesh to the other half: the links across its middle are the bottleneck") {
  const auto time = []<std::size_t C>(std::integral_constant<std::size_t, C>) {
    weft::Simulation<Plane<C>> sim;
    for (std::uint32_t pe = 0; pe != 4 * C; ++pe) {
      const bool left = pe % C < C / 2;
      if (left)
        sim.launch_on(pe, sender, static_cast<std::uint32_t>(pe + C / 2));
      else
        sim.launch_on(pe, receiver,
                      std::vector<std::uint32_t>{static_cast<std::uint32_t>(pe - C / 2)});
    }
    const weft::Report report = sim.run();
    for (std::size_t row = 0; row != 4; ++row) {  // C/2 tiles over each link across the middle
      const std::size_t at = row * C + C / 2 - 1;
      CHECK(use_of(report, weft::sentence("link ", at, " -> ", at + 1, " east")) ==
            weft::sentence(15 + C / 2 * 200, " ns in ", C / 2, " requests of ", C / 2 * 10'000,
                           " B"));
    }
    return report.latency().ps;
  };
  // 4 C/2 tiles over 4 links across the middle: C/2 each.
  CHECK(time(std::integral_constant<std::size_t, 2>{}) == setup + 1 * beta + latency);
  CHECK(time(std::integral_constant<std::size_t, 4>{}) == setup + 2 * beta + latency);
  CHECK(time(std::integral_constant<std::size_t, 8>{}) == setup + 4 * beta + latency);
}

TEST_CASE("a read of another PE's memory: setup, the slowest stage, and every latency on the way") {
  const auto time = [](std::uint32_t reader, std::uint32_t owner, int count) {
    weft::Simulation<Ported> sim;
    const auto from = sim.hbm(owner).tensor(f16, 50, 100);
    sim.launch_on(reader, reads, from, count);
    return sim.run().latency().ps;
  };
  CHECK(time(0, 0, 1) == (10 + 100 + 20) * ns);
  for (std::uint32_t hops = 1; hops != 4; ++hops) {
    CHECK(time(0, hops, 1) == (10 + 200 + 5 * hops + 20) * ns);
    // More of them: back to back over the first link.
    CHECK(time(3, 3 - hops, 4) == (10 + 4 * 200 + 5 * hops + 20) * ns);
  }
}

TEST_CASE("readers of one PE's memory share its port, whatever way they come") {
  weft::Simulation<Ported> sim;
  const auto from = sim.hbm(1).tensor(f16, 50, 100);
  for (const std::uint32_t reader : {0U, 1U, 2U}) sim.launch_on(reader, reads, from, 1);
  // PE 1 has the port from 10 ns to 110. PE 0's bytes have left their link at 210, and hold the port until 5 ns later,
  // as cut-through transfers do behind a slower stage; then PE 2's 100 ns; then the port's latency.
  CHECK(sim.run().latency().ps == (10 + 100 + 105 + 100 + 20) * ns);
}

TEST_CASE("conservation: links and ports serve one transfer at a time, and report what they did") {
  // Loads and stores of any PE's memory and messages, all at once, on 2 x 3 PEs.
  constexpr std::uint32_t rows = 2;
  constexpr std::uint32_t cols = 3;
  const auto traffic = [](auto& tl, auto memory, std::uint32_t seed) -> weft::Kernel<> {
    std::minstd_rand random(seed * 100 + tl.pe() + 1);
    const std::uint32_t ahead = 1 + seed % 5;
    for (int i = 0; i != 6; ++i) {
      auto x = tl.load(memory[random() % tl.pes()], tile);
      auto y = tl.load(memory[random() % tl.pes()], weft::shape<20, 100>);
      if (random() % 2 == 0) co_await tl.store(memory[random() % tl.pes()], x);
      co_await tl.send((tl.pe() + ahead) % tl.pes(), y);
      auto other = tl.recv((tl.pe() + tl.pes() - ahead) % tl.pes(), weft::shape<20, 100>, f16);
      if (random() % 2 == 0) co_await tl.wait(other);
    }
  };
  for (std::uint32_t seed = 0; seed != 50; ++seed) {
    CAPTURE(seed);
    weft::Simulation<Block> sim;
    std::vector<weft::HbmTensor<weft::f16>> memory;
    for (std::uint32_t pe = 0; pe != rows * cols; ++pe)
      memory.push_back(sim.hbm(pe).tensor(f16, 50, 100));
    sim.launch_all(traffic, memory, seed);
    const auto way = [&](const weft::OpRecord& op) {
      std::vector<weft_test::Stage> stages;
      std::uint32_t to = (op.pe + 1 + seed % 5) % (rows * cols);
      if (op.kind == "comm/recv") return stages;
      if (op.kind != "comm/send") {
        stages.push_back({weft::sentence(op.pe, " ", op.engine), 100'000'000'000, 0, 10 * ns});
        to = static_cast<std::uint32_t>(op.address >> 40);  // 1 TiB each
      }
      for (std::uint32_t at = op.pe; at != to;) {  // along the row, then along the column
        const bool along_row = at % cols != to % cols;
        const bool forward = along_row ? at % cols < to % cols : at < to;
        const std::uint32_t next =
            forward ? at + (along_row ? 1 : cols) : at - (along_row ? 1 : cols);
        const char* direction = along_row ? (forward ? "east" : "west")
                                : forward ? "south"
                                          : "north";
        stages.push_back({weft::sentence("link ", at, " -> ", next, " ", direction), 50'000'000'000,
                          5 * ns, stages.empty() ? 15 * ns : 0});
        at = next;
      }
      if (op.kind != "comm/send")
        stages.push_back({weft::sentence("PE ", to, ", hbm"), 100'000'000'000, 20 * ns});
      return stages;
    };
    const weft::Report report = sim.run();
    CHECK(report.links().size() > 6);
    weft_test::check_conservation(report, {.way = way});
  }
}

TEST_CASE("a tensor says whose memory it is in") {
  const auto said = [](auto& sim, std::uint32_t pe) {
    (void)sim.hbm(pe).tensor(f16, 2048);  // 4,096 B
    const auto tensor = sim.hbm(pe).tensor(f16, 4, 8);
    CHECK(tensor[1].place() == tensor.place());
    return weft::sentence(weft::name_of(tensor.place()), ": ", sim.where(tensor).text(),
                          ", its row ", sim.where(tensor[1]).text());
  };
  weft::Simulation<Shared<1>> own;
  CHECK(said(own, 3) == "pe: PE 3, hbm+0x1000, its row PE 3, hbm+0x1010");
  weft::Simulation<Shared<2>> pairs;
  CHECK(said(pairs, 3) == "cube: PEs 2 to 3, hbm+0x1000, its row PEs 2 to 3, hbm+0x1010");
  weft::Simulation<Shared<4>> one;
  CHECK(said(one, 3) == "device: device, hbm+0x1000, its row device, hbm+0x1010");
  CHECK_THROWS_WITH(
      one.hbm().tensor(f16, std::uint64_t{1} << 39U),
      "hbm: a tensor of 1099511627776 bytes does not fit into the 1099511623424 bytes "
      "that are free of 1099511627776, from device, hbm+0x1100 on");
  const weft::HbmTensor<weft::f16> beyond(std::uint64_t{1} << 40U, 0, {1, 1});
  CHECK_THROWS_WITH(one.where(beyond), "hbm: no channel has the address 1099511627776");
  CHECK_FALSE(one.finish_report().knows(beyond.address()));
  CHECK(one.finish_report().where(beyond.address() - 1).text() == "device, hbm+0xffffffffff");

  // Stacks whose PEs share one channel, behind a PE with its own: cube 1 is PEs 3 and 4.
  weft::Simulation<Stacks> stacks;
  CHECK(said(stacks, 0) == "pe: PE 0, hbm+0x1000, its row PE 0, hbm+0x1010");
  CHECK(said(stacks, 4) == "cube: cube 1, hbm+0x1000, its row cube 1, hbm+0x1010");
  CHECK(stacks.hbm(3).home() == 3);
  CHECK(stacks.hbm(4).home() == 3);
  CHECK(stacks.hbm(2).home() == 1);
}
