// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <compare>
#include <cstdint>

#include <weft/core/wide.hpp>

namespace weft {

/// A clock rate in whole hertz.
struct Frequency {
  std::uint64_t hz = 0;

  friend constexpr auto operator<=>(const Frequency&, const Frequency&) = default;

  friend constexpr Frequency operator*(Frequency a, std::uint64_t n) {
    return {checked_mul(a.hz, n)};
  }
  friend constexpr Frequency operator*(std::uint64_t n, Frequency a) { return a * n; }
};

}  // namespace weft
