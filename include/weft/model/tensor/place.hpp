// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace weft {

/// Whose memory an HBM tensor is in. (Tiles are always in the scratch of the PE whose kernel made them.)
enum class Place : std::uint8_t {
  pe,      ///< one PE's alone: its private slice
  cube,    ///< that of several PEs which share a channel, but not of all
  device,  ///< that of all PEs
};
[[nodiscard]] constexpr std::string_view name_of(Place place) {
  constexpr std::string_view names[] = {"pe", "cube", "device"};
  return names[static_cast<std::size_t>(place)];
}

}  // namespace weft
