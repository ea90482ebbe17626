// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include <weft/core/wide.hpp>
#include <weft/model/units/cycles.hpp>

namespace weft {

/// Which matrix stays in a systolic array while the others stream through it.
enum class Dataflow : unsigned char { output_stationary, weight_stationary, input_stationary };

/// Cycles that an array of `rows` x `cols` multiply-adders takes for (m x k) times (k x n), counted
/// as SCALE-Sim does (from 0, so one less than the number of busy cycles). Overflow throws `Error`.
[[nodiscard]] constexpr Cycles systolic_cycles(Dataflow dataflow, std::uint64_t rows,
                                               std::uint64_t cols, std::uint64_t m, std::uint64_t n,
                                               std::uint64_t k) {
  std::uint64_t folds = 0;
  std::uint64_t per_fold = 0;
  switch (dataflow) {
    case Dataflow::output_stationary:
      folds = checked_mul(ceil_div(m, rows), ceil_div(n, cols));
      per_fold = checked_add(k, rows + cols - 2);
      break;
    case Dataflow::weight_stationary:
      folds = checked_mul(ceil_div(k, rows), ceil_div(n, cols));
      per_fold = checked_add(m, 2 * rows + cols - 2);
      break;
    case Dataflow::input_stationary:
      folds = checked_mul(ceil_div(k, rows), ceil_div(m, cols));
      per_fold = checked_add(n, 2 * rows + cols - 2);
      break;
  }
  const std::uint64_t cycles = checked_mul(folds, per_fold);
  if (cycles > static_cast<std::uint64_t>(INT64_MAX))
    fail("overflow: a number of cycles does not fit into 64 bits");
  return {static_cast<std::int64_t>(cycles) - 1};
}

}  // namespace weft
