// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include <weft/model/op/function_cycles.hpp>
#include <weft/model/shape/dtype.hpp>
#include <weft/model/units/bytes.hpp>

namespace weft {

// What an op asks of an engine. An engine says which of these it executes (`accepts<Work>`) and how
// long each takes (`service(work)`). A user's op may bring a work type of its own.

/// A transfer from HBM to scratch: the bytes that exist.
struct ReadWork {
  Bytes bytes{};
};

/// A transfer from scratch to HBM: the bytes that exist.
struct WriteWork {
  Bytes bytes{};
};

/// A matrix product: (m x k) times (k x n), operands of one element type.
struct GemmWork {
  std::uint64_t m = 0;
  std::uint64_t n = 0;
  std::uint64_t k = 0;
  DTypeId dtype = DTypeId::other;
};

/// A function applied to a number of elements.
struct MathWork {
  std::uint64_t elements = 0;
  std::int64_t FunctionCycles::* cycles = nullptr;
};

}  // namespace weft
