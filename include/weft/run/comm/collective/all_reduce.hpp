// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/comm/collective/all_gather.hpp>
#include <weft/run/comm/collective/broadcast.hpp>
#include <weft/run/comm/collective/reduce.hpp>

#include <cstdint>
#include <source_location>
#include <vector>

namespace weft {

template <class Tl, class T, class F>
Kernel<T> all_reduce_along(Tl& tl, Group group, T x, F f, TreeWay, std::source_location where) {
  x = co_await reduce(tl, group, x, f, 0, tree, where);
  x = co_await broadcast(tl, group, x, 0, tree, where);
  co_return x;
}
template <class Tl, class T, class F>
Kernel<T> all_reduce_along(Tl& tl, Group group, T x, F f, RingWay, std::source_location where) {
  std::vector<T> all = co_await all_gather(tl, group, x, where);
  x = all[0];
  for (std::uint32_t rank = 1; rank != group.size(); ++rank)
    x = co_await fold(tl, f, x, all[rank], where);
  co_return x;
}

/// Folds the parcels of all PEs of the group and gives every one the result, the same to the last bit:
/// `x = co_await weft::all_reduce(tl, group, x, weft::sum)`. `f` is as in `fold`.
///
/// Along a tree (the default): a reduce to rank 0, then a broadcast. Round the ring (`weft::ring`): an all-gather, then
/// folds in the order of ranks; P-1 messages of n bytes, P of them kept. For long data see the form with pieces.
template <class Tl, Parcel X, class F, class Way = TreeWay>
[[nodiscard]] Kernel<parcel_t<X>> all_reduce(
    Tl& tl, const Group& group, const X& x, F f, Way way = {},
    std::source_location where = std::source_location::current()) {
  return all_reduce_along<Tl, parcel_t<X>, F>(tl, group, ParcelOf<X>::from(x), f, way, where);
}

/// The pieces of one step of a ring over pieces: piece i belongs to rank i mod P.
template <class Tl, class T, class F>
Kernel<std::vector<T>> reduce_scatter_round(Tl& tl, Group group, std::vector<T> pieces, F f,
                                            std::source_location where) {
  const std::uint32_t count = group.size();
  const std::uint32_t rank = group.rank_of(tl.pe());
  for (std::uint32_t step = 1; step != count; ++step) {
    for (std::size_t i = (rank + count - step) % count; i < pieces.size(); i += count)
      co_await send_parcel(tl, group.after(rank), pieces[i], where);
    for (std::size_t i = (rank + 2 * count - step - 1) % count; i < pieces.size(); i += count) {
      T other = recv_parcel<T>(tl, group.before(rank), where);
      pieces[i] = co_await fold(tl, f, other, pieces[i], where);
    }
  }
  co_return pieces;
}
template <class Tl, class T, class F>
Kernel<std::vector<T>> all_reduce_round(Tl& tl, Group group, std::vector<T> pieces, F f,
                                        std::source_location where) {
  const std::uint32_t count = group.size();
  const std::uint32_t rank = group.rank_of(tl.pe());
  pieces = co_await reduce_scatter_round<Tl, T, F>(tl, group, pieces, f, where);
  for (std::uint32_t step = 1; step != count; ++step) {
    for (std::size_t i = (rank + count + 1 - step) % count; i < pieces.size(); i += count)
      co_await send_parcel(tl, group.after(rank), pieces[i], where);
    for (std::size_t i = (rank + count - step) % count; i < pieces.size(); i += count)
      pieces[i] = recv_parcel<T>(tl, group.before(rank), where);
  }
  co_return pieces;
}

/// Folds piece i of all PEs into one, on rank i mod P, round the ring: P-1 steps. Every PE has as many pieces, each a parcel;
/// of the result only a PE's own pieces are complete.
template <class Tl, Parcel T, class F>
[[nodiscard]] Kernel<std::vector<T>> reduce_scatter(
    Tl& tl, const Group& group, const std::vector<T>& pieces, F f,
    std::source_location where = std::source_location::current()) {
  return reduce_scatter_round<Tl, T, F>(tl, group, pieces, f, where);
}
/// The ring all-reduce of data in pieces, reduce-scatter then all-gather: with P pieces of n/P bytes it takes
/// 2 (P-1) (setup + n/P/bandwidth + latency) + (P-1) fold, near 2 n/bandwidth however many PEs there are.
template <class Tl, Parcel T, class F>
[[nodiscard]] Kernel<std::vector<T>> all_reduce(
    Tl& tl, const Group& group, const std::vector<T>& pieces, F f,
    std::source_location where = std::source_location::current()) {
  return all_reduce_round<Tl, T, F>(tl, group, pieces, f, where);
}

}  // namespace weft
