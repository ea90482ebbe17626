// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>

#include <weft/core/error.hpp>

namespace weft {

/// 128 unsigned bits: enough for any product of two 64-bit numbers.
__extension__ using Wide = unsigned __int128;

/// a + b; an overflow throws `Error`, and in a constant expression fails to compile.
template <std::integral T>
[[nodiscard]] constexpr T checked_add(T a, T b) {
  T sum{};
  if (__builtin_add_overflow(a, b, &sum)) fail("overflow: a sum does not fit into 64 bits");
  return sum;
}

/// a - b; an overflow throws `Error`, and in a constant expression fails to compile.
template <std::integral T>
[[nodiscard]] constexpr T checked_sub(T a, T b) {
  T difference{};
  if (__builtin_sub_overflow(a, b, &difference))
    fail("overflow: a difference does not fit into 64 bits");
  return difference;
}

/// a * b; an overflow throws `Error`, and in a constant expression fails to compile.
template <std::integral T>
[[nodiscard]] constexpr T checked_mul(T a, T b) {
  T product{};
  if (__builtin_mul_overflow(a, b, &product)) fail("overflow: a product does not fit into 64 bits");
  return product;
}

/// a / b rounded up, for b > 0.
[[nodiscard]] constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) {
  return a / b + (a % b != 0 ? 1U : 0U);
}

/// a * b / c rounded up, exactly; c = 0 and a quotient beyond 64 bits throw `Error`.
/// One 64-bit division where the product fits into 64 bits, one 128-bit division otherwise.
[[nodiscard]] constexpr std::uint64_t ceil_mul_div(std::uint64_t a, std::uint64_t b,
                                                   std::uint64_t c) {
  if (c == 0) fail("overflow: work divided by a rate of zero");
  std::uint64_t narrow = 0;
  if (!__builtin_mul_overflow(a, b, &narrow)) return ceil_div(narrow, c);
  const Wide product = Wide{a} * b;
  const Wide quotient = product / c + (product % c != 0 ? 1U : 0U);
  if (quotient > UINT64_MAX) fail("overflow: a quotient does not fit into 64 bits");
  return static_cast<std::uint64_t>(quotient);
}

}  // namespace weft
