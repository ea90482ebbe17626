// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <compare>
#include <cstdint>

#include <weft/core/wide.hpp>

namespace weft {

/// A length of time in whole picoseconds; a point in time is the duration since 0. Overflow throws
/// `Error`.
struct Duration {
  std::int64_t ps = 0;

  friend constexpr auto operator<=>(const Duration&, const Duration&) = default;

  constexpr Duration& operator+=(Duration other) {
    ps = checked_add(ps, other.ps);
    return *this;
  }
  constexpr Duration& operator-=(Duration other) {
    ps = checked_sub(ps, other.ps);
    return *this;
  }
  friend constexpr Duration operator+(Duration a, Duration b) { return a += b; }
  friend constexpr Duration operator-(Duration a, Duration b) { return a -= b; }
  friend constexpr Duration operator-(Duration a) { return Duration{} - a; }
  friend constexpr Duration operator*(Duration a, std::int64_t n) { return {checked_mul(a.ps, n)}; }
  friend constexpr Duration operator*(std::int64_t n, Duration a) { return a * n; }

  /// The later of two.
  friend constexpr Duration max(Duration a, Duration b) { return a.ps < b.ps ? b : a; }
  /// The earlier of two.
  friend constexpr Duration min(Duration a, Duration b) { return b.ps < a.ps ? b : a; }
};

}  // namespace weft
