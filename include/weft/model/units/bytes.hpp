// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <compare>
#include <cstdint>

#include <weft/core/wide.hpp>

namespace weft {

/// A number of bytes. Overflow throws `Error`.
struct Bytes {
  std::uint64_t count = 0;

  friend constexpr auto operator<=>(const Bytes&, const Bytes&) = default;

  friend constexpr Bytes operator+(Bytes a, Bytes b) { return {checked_add(a.count, b.count)}; }
  friend constexpr Bytes operator-(Bytes a, Bytes b) { return {checked_sub(a.count, b.count)}; }
  friend constexpr Bytes operator*(Bytes a, std::uint64_t n) { return {checked_mul(a.count, n)}; }
  friend constexpr Bytes operator*(std::uint64_t n, Bytes a) { return a * n; }
};

}  // namespace weft
