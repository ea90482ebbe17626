// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace weft {

/// A link out of a place, and the place it leads to.
struct Hop {
  static constexpr std::uint32_t none = UINT32_MAX;
  std::uint32_t link = none;
  std::uint32_t to = none;
  [[nodiscard]] constexpr bool exists() const { return link != none; }
};

}  // namespace weft
