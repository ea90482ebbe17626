// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <compare>
#include <cstdint>

#include <weft/core/wide.hpp>

namespace weft {

/// A number of clock cycles. Overflow throws `Error`.
struct Cycles {
  std::int64_t count = 0;

  friend constexpr auto operator<=>(const Cycles&, const Cycles&) = default;

  friend constexpr Cycles operator+(Cycles a, Cycles b) { return {checked_add(a.count, b.count)}; }
  friend constexpr Cycles operator*(Cycles a, std::int64_t n) { return {checked_mul(a.count, n)}; }
  friend constexpr Cycles operator*(std::int64_t n, Cycles a) { return a * n; }
};

}  // namespace weft
