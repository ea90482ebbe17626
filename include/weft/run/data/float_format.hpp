// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>

namespace weft {

/// A binary floating-point format of up to 16 bits: sign, exponent, fraction, from the top bit
/// down. With `has_infinity` it follows IEEE 754. Without, the top exponent holds finite values too
/// and the one code with all bits set is NaN (OCP 8-bit Floating Point, E4M3).
struct FloatFormat {
  int exponent_bits;
  int fraction_bits;
  bool has_infinity;

  constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  constexpr std::uint16_t sign_mask() const { return code(1U << (exponent_bits + fraction_bits)); }
  /// The code of infinity, or of NaN where there is no infinity: what a finite value too large
  /// becomes.
  constexpr std::uint16_t overflow() const { return has_infinity ? code(exponent_ones()) : nan(); }
  constexpr std::uint16_t largest_finite() const {
    return has_infinity ? code(exponent_ones() - 1) : code(nan() - 1U);
  }
  /// The one NaN that conversions make: positive and quiet.
  constexpr std::uint16_t nan() const {
    return has_infinity ? code(exponent_ones() | (1U << (fraction_bits - 1)))
                        : code(sign_mask() - 1U);
  }

 private:
  constexpr unsigned exponent_ones() const { return ((1U << exponent_bits) - 1U) << fraction_bits; }
  static constexpr std::uint16_t code(unsigned bits) { return static_cast<std::uint16_t>(bits); }

 public:
  friend constexpr bool operator==(const FloatFormat&, const FloatFormat&) = default;
};

inline constexpr FloatFormat f16_format{
    .exponent_bits = 5, .fraction_bits = 10, .has_infinity = true};
inline constexpr FloatFormat bf16_format{
    .exponent_bits = 8, .fraction_bits = 7, .has_infinity = true};
inline constexpr FloatFormat f8e4m3_format{
    .exponent_bits = 4, .fraction_bits = 3, .has_infinity = false};
inline constexpr FloatFormat f8e5m2_format{
    .exponent_bits = 5, .fraction_bits = 2, .has_infinity = true};

/// The layout of the type converted from.
template <std::floating_point X>
struct FloatSource;
template <>
struct FloatSource<float> {
  using Bits = std::uint32_t;
  static constexpr int fraction_bits = 23;
  static constexpr int bias = 127;
};
template <>
struct FloatSource<double> {
  using Bits = std::uint64_t;
  static constexpr int fraction_bits = 52;
  static constexpr int bias = 1023;
};

/// `value / 2^shift`, to the nearest whole number, halfway to the even one. `shift` is at least 1.
template <std::unsigned_integral Bits>
constexpr Bits shift_to_nearest_even(Bits value, int shift) {
  const Bits half_less_one = static_cast<Bits>((Bits{1} << (shift - 1)) - 1);
  return static_cast<Bits>((value + half_less_one + ((value >> shift) & 1)) >> shift);
}

/// The code of `x` in `Format`: one rounding, to nearest even, from `float` or `double` directly.
/// Subnormals are kept, values too large become infinity (NaN where the format has none), every NaN
/// becomes `Format.nan()`. Integer arithmetic only, so neither the rounding mode nor flush-to-zero
/// of the processor matters.
template <FloatFormat Format, std::floating_point X>
constexpr std::uint16_t encode_float(X x) {
  using Source = FloatSource<X>;
  using Bits = typename Source::Bits;
  constexpr int sign_shift = std::numeric_limits<Bits>::digits - 1;
  constexpr Bits implied_one = Bits{1} << Source::fraction_bits;
  constexpr Bits infinity = std::bit_cast<Bits>(std::numeric_limits<X>::infinity());
  constexpr int drop = Source::fraction_bits - Format.fraction_bits;
  constexpr int rebias = Source::bias - Format.bias();

  const Bits bits = std::bit_cast<Bits>(x);
  const Bits magnitude = bits & ((Bits{1} << sign_shift) - 1);
  if (magnitude > infinity) return Format.nan();

  Bits code = 0;
  if (magnitude >= (Bits{rebias + 1} << Source::fraction_bits)) {
    // Normal: a carry out of the fraction raises the exponent, which is what rounding up to a power
    // of two means.
    code = shift_to_nearest_even<Bits>(magnitude - (Bits{rebias} << Source::fraction_bits), drop);
  } else {
    const int exponent = static_cast<int>(magnitude >> Source::fraction_bits);
    const Bits significand =
        exponent == 0 ? magnitude : (magnitude & (implied_one - 1)) | implied_one;
    const int shift = drop + rebias + 1 - (exponent == 0 ? 1 : exponent);
    if (shift <= Source::fraction_bits + 1) code = shift_to_nearest_even(significand, shift);
  }
  if (code > Format.largest_finite()) {
    if constexpr (!Format.has_infinity) return Format.nan();
    code = Format.overflow();
  }
  return static_cast<std::uint16_t>(code | ((bits >> sign_shift) * Format.sign_mask()));
}

/// The value of a code of `Format`, which is always exact. Every NaN becomes the quiet positive
/// one.
template <FloatFormat Format>
constexpr float decode_float(std::uint16_t code) {
  constexpr std::uint32_t quiet_nan =
      std::bit_cast<std::uint32_t>(std::numeric_limits<float>::quiet_NaN());
  constexpr std::uint32_t infinity =
      std::bit_cast<std::uint32_t>(std::numeric_limits<float>::infinity());
  constexpr int widen = 23 - Format.fraction_bits;
  constexpr auto rebias = static_cast<std::uint32_t>(127 - Format.bias());

  const std::uint32_t magnitude = code & (Format.sign_mask() - 1U);
  const std::uint32_t sign = (code & Format.sign_mask()) != 0 ? 0x8000'0000U : 0U;
  std::uint32_t bits = (magnitude << widen) + (rebias << 23);
  if constexpr (rebias > 0) {
    // A subnormal gets the implied one of the least normal exponent, which is then taken off again:
    // exact.
    constexpr float least_normal = std::bit_cast<float>((rebias + 1) << 23);
    const float subnormal =
        std::bit_cast<float>((magnitude << widen) | ((rebias + 1) << 23)) - least_normal;
    bits =
        magnitude < (1U << Format.fraction_bits) ? std::bit_cast<std::uint32_t>(subnormal) : bits;
  }
  if constexpr (Format.has_infinity) bits = magnitude == Format.overflow() ? infinity : bits;
  if (magnitude > (Format.has_infinity ? Format.overflow() : Format.largest_finite()))
    return std::bit_cast<float>(quiet_nan);
  return std::bit_cast<float>(bits | sign);
}

}  // namespace weft
