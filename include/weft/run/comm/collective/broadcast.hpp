// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/comm/collective/group.hpp>
#include <weft/run/comm/collective/parcel.hpp>

#include <cstdint>
#include <source_location>

namespace weft {

template <class Tl, class T>
Kernel<T> broadcast_along(Tl& tl, Group group, T x, std::uint32_t root, TreeWay,
                          std::source_location where) {
  const std::uint32_t count = group.size();
  const std::uint32_t rank = (group.rank_of(tl.pe()) + count - root) % count;
  std::uint32_t bit = 1;
  while (bit < count && (rank & bit) == 0) bit *= 2;
  if (rank != 0) x = recv_parcel<T>(tl, group.after(root, rank - bit), where);
  for (bit /= 2; bit != 0; bit /= 2)
    if (rank + bit < count) co_await send_parcel(tl, group.after(root, rank + bit), x, where);
  co_return x;
}
template <class Tl, class T>
Kernel<T> broadcast_along(Tl& tl, Group group, T x, std::uint32_t root, RingWay,
                          std::source_location where) {
  const std::uint32_t count = group.size();
  const std::uint32_t at = group.rank_of(tl.pe());
  const std::uint32_t rank = (at + count - root) % count;
  if (rank != 0) x = recv_parcel<T>(tl, group.before(at), where);
  if (rank + 1 != count) co_await send_parcel(tl, group.after(at), x, where);
  co_return x;
}

/// Gives every PE of the group the parcel of rank `root`: `x = co_await weft::broadcast(tl, group, x)`. Each calls it; the
/// others' `x` is not looked at, it may be empty. Resumes once everything that this PE must pass on is issued.
///
/// Along a tree (the default) a message of n bytes reaches the last of P PEs after ceil(log2 P) (setup + n/bandwidth +
/// latency) if every pair has a link of its own; round the ring (`weft::ring`) after P-1 times that, between neighbours only.
template <class Tl, Parcel X, class Way = TreeWay>
[[nodiscard]] Kernel<parcel_t<X>> broadcast(
    Tl& tl, const Group& group, const X& x, std::uint32_t root = 0, Way way = {},
    std::source_location where = std::source_location::current()) {
  (void)group[root];
  return broadcast_along<Tl, parcel_t<X>>(tl, group, ParcelOf<X>::from(x), root, way, where);
}

}  // namespace weft
