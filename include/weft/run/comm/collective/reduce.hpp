// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/comm/collective/group.hpp>
#include <weft/run/comm/collective/parcel.hpp>

#include <cstdint>
#include <source_location>

namespace weft {

template <class Tl, class T, class F>
Kernel<T> reduce_along(Tl& tl, Group group, T x, F f, std::uint32_t root, TreeWay,
                       std::source_location where) {
  const std::uint32_t count = group.size();
  const std::uint32_t rank = (group.rank_of(tl.pe()) + count - root) % count;
  for (std::uint32_t bit = 1; bit < count; bit *= 2) {
    if ((rank & bit) != 0) {
      co_await send_parcel(tl, group.after(root, rank - bit), x, where);
      break;
    }
    if (rank + bit < count) {
      T other = recv_parcel<T>(tl, group.after(root, rank + bit), where);
      x = co_await fold(tl, f, x, other, where);
    }
  }
  co_return x;
}
template <class Tl, class T, class F>
Kernel<T> reduce_along(Tl& tl, Group group, T x, F f, std::uint32_t root, RingWay,
                       std::source_location where) {
  const std::uint32_t count = group.size();
  const std::uint32_t at = group.rank_of(tl.pe());
  const std::uint32_t rank = (at + count - root) % count;
  if (rank + 1 != count) {
    T other = recv_parcel<T>(tl, group.after(at), where);
    x = co_await fold(tl, f, x, other, where);
  }
  if (rank != 0) co_await send_parcel(tl, group.before(at), x, where);
  co_return x;
}

/// Folds the parcels of all PEs of the group into one, on rank `root`: `x = co_await weft::reduce(tl, group, x, weft::sum)`.
/// Each calls it; the root gets the result, the others what they had folded when they sent it on. Folds in the order of
/// ranks from the root on, so the bits do not depend on timing. `f` is as in `fold`.
///
/// Along a tree (the default) the root resumes after ceil(log2 P) (setup + n/bandwidth + latency + fold) if every pair has
/// a link of its own and P is a power of 2; round the ring (`weft::ring`) after P-1 times that, between neighbours only.
template <class Tl, Parcel X, class F, class Way = TreeWay>
[[nodiscard]] Kernel<parcel_t<X>> reduce(
    Tl& tl, const Group& group, const X& x, F f, std::uint32_t root = 0, Way way = {},
    std::source_location where = std::source_location::current()) {
  (void)group[root];
  return reduce_along<Tl, parcel_t<X>, F>(tl, group, ParcelOf<X>::from(x), f, root, way, where);
}

}  // namespace weft
