// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include <weft/model/units/bandwidth.hpp>
#include <weft/model/units/duration.hpp>

namespace weft {

/// One direction of a link between two PEs: bandwidth, setup once per message, latency after its
/// end, and how many messages the receiver's queue holds.
struct LinkSpec {
  Bandwidth bandwidth{};
  Duration setup{};
  Duration latency{};
  std::uint32_t slots = 1;
};

/// The rules of a link, one sentence each.
template <LinkSpec S>
constexpr bool link_is_valid() {
  static_assert(S.bandwidth.bytes_per_second > 0, "link: the bandwidth must not be zero");
  static_assert(S.setup.ps >= 0, "link: the setup time must not be negative");
  static_assert(S.latency.ps >= 0, "link: the latency must not be negative");
  static_assert(S.slots > 0, "link: there must be at least one slot");
  return true;
}

}  // namespace weft
