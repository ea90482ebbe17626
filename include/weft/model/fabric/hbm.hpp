// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <weft/model/engine/part.hpp>
#include <weft/model/units/bandwidth.hpp>
#include <weft/model/units/bytes.hpp>
#include <weft/model/units/duration.hpp>

namespace weft {

/// An HBM channel: how many bytes it holds, 1 TiB unless given; how many neighbouring PEs share it (1: a private slice
/// each). With a bandwidth its port is a server that every transfer to or from it passes, one at a time; without one
/// only the DMA engines and links limit transfers.
struct HbmSpec {
  Bytes capacity{std::uint64_t{1} << 40};
  Bandwidth bandwidth{};
  Duration latency{};
  std::uint32_t sharers = 1;
  friend constexpr bool operator==(const HbmSpec&, const HbmSpec&) = default;
};

/// The rules of an Hbm, one sentence each; a function, because a rule that fails in a class makes
/// clang distrust the class.
template <HbmSpec S>
constexpr bool check_hbm() {
  static_assert(S.capacity.count > 0, "hbm: the capacity must not be zero");
  return true;
}

/// The HBM channel of a PE; listed in a device, that of every PE of the device that has none of its
/// own.
template <HbmSpec S = HbmSpec{}>
struct Hbm {
  static_assert(check_hbm<S>());

  static_assert(S.latency.ps >= 0, "hbm: the latency must not be negative");
  static_assert(S.sharers > 0, "hbm: a channel has at least one PE");

  static constexpr PartKind part = PartKind::hbm;
  static constexpr std::string_view name = "hbm";
  static constexpr HbmSpec spec = S;
};

}  // namespace weft
