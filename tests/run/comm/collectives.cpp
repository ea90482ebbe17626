// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/comm/collectives.hpp>
#include <weft/weft.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "support/catch.hpp"

using namespace weft::literals;

// A tile of 64x64 f16 is 8,192 B: 128 ns on a link of 64 GB/s. With alpha = setup 20 ns + latency 5 ns, one message between
// neighbours takes 153 ns. Adding two tiles on 64 lanes at 1 GHz takes 64 ns.
namespace {

struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Math<weft::MathSpec{.lanes = 64, .clock = 1_GHz}>,
                     weft::Scratch<weft::ScratchSpec{.capacity = 1_MiB}>> {};
constexpr weft::LinkSpec link{.bandwidth = 64_GBps, .setup = 20_ns, .latency = 5_ns, .slots = 2};
constexpr weft::LinkSpec flat{.bandwidth = 64_GBps, .setup = 25_ns, .slots = 2};

/// N PEs in a ring, each next to its neighbours.
template <std::size_t N>
struct Round : weft::Device<"round", weft::Grid<1, N, Pe, weft::Ring<link>>> {};
/// 16 PEs in a row whose links have no latency, so that a far message takes as long as a near one.
struct Row : weft::Device<"row", weft::Grid<1, 16, Pe, weft::Mesh<flat>>> {};
struct Square : weft::Device<"square", weft::Grid<4, 4, Pe, weft::Mesh<flat>>> {};

constexpr std::int64_t alpha = 25'000;
constexpr std::int64_t beta_n = 128'000;
constexpr std::int64_t fold_time = 64'000;
constexpr auto tile = weft::shape<64, 64>;

/// Runs a kernel on the PEs of a group; the latency in ps.
template <class Machine, class Kernel>
std::int64_t time(const weft::Group& group, Kernel kernel) {
  weft::Simulation<Machine> sim;
  for (std::uint32_t rank = 0; rank != group.size(); ++rank)
    sim.launch_on(group[rank], kernel, group);
  return sim.run().latency().ps;
}

template <class Way>
constexpr auto reduce = [](auto& tl, weft::Group group) -> weft::Kernel<> {
  auto x = tl.zeros(tile, weft::dtype<weft::f16>);
  co_await weft::reduce(tl, group, x, weft::sum, 0, Way{});
};
template <class Way>
constexpr auto broadcast = [](auto& tl, weft::Group group) -> weft::Kernel<> {
  auto x = tl.zeros(tile, weft::dtype<weft::f16>);
  co_await weft::broadcast(tl, group, x, 0, Way{});
};
template <class Way>
constexpr auto all_reduce = [](auto& tl, weft::Group group) -> weft::Kernel<> {
  auto x = tl.zeros(tile, weft::dtype<weft::f16>);
  co_await weft::all_reduce(tl, group, x, weft::sum, Way{});
};
constexpr auto all_gather = [](auto& tl, weft::Group group) -> weft::Kernel<> {
  auto x = tl.zeros(tile, weft::dtype<weft::f16>);
  const auto all = co_await weft::all_gather(tl, group, x);
  CHECK(all.size() == group.size());
};
constexpr auto barrier = [](auto& tl, weft::Group group) -> weft::Kernel<> {
  co_await weft::barrier(tl, group);
};
/// P pieces of a P-th of the tile each, for P = 1, 2, 4, 8.
template <std::size_t P>
constexpr auto all_reduce_pieces = [](auto& tl, weft::Group group) -> weft::Kernel<> {
  auto x = tl.zeros(tile, weft::dtype<weft::f16>);
  std::vector<weft::Tensor<weft::f16, weft::Shape<64 / P, 64>>> pieces;
  for (std::size_t i = 0; i != P; ++i)
    pieces.emplace_back(tl.slice(x, weft::shape<64 / P, 64>, i * 64 / P, 0));
  pieces = co_await weft::all_reduce(tl, group, pieces, weft::sum);
  CHECK(pieces.size() == P);
};

std::int64_t log2_up(std::int64_t p) {
  std::int64_t rounds = 0;
  while ((std::int64_t{1} << rounds) < p) ++rounds;
  return rounds;
}

/// Calls `check` with N as a constant for each machine size.
template <std::size_t... Ns, class Check>
void for_sizes(std::index_sequence<Ns...>, Check check) {
  (check(std::integral_constant<std::size_t, Ns>{}), ...);
}
using Sizes = std::index_sequence<1, 2, 3, 5, 8>;

}  // namespace

TEST_CASE("round the ring: P-1 messages one behind the other") {
  for_sizes(Sizes{}, []<std::size_t N>(std::integral_constant<std::size_t, N>) {
    const weft::Group all(0, N);
    const std::int64_t steps = N - 1;
    CAPTURE(N);
    CHECK(time<Round<N>>(all, broadcast<weft::RingWay>) == steps * (alpha + beta_n));
    CHECK(time<Round<N>>(all, reduce<weft::RingWay>) == steps * (alpha + beta_n + fold_time));
    CHECK(time<Round<N>>(all, all_gather) == steps * (alpha + beta_n));
    // Every message has arrived when the first fold's operands have, on the ranks that wait for their last one first;
    // rank 0 needs its own and rank 1's, which comes last of all.
    CHECK(time<Round<N>>(all, all_reduce<weft::RingWay>) ==
          steps * (alpha + beta_n) + steps * fold_time);
  });
}

TEST_CASE("the ring all-reduce of P pieces: 2 (P-1) messages of an n/P, P-1 folds") {
  for_sizes(std::index_sequence<1, 2, 4, 8>{},
            []<std::size_t N>(std::integral_constant<std::size_t, N>) {
              const std::int64_t steps = N - 1;
              const std::int64_t n = N;
              CHECK(time<Round<N>>(weft::Group(0, N), all_reduce_pieces<N>) ==
                    2 * steps * (alpha + beta_n / n) + steps * (fold_time / n));
            });
}

TEST_CASE("fewer PEs than the machine has: the closing message goes back all the way") {
  // 5 PEs of a ring of 16: PE 4 to PE 0 takes 4 links, cut-through: 3 more latencies, in the other direction. In an
  // all-gather every tile but rank 0's crosses it once, among them rank 4's on its way to rank 3.
  CHECK(time<Round<16>>(weft::Group(3, 5), all_gather) == 4 * (alpha + beta_n) + 3 * 5'000);
  CHECK(time<Round<16>>(weft::Group(std::vector<std::uint32_t>{14, 15, 0, 1, 2}),
                        broadcast<weft::RingWay>) == 4 * (alpha + beta_n));
}

TEST_CASE("along the tree: ceil(log2 P) messages one behind the other") {
  for (const std::uint32_t p : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 11U, 16U}) {
    CAPTURE(p);
    const weft::Group group(0, p);
    // In a row the root's messages follow each other on its first link, and each of the first k goes a step on at its end
    // in the k-th step at the latest: exact for every P.
    CHECK(time<Row>(group, broadcast<weft::TreeWay>) == log2_up(p) * (alpha + beta_n));
  }
  for (const std::uint32_t p : {1U, 2U, 4U, 8U, 16U}) {
    CAPTURE(p);
    CHECK(time<Row>(weft::Group(0, p), reduce<weft::TreeWay>) ==
          log2_up(p) * (alpha + beta_n + fold_time));
    CHECK(time<Row>(weft::Group(0, p), all_reduce<weft::TreeWay>) ==
          log2_up(p) * (2 * (alpha + beta_n) + fold_time));
  }
}

TEST_CASE("a tree of 2^k + 1 PEs: the last one's tile is in the way of others once") {
  // It is sent at 0 along the whole row. One message of the second step (for k = 1 this one itself) waits n/bandwidth less
  // the fold for the link that it shares; the root folds once more in the end.
  for (const std::uint32_t k : {1U, 2U, 3U})
    CHECK(time<Row>(weft::Group(0, (1U << k) + 1), reduce<weft::TreeWay>) ==
          k * (alpha + beta_n + fold_time) + (beta_n - fold_time) + fold_time);
}

TEST_CASE("any PEs in any order, on any root") {
  const weft::Group scattered(std::vector<std::uint32_t>{5, 0, 10, 15, 3});
  for (std::uint32_t root = 0; root != 5; ++root) {
    std::vector<std::int64_t> finished(16, -1);
    weft::Simulation<Square> sim;
    for (std::uint32_t rank = 0; rank != 5; ++rank)
      sim.launch_on(
          scattered[rank],
          [](auto& tl, weft::Group group, std::uint32_t to,
             std::vector<std::int64_t>* done) -> weft::Kernel<> {
            auto x = tl.zeros(tile, weft::dtype<weft::f16>);
            co_await weft::reduce(tl, group, x, weft::maximum, to);
            const weft::Duration end = co_await tl.now();
            (*done)[tl.pe()] = end.ps;
          },
          scattered, root, &finished);
    const weft::Report report = sim.run();
    CHECK(report.count("comm/send") == 4);
    CHECK(report.count("comm/recv") == 4);
    CHECK(report.count("compute/math") == 4);
    CHECK(finished[scattered[root]] == report.latency().ps);
  }
}

TEST_CASE("a barrier holds everybody until the last has come") {
  // A message of 1 byte: 15.625 ps, rounded up to 16, after alpha.
  for (const std::uint32_t p : {1U, 2U, 4U, 8U, 16U}) {
    CAPTURE(p);
    const std::int64_t rounds = log2_up(p);
    CHECK(time<Row>(weft::Group(0, p), barrier) >= rounds * (alpha + 16));
  }
  CHECK(time<Round<2>>(weft::Group(0, 2), barrier) == alpha + 16);
  CHECK(time<Round<3>>(weft::Group(0, 3), barrier) == 2 * (alpha + 16));
  for (const std::uint32_t p : {3U, 5U, 8U}) {
    std::vector<std::int64_t> left(16, -1);
    weft::Simulation<Square> sim;
    for (std::uint32_t pe = 0; pe != p; ++pe)
      sim.launch_on(
          pe,
          [](auto& tl, weft::Group group, std::vector<std::int64_t>* times) -> weft::Kernel<> {
            auto x = tl.zeros(tile, weft::dtype<weft::f16>);
            for (std::uint32_t i = 0; i != 10 * tl.pe(); ++i) x = co_await tl.add(x, x);
            co_await weft::barrier(tl, group);
            const weft::Duration end = co_await tl.now();
            (*times)[tl.pe()] = end.ps;
          },
          weft::Group(0, p), &left);
    sim.run();
    for (std::uint32_t pe = 0; pe != p; ++pe) CHECK(left[pe] >= 10 * (p - 1) * fold_time);
  }
}

TEST_CASE("a tuple of tiles, folded by a kernel of one's own") {
  constexpr auto pairwise = [](auto& tl, auto a, auto b) -> weft::Kernel<decltype(a)> {
    auto first = co_await tl.add(std::get<0>(a), std::get<0>(b));
    auto second = co_await tl.max(std::get<1>(a), std::get<1>(b));
    co_return decltype(a)(first, second);
  };
  weft::Simulation<Row> sim;
  for (std::uint32_t pe = 0; pe != 8; ++pe)
    sim.launch_on(pe, [pairwise](auto& tl) -> weft::Kernel<> {
      auto column = tl.zeros(weft::shape<64, 1>, weft::dtype<weft::f32>);
      auto wide = tl.zeros(tile, weft::dtype<weft::f16>);
      auto both = std::make_tuple(column, wide);
      both = co_await weft::all_reduce(tl, weft::Group(0, 8), both, pairwise);
    });
  const weft::Report report = sim.run();
  CHECK(report.count("comm/send") == 2 * 2 * 7);
  CHECK(report.count("compute/math") == 2 * 7);
  // Up: the column, 25 + 4 ns, then the tile, 25 + 128 ns, on the same link; the fold of the columns lies under the tile's
  // way. Down: the root's first link carries both for three others, one after the other.
  CHECK(report.latency().ps == 3 * (29'000 + 153'000 + 64'000) + 3 * (29'000 + 153'000));
}

TEST_CASE("its ops carry the line of the call") {
  weft::Simulation<Row> sim;
  std::uint_least32_t line = 0;
  for (std::uint32_t pe = 0; pe != 2; ++pe)
    sim.launch_on(pe, [&line](auto& tl) -> weft::Kernel<> {
      auto x = tl.zeros(tile, weft::dtype<weft::f16>);
      line = __LINE__ + 1;
      co_await weft::all_reduce(tl, weft::Group(0, 2), x, weft::sum);
    });
  const weft::Report report = sim.run();
  for (const weft::OpRecord op : report.op_log()) CHECK(op.line == line);
}

TEST_CASE("groups") {
  const weft::Group some(4, 3);
  CHECK(some.size() == 3);
  CHECK(some[2] == 6);
  CHECK(some.rank_of(5) == 1);
  CHECK(some.after(2) == 4);
  CHECK(some.before(0) == 6);
  CHECK(some.before(0, 4) == 6);
  CHECK_FALSE(some.contains(7));
  CHECK_THROWS_SAYING(some.rank_of(7), "PE 7 is not one of its 3 PEs");
  CHECK_THROWS_SAYING(some[3], "rank 3 is outside its 3 PEs");
  CHECK_THROWS_SAYING(weft::Group(0, 0), "at least one PE");
  CHECK_THROWS_SAYING(weft::Group(-1, 2), "-1 is not a number of PEs");
  CHECK_THROWS_SAYING(weft::Group(std::vector<std::uint32_t>{2, 3, 2}), "PE 2 is in it twice");
}

TEST_CASE("a PE outside the group is refused, with the kernel and its line") {
  CHECK_THROWS_SAYING(time<Row>(weft::Group(0, 1),
                                [](auto& tl, weft::Group) -> weft::Kernel<> {
                                  auto x = tl.zeros(tile, weft::dtype<weft::f16>);
                                  co_await weft::broadcast(tl, weft::Group(1, 2), x);
                                }),
                      "PE 0 is not one of its 2 PEs");
}
