// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <compare>
#include <cstdint>

#include <weft/core/wide.hpp>

namespace weft {

/// An arithmetic rate in whole operations per second; a multiply-add is two.
struct FlopRate {
  std::uint64_t flops_per_second = 0;

  friend constexpr auto operator<=>(const FlopRate&, const FlopRate&) = default;

  friend constexpr FlopRate operator*(FlopRate a, std::uint64_t n) {
    return {checked_mul(a.flops_per_second, n)};
  }
  friend constexpr FlopRate operator*(std::uint64_t n, FlopRate a) { return a * n; }
};

}  // namespace weft
