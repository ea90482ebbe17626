// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/comm/collective/group.hpp>
#include <weft/run/comm/collective/parcel.hpp>

#include <cstdint>
#include <source_location>
#include <vector>

namespace weft {

template <class Tl, class T>
Kernel<std::vector<T>> gather_round(Tl& tl, Group group, T x, std::source_location where) {
  const std::uint32_t count = group.size();
  const std::uint32_t rank = group.rank_of(tl.pe());
  std::vector<T> all(count);
  all[rank] = x;
  for (std::uint32_t step = 1; step != count; ++step) {
    co_await send_parcel(tl, group.after(rank), all[(rank + count + 1 - step) % count], where);
    all[(rank + count - step) % count] = recv_parcel<T>(tl, group.before(rank), where);
  }
  co_return all;
}

/// Gives every PE of the group the parcels of all, by rank: `std::vector<T> all = co_await weft::all_gather(tl, group, x)`.
/// Each passes on round the ring what it got the step before: the last arrives after (P-1) (setup + n/bandwidth + latency) if
/// neighbours in rank have links of their own. It resumes once all is issued; what uses a tile that is still on its way
/// waits for it.
template <class Tl, Parcel X>
[[nodiscard]] Kernel<std::vector<parcel_t<X>>> all_gather(
    Tl& tl, const Group& group, const X& x,
    std::source_location where = std::source_location::current()) {
  return gather_round<Tl, parcel_t<X>>(tl, group, ParcelOf<X>::from(x), where);
}

}  // namespace weft
