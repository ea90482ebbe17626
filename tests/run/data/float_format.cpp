// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/data/float_format.hpp>

#include "support/catch.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using weft::FloatFormat;

/// A format again, from its definition alone: every finite magnitude as a double (exact), by code.
struct Reference {
  explicit Reference(int exponent_bits, int fraction_bits, bool infinity, std::uint16_t nan_code)
      : nan(nan_code), has_infinity(infinity) {
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const int codes = 1 << (exponent_bits + fraction_bits);
    for (int code = 0; code < codes; ++code) {
      const int exponent = code >> fraction_bits;
      const int fraction = code & ((1 << fraction_bits) - 1);
      if (infinity && exponent == (1 << exponent_bits) - 1) break;
      if (!infinity && code == codes - 1) break;
      magnitudes.push_back(exponent == 0 ? std::ldexp(fraction, 1 - bias - fraction_bits)
                                         : std::ldexp(fraction + (1 << fraction_bits),
                                                      exponent - bias - fraction_bits));
    }
    sign = static_cast<std::uint16_t>(codes);
    const double last = magnitudes.back();
    beyond = last + (last - magnitudes[magnitudes.size() - 2]);  // where the next value would be
  }

  /// The nearest code, by comparing exact distances; long double holds all of them.
  [[nodiscard]] std::uint16_t nearest(double x) const {
    if (std::isnan(x)) return nan;
    const long double size = std::fabs(static_cast<long double>(x));
    std::size_t low = 0;
    std::size_t high = magnitudes.size();  // stands for `beyond`
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      (magnitudes[middle] <= size ? low : high) = middle;
    }
    const long double up = (high == magnitudes.size() ? beyond : magnitudes[high]) - size;
    const long double down = size - magnitudes[low];
    const std::size_t code = up < down || (up == down && low % 2 == 1) ? high : low;
    if (code == magnitudes.size() && !has_infinity) return nan;
    return static_cast<std::uint16_t>(code | (std::signbit(x) ? sign : 0U));
  }

  std::vector<double> magnitudes;
  double beyond = 0;
  std::uint16_t nan;
  std::uint16_t sign = 0;
  bool has_infinity;
};

const Reference& reference_of(FloatFormat format) {
  static const Reference f16(5, 10, true, 0x7E00);
  static const Reference bf16(8, 7, true, 0x7FC0);
  static const Reference e4m3(4, 3, false, 0x7F);
  static const Reference e5m2(5, 2, true, 0x7E);
  if (format == weft::f16_format) return f16;
  if (format == weft::bf16_format) return bf16;
  return format == weft::f8e4m3_format ? e4m3 : e5m2;
}

/// Counts, so that millions of comparisons cost one CHECK.
template <FloatFormat Format, class X>
bool encodes_right(X x) {
  const Reference& reference = reference_of(Format);
  return weft::encode_float<Format>(x) == reference.nearest(static_cast<double>(x));
}

template <FloatFormat Format>
void check_every_code() {
  const Reference& reference = reference_of(Format);
  int wrong = 0;
  for (unsigned code = 0; code < 2U * reference.sign; ++code) {
    const float value = weft::decode_float<Format>(static_cast<std::uint16_t>(code));
    const unsigned magnitude = code & (reference.sign - 1U);
    std::uint16_t back = static_cast<std::uint16_t>(code);
    if (magnitude < reference.magnitudes.size()) {
      const double expected =
          reference.magnitudes[magnitude] * (code >= reference.sign ? -1.0 : 1.0);
      if (static_cast<double>(value) != expected || std::signbit(value) != (code >= reference.sign))
        ++wrong;
    } else if (reference.has_infinity && magnitude == reference.magnitudes.size()) {
      if (!std::isinf(value) || std::signbit(value) != (code >= reference.sign)) ++wrong;
    } else {
      if (std::bit_cast<std::uint32_t>(value) != 0x7FC0'0000U) ++wrong;
      back = reference.nan;
    }
    if (weft::encode_float<Format>(value) != back) ++wrong;
    if (weft::encode_float<Format>(static_cast<double>(value)) != back) ++wrong;
  }
  CHECK(wrong == 0);
}

/// Every value, every halfway point between neighbours and the floats and doubles next to each of
/// them.
template <FloatFormat Format>
void check_every_rounding() {
  const Reference& reference = reference_of(Format);
  int wrong = 0;
  const auto around = [&](double x) {
    for (const double signed_x : {x, -x}) {
      const float far = std::numeric_limits<float>::infinity();
      const float narrow =
          std::fabs(x) > 0x1.fffffep127
              ? std::copysign(far, static_cast<float>(std::signbit(signed_x) ? -1 : 1))
              : static_cast<float>(signed_x);
      for (const float y : {narrow, std::nextafter(narrow, far), std::nextafter(narrow, -far)})
        if (!encodes_right<Format>(y)) ++wrong;
      for (const double y :
           {signed_x, std::nextafter(signed_x, 1e300), std::nextafter(signed_x, -1e300)})
        if (!encodes_right<Format>(y)) ++wrong;
    }
  };
  for (std::size_t i = 0; i < reference.magnitudes.size(); ++i) {
    const double next =
        i + 1 < reference.magnitudes.size() ? reference.magnitudes[i + 1] : reference.beyond;
    around(reference.magnitudes[i]);
    around((reference.magnitudes[i] + next) / 2);
  }
  around(reference.beyond);
  CHECK(wrong == 0);
}

template <FloatFormat Format>
void check_spread() {
  int wrong = 0;
  // Odd steps visit no pattern twice, and meet every exponent with scattered fractions.
  for (std::uint64_t i = 0; i < 300'000; ++i) {
    const auto bits = static_cast<std::uint32_t>(i * 2'654'435'761U);
    if (!encodes_right<Format>(std::bit_cast<float>(bits))) ++wrong;
    if (!encodes_right<Format>(std::bit_cast<double>(i * 0x9E37'79B9'7F4A'7C15U))) ++wrong;
  }
  CHECK(wrong == 0);
}

template <FloatFormat Format>
void check_ends() {
  constexpr double double_infinity = std::numeric_limits<double>::infinity();
  for (const double x :
       {0.0, -0.0, double_infinity, -double_infinity, 1e300, -1e300, 5e-324, -5e-324, 1e-310,
        static_cast<double>(std::numeric_limits<float>::denorm_min()),
        static_cast<double>(std::numeric_limits<float>::max()),
        std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(encodes_right<Format>(x));
    if (!(std::fabs(x) > 3.5e38) || std::isinf(x))
      CHECK(encodes_right<Format>(static_cast<float>(x)));
  }
  CHECK(weft::encode_float<Format>(std::bit_cast<float>(0xFF80'0001U)) ==
        Format.nan());  // a signalling NaN
}

template <FloatFormat Format>
void check_format() {
  SECTION("every code, there and back") { check_every_code<Format>(); }
  SECTION("every value and every halfway point, and what is next to them") {
    check_every_rounding<Format>();
  }
  SECTION("bit patterns spread over all floats and doubles") { check_spread<Format>(); }
  SECTION("zeros, infinities, NaN and the least and largest inputs") { check_ends<Format>(); }
}

}  // namespace

TEST_CASE("float_format: f16 against an exact search", "[data]") {
  check_format<weft::f16_format>();
}
TEST_CASE("float_format: bf16 against an exact search", "[data]") {
  check_format<weft::bf16_format>();
}
TEST_CASE("float_format: f8e4m3 against an exact search", "[data]") {
  check_format<weft::f8e4m3_format>();
}
TEST_CASE("float_format: f8e5m2 against an exact search", "[data]") {
  check_format<weft::f8e5m2_format>();
}

TEST_CASE("float_format: codes worked out by hand", "[data]") {
  CHECK(weft::encode_float<weft::f16_format>(1.0F) == 0x3C00);
  CHECK(weft::encode_float<weft::f16_format>(65504.0F) == 0x7BFF);
  CHECK(weft::encode_float<weft::f16_format>(65519.0F) == 0x7BFF);
  CHECK(weft::encode_float<weft::f16_format>(65520.0F) == 0x7C00);
  CHECK(weft::encode_float<weft::f16_format>(0x1p-24F) == 0x0001);
  CHECK(weft::encode_float<weft::f16_format>(0x1p-25F) == 0x0000);
  CHECK(weft::encode_float<weft::f16_format>(0x1.000002p-25F) == 0x0001);
  CHECK(weft::encode_float<weft::bf16_format>(-2.0F) == 0xC000);
  CHECK(weft::encode_float<weft::f8e4m3_format>(448.0F) == 0x7E);
  CHECK(weft::encode_float<weft::f8e4m3_format>(464.0F) == 0x7E);
  CHECK(weft::encode_float<weft::f8e4m3_format>(464.1F) == 0x7F);
  CHECK(weft::encode_float<weft::f8e4m3_format>(-std::numeric_limits<float>::infinity()) == 0x7F);
  CHECK(weft::encode_float<weft::f8e4m3_format>(-0x1p-9F) == 0x81);
  CHECK(weft::encode_float<weft::f8e5m2_format>(57344.0F) == 0x7B);
  CHECK(weft::encode_float<weft::f8e5m2_format>(61440.0F) == 0x7C);
  // One rounding, not two: 1 + 2^-11 + 2^-40 lies above halfway, though in f32 it would lie on it.
  CHECK(weft::encode_float<weft::f16_format>(1.0 + 0x1p-11 + 0x1p-40) == 0x3C01);
  CHECK(weft::encode_float<weft::f16_format>(1.0 + 0x1p-11) == 0x3C00);
  static_assert(weft::encode_float<weft::f16_format>(0.5F) == 0x3800);
  static_assert(weft::decode_float<weft::f8e5m2_format>(0x01) == 0x1p-16F);
}
