// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace weft {

/// A decimal number as written, times a scale: 1.5 times 1000 is 1500.
struct Decimal {
  std::uint64_t value = 0;
  bool plain = true;  ///< written in decimal, without a leading zero
  bool whole = true;  ///< the product is a whole number
  bool fits = true;   ///< the product fits into the limit
};

/// Reads the characters of a numeric literal (digits, `'`, one `.`, an exponent) exactly; nothing
/// is rounded.
template <std::size_t N>
[[nodiscard]] constexpr Decimal read_decimal(const char (&text)[N], std::uint64_t scale,
                                             std::uint64_t limit) {
  Decimal result;
  std::uint64_t digits = 0;
  std::size_t at = 0;
  int exponent = 0;
  int dropped = 0;  // zeros seen but not yet multiplied in, so that 1.50000 costs no digits
  bool fraction = false;
  if (N > 1 && text[0] == '0' && text[1] != '.' && text[1] != 'e' && text[1] != 'E') {
    result.plain = false;  // octal, hexadecimal or binary
    return result;
  }
  for (; at < N && text[at] != 'e' && text[at] != 'E'; ++at) {
    const char c = text[at];
    if (c == '\'') continue;
    if (c == '.') {
      fraction = true;
      continue;
    }
    if (fraction) --exponent;
    ++dropped;
    if (c == '0') continue;
    for (; dropped > 0; --dropped) {
      if (__builtin_mul_overflow(digits, std::uint64_t{10}, &digits)) result.fits = false;
    }
    if (__builtin_add_overflow(digits, static_cast<std::uint64_t>(c - '0'), &digits))
      result.fits = false;
    if (!result.fits) return result;
  }
  exponent += dropped;
  if (at < N) {
    ++at;
    const bool negative = at < N && text[at] == '-';
    if (at < N && (text[at] == '-' || text[at] == '+')) ++at;
    int power = 0;
    for (; at < N; ++at) {
      if (text[at] != '\'' && power < 1000) power = power * 10 + (text[at] - '0');
    }
    exponent += negative ? -power : power;
  }
  if (digits == 0) return result;
  // Divide by ten piece by piece before multiplying, so that only a product that is too large can
  // overflow.
  for (; exponent < 0; ++exponent) {
    for (const std::uint64_t factor : {std::uint64_t{5}, std::uint64_t{2}}) {
      if (digits % factor == 0) {
        digits /= factor;
      } else if (scale % factor == 0) {
        scale /= factor;
      } else {
        result.whole = false;
        return result;
      }
    }
  }
  bool overflow = __builtin_mul_overflow(digits, scale, &result.value);
  for (; exponent > 0 && !overflow; --exponent) {
    overflow = __builtin_mul_overflow(result.value, std::uint64_t{10}, &result.value);
  }
  result.fits = !overflow && result.value <= limit;
  return result;
}

}  // namespace weft
