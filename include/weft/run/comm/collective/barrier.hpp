// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/comm/collective/group.hpp>
#include <weft/run/comm/collective/parcel.hpp>

#include <cstdint>
#include <source_location>

namespace weft {

template <class Tl>
Kernel<> meet(Tl& tl, Group group, std::source_location where) {
  const std::uint32_t rank = group.rank_of(tl.pe());
  const auto token = tl.zeros(dtype<i8>, shape<1, 1>, where);
  for (std::uint32_t far = 1; far < group.size(); far *= 2) {
    co_await tl.send_async(group.after(rank, far), token, where);
    const auto other = tl.recv(group.before(rank, far), shape<1, 1>, dtype<i8>, where);
    co_await tl.wait(other, where);
  }
}

/// `co_await weft::barrier(tl, group)` resumes on no PE before every PE of the group has called it. In round k each tells
/// the one 2^k ranks on (dissemination: Hensgen, Finkel and Manber, 1988): ceil(log2 P) messages of one byte for any P.
/// The barrier between kernels of one simulation that costs no time is `weft::Barrier`.
template <class Tl>
[[nodiscard]] Kernel<> barrier(Tl& tl, const Group& group,
                               std::source_location where = std::source_location::current()) {
  return meet(tl, group, where);
}

}  // namespace weft
