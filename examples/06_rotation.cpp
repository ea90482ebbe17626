// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// Attention over eight tiles of keys and values, two tiles ahead, written in three ways: with
// explicit futures that the author rotates, with lazy loads in the same ring, and with tl.prefetch.
// All three make the same requests at the same moments. Written straight down, the same arithmetic
// waits for every tile of keys. (A plain exp stands for the softmax; examples/kernels has the real
// one.)
//
// By hand, everything f16, no latency, no issue costs:
//   a tile of K or V   64x128x2 B = 16,384 B    100 ns + 128 ns = 228 ns, so a step reads a = 456 ns
//   a query tile       256x128x2 B = 65,536 B   100 ns + 512 ns = 612 ns, and so the store of O
//   S = Q K^T, P V     each 2*256*64*128 / 8 TFLOPS = 524.288 ns
//   exp                256*64 elements / 64 lanes at 1 GHz = 256 ns
//   a step computes    c = 2*524.288 + 256 = 1,304.576 ns > a: compute is the bottleneck
//   straight down      612 + 228                              = 840 ns until S of step 0
//                      V 0 was requested with K 0 and is there at 1,068, before P V needs it; each
//                      later step requests K and V at its start and waits 228 ns for K:
//                      840 + 8*c + 7*228 + 612 (the store)    = 13,484.608 ns, waits 840 + 7*228
//   rotated            only step 0 waits: 840 + 8*c + 612     = 11,888.608 ns, waits 840
//   waiting for V with K instead of where it is used would cost step 0 another 228 ns

#include <array>
#include <cstddef>
#include <iomanip>
#include <iostream>
#include <weft/model/device/tiny.hpp>
#include <weft/weft.hpp>

using F16 = weft::HbmTensor<weft::f16>;
constexpr auto keys = weft::shape<64, 128>;
constexpr auto queries = weft::shape<256, 128>;
using Tile = weft::Tensor<weft::f16, weft::Shape<64, 128>>;

// [straight]
constexpr auto straight_down = [](auto& tl, F16 q, F16 k, F16 v, F16 o) -> weft::Kernel<> {
  auto q_tile = tl.load(q, queries);
  auto sum = tl.zeros(queries, weft::dtype<weft::f32>);
  for (std::size_t row = 0; row != k.extent(0); row += 64) {
    auto k_tile = tl.load(k.at(row, 0), keys);
    auto v_tile = tl.load(v.at(row, 0), keys);
    auto s = co_await tl.dot(q_tile, tl.trans(k_tile));
    auto p = co_await tl.exp(s);
    co_await tl.dot(p, v_tile, sum);  // adds into sum
  }
  co_await tl.store(o, sum);
};
// [/straight]

// [explicit]
constexpr auto rotated_by_hand = [](auto& tl, F16 q, F16 k, F16 v, F16 o) -> weft::Kernel<> {
  constexpr std::size_t ahead = 2;
  const std::size_t tiles = k.extent(0) / 64;
  auto q_future = tl.load_async(q, queries);
  std::array<weft::LoadFuture<Tile>, ahead + 1> k_futures;
  std::array<weft::LoadFuture<Tile>, ahead + 1> v_futures;
  const auto load = [&](std::size_t i) {
    if (i >= tiles) return;
    k_futures[i % (ahead + 1)] = tl.load_async(k.at(64 * i, 0), keys);
    v_futures[i % (ahead + 1)] = tl.load_async(v.at(64 * i, 0), keys);
  };

  auto sum = tl.zeros(queries, weft::dtype<weft::f32>);
  for (std::size_t i = 0; i != ahead; ++i) load(i);
  for (std::size_t i = 0; i != tiles; ++i) {
    load(i + ahead);
    auto q_tile = co_await tl.wait(q_future);
    auto k_tile = co_await tl.wait(k_futures[i % (ahead + 1)]);
    auto s = co_await tl.dot(q_tile, tl.trans(k_tile));
    auto p = co_await tl.exp(s);
    auto v_tile = co_await tl.wait(v_futures[i % (ahead + 1)]);  // not with K: see above
    co_await tl.dot(p, v_tile, sum);
  }
  co_await tl.store(o, sum);
};
// [/explicit]

// [lazy]
constexpr auto lazy_ring = [](auto& tl, F16 q, F16 k, F16 v, F16 o) -> weft::Kernel<> {
  constexpr std::size_t ahead = 2;
  const std::size_t tiles = k.extent(0) / 64;
  auto q_tile = tl.load(q, queries);
  std::array<weft::Deferred<Tile>, ahead + 1> k_tiles;
  std::array<weft::Deferred<Tile>, ahead + 1> v_tiles;
  const auto load = [&](std::size_t i) {
    if (i >= tiles) return;
    k_tiles[i % (ahead + 1)] = tl.load(k.at(64 * i, 0), keys);
    v_tiles[i % (ahead + 1)] = tl.load(v.at(64 * i, 0), keys);
  };

  auto sum = tl.zeros(queries, weft::dtype<weft::f32>);
  for (std::size_t i = 0; i != ahead; ++i) load(i);
  for (std::size_t i = 0; i != tiles; ++i) {
    load(i + ahead);
    auto s = co_await tl.dot(q_tile, tl.trans(k_tiles[i % (ahead + 1)]));
    auto p = co_await tl.exp(s);
    co_await tl.dot(p, v_tiles[i % (ahead + 1)], sum);
  }
  co_await tl.store(o, sum);
};
// [/lazy]

// [prefetch]
constexpr auto prefetched = [](auto& tl, F16 q, F16 k, F16 v, F16 o) -> weft::Kernel<> {
  struct Pair {
    weft::Deferred<Tile> k, v;
  };
  auto q_tile = tl.load(q, queries);
  auto sum = tl.zeros(queries, weft::dtype<weft::f32>);
  for (const auto& [k_tile, v_tile] :
       tl.prefetch(k.extent(0) / 64, weft::depth<2>, [&](std::size_t i) {
         return Pair{tl.load(k.at(64 * i, 0), keys), tl.load(v.at(64 * i, 0), keys)};
       })) {
    auto s = co_await tl.dot(q_tile, tl.trans(k_tile));
    auto p = co_await tl.exp(s);
    co_await tl.dot(p, v_tile, sum);
  }
  co_await tl.store(o, sum);
};
// [/prefetch]

template <class Kernel>
void time(const char* title, Kernel kernel) {
  weft::Simulation<weft::device::Tiny> sim;
  const F16 q = sim.hbm().tensor(weft::dtype<weft::f16>, 256, 128);
  const F16 k = sim.hbm().tensor(weft::dtype<weft::f16>, 512, 128);
  const F16 v = sim.hbm().tensor(weft::dtype<weft::f16>, 512, 128);
  const F16 o = sim.hbm().tensor(weft::dtype<weft::f16>, 256, 128);
  sim.launch(kernel, q, k, v, o);
  const weft::Report report = sim.run();
  weft::Duration waited{0};
  for (const weft::WaitRecord& wait : report.waits()) waited += wait.waited;
  std::cout << std::left << std::setw(34) << title << std::right << std::setw(14)
            << weft::nanoseconds(report.latency()) << std::setw(12) << weft::nanoseconds(waited)
            << std::setw(8) << report.count("memory/dma_read") << '\n';
}

int main() {
  std::cout << "Attention with a plain exp for its softmax, 256 queries, 512 keys in tiles of 64, "
               "head dimension 128\n\n"
            << "                                         time ns     wait ns   reads\n";
  time("straight down", straight_down);
  time("load_async and wait, rotated", rotated_by_hand);
  time("lazy loads in the same ring", lazy_ring);
  time("tl.prefetch, two ahead", prefetched);
  std::cout << "\nThe last three are one schedule, to the picosecond.\n";
}
