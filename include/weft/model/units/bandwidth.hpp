// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <compare>
#include <cstdint>

#include <weft/core/wide.hpp>

namespace weft {

/// A transfer rate in whole bytes per second.
struct Bandwidth {
  std::uint64_t bytes_per_second = 0;

  friend constexpr auto operator<=>(const Bandwidth&, const Bandwidth&) = default;

  friend constexpr Bandwidth operator*(Bandwidth a, std::uint64_t n) {
    return {checked_mul(a.bytes_per_second, n)};
  }
  friend constexpr Bandwidth operator*(std::uint64_t n, Bandwidth a) { return a * n; }
};

}  // namespace weft
