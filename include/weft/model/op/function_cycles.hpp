// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace weft {

/// Cycles that the math engine spends on one group of `lanes` elements, by function; 1 unless
/// given.
struct FunctionCycles {
  std::int64_t exp = 1;
  std::int64_t exp2 = 1;
  std::int64_t log = 1;
  std::int64_t rsqrt = 1;
  std::int64_t sigmoid = 1;
  std::int64_t tanh = 1;
  std::int64_t gelu = 1;
  std::int64_t neg = 1;
  std::int64_t abs = 1;
  std::int64_t add = 1;
  std::int64_t sub = 1;
  std::int64_t mul = 1;
  std::int64_t div = 1;
  std::int64_t max = 1;
  std::int64_t min = 1;
  std::int64_t compare = 1;  ///< lt, le, gt, ge, eq, ne
  std::int64_t where = 1;
  std::int64_t reduce = 1;  ///< sum or max along an axis
  std::int64_t cast = 1;
};

}  // namespace weft
