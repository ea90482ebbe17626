// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace decode_trace {

/// The nearest-rank percentile of `sorted` (ascending): the smallest value that at least `percent`
/// % of the values do not exceed, so always one that occurs. Rank = ceil(percent / 100 * count),
/// counted from 1. Throws std::invalid_argument if there are no values or percent is not in 1..100.
inline std::uint32_t nearest_rank(std::span<const std::uint32_t> sorted, unsigned percent) {
  if (sorted.empty()) throw std::invalid_argument("nearest_rank: no values");
  if (percent < 1 || percent > 100)
    throw std::invalid_argument("nearest_rank: percent must be 1..100");
  const std::size_t rank =
      sorted.size() / 100 * percent + (sorted.size() % 100 * percent + 99) / 100;
  return sorted[rank - 1];
}

}  // namespace decode_trace
