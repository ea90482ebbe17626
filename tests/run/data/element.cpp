// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/data/element.hpp>

#include "support/catch.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

namespace element_test {

/// A dtype of a user's own: 3 exponent bits, 4 fraction bits, infinity and NaN.
struct f8e3m4 {
  static constexpr std::string_view name = "f8e3m4";
  static constexpr std::size_t bytes = 1;
};
struct unknown {
  static constexpr std::string_view name = "unknown";
  static constexpr std::size_t bytes = 1;
};

}  // namespace element_test

template <>
struct weft::ElementOf<element_test::f8e3m4> {
  using Host = std::uint8_t;
  using Code = std::uint8_t;
  static constexpr weft::FloatFormat format{
      .exponent_bits = 3, .fraction_bits = 4, .has_infinity = true};
};

namespace {

using namespace weft;

/// The finite values of a float dtype in ascending order of size, from the definition; exact in
/// double.
struct Line {
  std::vector<double> values;  // by code
  double beyond = 0;
  std::uint32_t above = 0;  // the code of anything that rounds past the last value
  std::uint32_t nan = 0;
  std::uint32_t sign = 0;
};

Line line(int exponent_bits, int fraction_bits, std::uint32_t above, std::uint32_t nan) {
  Line result{
      .values = {}, .above = above, .nan = nan, .sign = 1U << (exponent_bits + fraction_bits)};
  const int bias = (1 << (exponent_bits - 1)) - 1;
  for (int code = 0; code < static_cast<int>(above); ++code) {
    const int exponent = code >> fraction_bits;
    const int fraction = code % (1 << fraction_bits);
    result.values.push_back(exponent == 0 ? fraction * std::pow(2.0, 1 - bias - fraction_bits)
                                          : (fraction + (1 << fraction_bits)) *
                                                std::pow(2.0, exponent - bias - fraction_bits));
  }
  result.beyond = 2 * result.values.back() - result.values[result.values.size() - 2];
  return result;
}

template <class D>
const Line& line_of();
template <>
const Line& line_of<f16>() {
  static const Line result = line(5, 10, 0x7C00, 0x7E00);
  return result;
}
template <>
const Line& line_of<bf16>() {
  static const Line result = line(8, 7, 0x7F80, 0x7FC0);
  return result;
}
template <>
const Line& line_of<f8e4m3>() {
  static const Line result = line(4, 3, 0x7F, 0x7F);
  return result;
}
template <>
const Line& line_of<f8e5m2>() {
  static const Line result = line(5, 2, 0x7C, 0x7E);
  return result;
}

template <class D>
std::uint32_t bits_of(element_t<D> element) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &element, sizeof element);
  return bits;
}

template <class D>
element_t<D> element_of(std::uint32_t bits) {
  element_t<D> element;
  std::memcpy(static_cast<void*>(&element), &bits, sizeof element);
  return element;
}

/// The value of an element, computed apart from the library.
template <class D>
double value_of(std::uint32_t bits) {
  if constexpr (std::same_as<D, f32>) {
    return static_cast<double>(element_of<f32>(bits));
  } else if constexpr (std::same_as<D, i8>) {
    return bits < 128 ? bits : bits - 256.0;
  } else if constexpr (std::same_as<D, i32>) {
    return bits < 0x8000'0000U ? bits : bits - 4294967296.0;
  } else if constexpr (std::same_as<D, b8>) {
    return bits == 0 ? 0 : 1;
  } else {
    const Line& known = line_of<D>();
    const std::uint32_t magnitude = bits & (known.sign - 1);
    double value = std::numeric_limits<double>::quiet_NaN();
    if (magnitude < known.values.size())
      value = known.values[magnitude];
    else if (magnitude == known.above && known.above != known.nan)
      value = std::numeric_limits<double>::infinity();
    return (bits & known.sign) != 0 ? -value : value;
  }
}

/// The bits of the element nearest to x, computed apart from the library: a search for the floats,
/// decimal cases for the whole numbers.
template <class D>
std::uint32_t nearest_bits(double x) {
  if constexpr (std::same_as<D, f32>) {
    return std::isnan(x) ? 0x7FC0'0000U
                         : bits_of<f32>(static_cast<float>(x));  // the processor's own conversion
  } else if constexpr (std::same_as<D, b8>) {
    return std::fpclassify(x) == FP_ZERO ? 0 : 1;
  } else if constexpr (IsWholeDType<D>) {
    if (std::isnan(x)) return 0;
    const double low = D::bytes == 1 ? -128.0 : -2147483648.0;
    const double high = D::bytes == 1 ? 127.0 : 2147483647.0;
    const double whole = std::nearbyint(x);
    const double kept = whole < low ? low : whole > high ? high : whole;
    const auto wide = static_cast<std::uint64_t>(static_cast<std::int64_t>(kept));
    return static_cast<std::uint32_t>(wide & (D::bytes == 1 ? 0xFFU : 0xFFFF'FFFFU));
  } else {
    const Line& known = line_of<D>();
    if (std::isnan(x)) return known.nan;
    const double size = std::fabs(x);
    std::uint32_t code = known.above;
    for (std::uint32_t low = 0, high = known.above;
         low < high;) {  // the first code whose upper halfway point is not passed
      const std::uint32_t middle = (low + high) / 2;
      const double next =
          middle + 1 < known.values.size() ? known.values[middle + 1] : known.beyond;
      const double halfway = known.values[middle] / 2 + next / 2;
      if (size < halfway || (size == halfway && middle % 2 == 0))
        high = code = middle;
      else
        low = middle + 1;
    }
    if (code == known.nan) return code;
    return code | (std::signbit(x) ? known.sign : 0);
  }
}

template <class To, class From>
int wrong_conversions(const std::vector<std::uint32_t>& patterns) {
  int wrong = 0;
  for (const std::uint32_t bits : patterns) {
    const double value = value_of<From>(bits);
    const element_t<From> element = element_of<From>(bits);
    const std::uint32_t expected = nearest_bits<To>(value);
    if (bits_of<To>(convert_element<To, From>(element)) != expected) ++wrong;
    if (bits_of<To>(from_f64<To>(to_f64<From>(element))) != expected) ++wrong;
    if constexpr (!std::same_as<From, i32>)
      if (bits_of<To>(from_f32<To>(to_f32<From>(element))) != expected) ++wrong;
    if constexpr (IsWholeDType<From>)
      if (bits_of<To>(from_whole<To>(to_whole<From>(element))) != expected) ++wrong;
  }
  return wrong;
}

template <class From>
void check_to_all(const std::vector<std::uint32_t>& patterns) {
  CHECK(wrong_conversions<f32, From>(patterns) == 0);
  CHECK(wrong_conversions<f16, From>(patterns) == 0);
  CHECK(wrong_conversions<bf16, From>(patterns) == 0);
  CHECK(wrong_conversions<f8e4m3, From>(patterns) == 0);
  CHECK(wrong_conversions<f8e5m2, From>(patterns) == 0);
  CHECK(wrong_conversions<i8, From>(patterns) == 0);
  CHECK(wrong_conversions<i32, From>(patterns) == 0);
  CHECK(wrong_conversions<b8, From>(patterns) == 0);
}

std::vector<std::uint32_t> all_patterns(std::uint32_t count) {
  std::vector<std::uint32_t> patterns(count);
  for (std::uint32_t i = 0; i < count; ++i) patterns[i] = i;
  return patterns;
}

/// Around every power of two and its halves, where roundings of every dtype change, and a spread of
/// the rest.
std::vector<std::uint32_t> patterns_of_32_bits() {
  std::vector<std::uint32_t> patterns;
  for (std::uint32_t bit = 0; bit < 32; ++bit)
    for (std::uint32_t half = 0; half < 32; ++half)
      for (std::uint32_t delta = 0; delta < 5; ++delta)
        for (const bool minus : {false, true}) {
          const std::uint32_t size = (1U << bit) + (1U << half) + delta - 2;
          patterns.push_back(minus ? 0U - size : size);
        }
  for (std::uint32_t i = 0; i < 100'000; ++i) patterns.push_back(i * 2'654'435'761U);
  return patterns;
}

template <class D>
void check_halfway_points() {
  const Line& known = line_of<D>();
  int wrong = 0;
  for (std::size_t i = 0; i < known.values.size(); ++i) {
    const double next = i + 1 < known.values.size() ? known.values[i + 1] : known.beyond;
    const double halfway = known.values[i] / 2 + next / 2;
    for (const double x :
         {halfway, std::nextafter(halfway, 0.0), std::nextafter(halfway, 1e300), -halfway}) {
      if (bits_of<D>(from_f64<D>(x)) != nearest_bits<D>(x)) ++wrong;
      const auto narrow = static_cast<float>(x);
      if (bits_of<D>(from_f32<D>(narrow)) != nearest_bits<D>(static_cast<double>(narrow))) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("element: every pattern of 8 bits through every conversion", "[data]") {
  const auto patterns = all_patterns(256);
  check_to_all<f8e4m3>(patterns);
  check_to_all<f8e5m2>(patterns);
  check_to_all<i8>(patterns);
  check_to_all<b8>(patterns);
}

TEST_CASE("element: every pattern of 16 bits through every conversion", "[data]") {
  const auto patterns = all_patterns(65536);
  check_to_all<f16>(patterns);
  check_to_all<bf16>(patterns);
}

TEST_CASE("element: i32 and f32 through every conversion", "[data]") {
  const auto patterns = patterns_of_32_bits();
  check_to_all<i32>(patterns);
  check_to_all<f32>(patterns);
}

TEST_CASE("element: halfway points between neighbours", "[data]") {
  check_halfway_points<f16>();
  check_halfway_points<bf16>();
  check_halfway_points<f8e4m3>();
  check_halfway_points<f8e5m2>();
}

TEST_CASE("element: whole numbers", "[data]") {
  const float infinity = std::numeric_limits<float>::infinity();
  SECTION("halfway goes to the even one, ends saturate, NaN is 0") {
    CHECK(from_f32<i8>(0.5F) == 0);
    CHECK(from_f32<i8>(1.5F) == 2);
    CHECK(from_f32<i8>(-0.5F) == 0);
    CHECK(from_f32<i8>(-2.5F) == -2);
    CHECK(from_f32<i8>(127.5F) == 127);
    CHECK(from_f32<i8>(-128.5F) == -128);
    CHECK(from_f32<i8>(1000.0F) == 127);
    CHECK(from_f32<i8>(-infinity) == -128);
    CHECK(from_f32<i8>(std::numeric_limits<float>::quiet_NaN()) == 0);
    CHECK(from_f32<i32>(2147483648.0F) == 2147483647);
    CHECK(from_f32<i32>(-infinity) == -2147483647 - 1);
    CHECK(from_f64<i32>(2147483646.5) == 2147483646);
    CHECK(from_f64<i32>(2147483645.5) == 2147483646);
    CHECK(from_whole<i8>(-129) == -128);
    CHECK(from_whole<i32>(std::int64_t{1} << 40) == 2147483647);
  }
  SECTION("i32 to bf16 rounds once") {
    // Halfway between two bf16 plus one: through f32 the one would be lost and the tie would go
    // down.
    CHECK(to_f32<bf16>(convert_element<bf16, i32>((1 << 30) + (1 << 22) + 1)) == 1082130432.0F);
    CHECK(to_f32<bf16>(convert_element<bf16, i32>((1 << 30) + (1 << 22))) == 1073741824.0F);
    CHECK(to_f32<i32>(16777217) == 16777216.0F);
    CHECK(to_f64<i32>(16777217) == 16777217.0);
  }
}

TEST_CASE("element: b8 is 0 or not", "[data]") {
  CHECK(to_f32<b8>(2) == 1.0F);
  CHECK(to_whole<b8>(255) == 1);
  CHECK(from_f32<b8>(-0.0F) == 0);
  CHECK(from_f32<b8>(1e-45F) == 1);
  CHECK(from_f32<b8>(std::numeric_limits<float>::quiet_NaN()) == 1);
}

TEST_CASE("element: host types agree with Eigen", "[data]") {
  int wrong = 0;
  for (std::uint32_t i = 0; i < 65536; ++i) {
    const auto half = element_of<f16>(i);
    const auto brain = element_of<bf16>(i);
    if (!(Eigen::numext::isnan)(half) && to_f32<f16>(half) != static_cast<float>(half)) ++wrong;
    if (!(Eigen::numext::isnan)(brain) && to_f32<bf16>(brain) != static_cast<float>(brain)) ++wrong;
  }
  CHECK(wrong == 0);
  CHECK(from_f32<f16>(0.1F) == Eigen::half(0.1F));
  CHECK(from_f32<bf16>(0.1F) == Eigen::bfloat16(0.1F));
}

TEST_CASE("element: a dtype of the user's own", "[data]") {
  using element_test::f8e3m4;
  STATIC_REQUIRE(HasElement<f8e3m4>);
  STATIC_REQUIRE(HasElement<bf16>);
  STATIC_REQUIRE_FALSE(HasElement<element_test::unknown>);
  CHECK(from_f32<f8e3m4>(1.0F) == 0x30);
  CHECK(from_f32<f8e3m4>(15.5F) == 0x6F);  // the largest
  CHECK(from_f32<f8e3m4>(15.75F) == 0x70);
  CHECK(to_f32<f8e3m4>(0x01) == 0x1p-6F);
  CHECK(to_f32<f8e3m4>(0xF0) == -std::numeric_limits<float>::infinity());
  CHECK(convert_element<f16, f8e3m4>(0x31) == Eigen::half(1.0625F));
}

TEST_CASE("element: at any address", "[data]") {
  std::array<std::byte, 9> bytes{};
  store_element<f32>(bytes.data() + 1, 1.5F);
  store_element<f16>(bytes.data() + 5, from_f32<f16>(-2.0F));
  CHECK(load_element<f32>(bytes.data() + 1) == 1.5F);
  CHECK(to_f32<f16>(load_element<f16>(bytes.data() + 5)) == -2.0F);
  CHECK(bytes[0] == std::byte{0});
  CHECK(bytes[7] == std::byte{0});
}
