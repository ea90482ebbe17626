// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/shape/dtype.hpp>
#include <weft/run/data/float_format.hpp>

#include <Eigen/Core>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

/// Elements of a dtype in host memory, and what it means to convert one.
///
/// Every conversion rounds once, to nearest, halfway to even. To a float format: too large becomes
/// infinity (NaN in f8e4m3, which has none), subnormals are kept, any NaN becomes the one positive
/// quiet NaN of the format. To i8 and i32: NaN becomes 0, anything outside the range becomes its
/// nearer end. To b8: 0 stays 0, all else, NaN included, becomes 1. Elements that are moved and not
/// converted (a load, a store of the same dtype) keep all their bits.
///
/// A float dtype of the user's own, of 8 or 16 bits, joins by specialising `ElementOf` like those
/// below.
namespace weft {

/// One f8e4m3 element as stored; equal when the bits are.
struct F8E4M3 {
  std::uint8_t bits;
  friend constexpr bool operator==(F8E4M3, F8E4M3) = default;
};

/// One f8e5m2 element as stored; equal when the bits are.
struct F8E5M2 {
  std::uint8_t bits;
  friend constexpr bool operator==(F8E5M2, F8E5M2) = default;
};

/// The host type of an element, and its format if that is a float narrower than f32.
template <IsDType D>
struct ElementOf;
template <>
struct ElementOf<f32> {
  using Host = float;
};
template <>
struct ElementOf<f16> {
  using Host = Eigen::half;
  using Code = std::uint16_t;
  static constexpr FloatFormat format = f16_format;
};
template <>
struct ElementOf<bf16> {
  using Host = Eigen::bfloat16;
  using Code = std::uint16_t;
  static constexpr FloatFormat format = bf16_format;
};
template <>
struct ElementOf<f8e4m3> {
  using Host = F8E4M3;
  using Code = std::uint8_t;
  static constexpr FloatFormat format = f8e4m3_format;
};
template <>
struct ElementOf<f8e5m2> {
  using Host = F8E5M2;
  using Code = std::uint8_t;
  static constexpr FloatFormat format = f8e5m2_format;
};
template <>
struct ElementOf<i8> {
  using Host = std::int8_t;
};
template <>
struct ElementOf<i32> {
  using Host = std::int32_t;
};
/// A b8 is a byte: 0 is false, any other value is true, and weft writes 1. (A C++ bool of value 2
/// would be undefined.)
template <>
struct ElementOf<b8> {
  using Host = std::uint8_t;
};

template <IsDType D>
using element_t = typename ElementOf<D>::Host;

/// A dtype whose elements can be computed: those of weft, and any with an `ElementOf`.
template <class D>
concept HasElement = IsDType<D> && requires { typename ElementOf<D>::Host; };

/// i8, i32 and b8: computed in whole numbers as long as all operands and the result are.
template <class D>
concept IsWholeDType = std::same_as<D, i8> || std::same_as<D, i32> || std::same_as<D, b8>;

/// The nearest whole number, halfway to the even one; outside the range of `Whole` its nearer end,
/// NaN to 0.
template <std::signed_integral Whole>
constexpr Whole round_to_whole(double x) {
  using Range = std::numeric_limits<Whole>;
  static_assert(sizeof(Whole) <= 4);
  if (!(x == x)) return 0;
  if (x >= static_cast<double>(Range::max())) return Range::max();
  if (x <= static_cast<double>(Range::min())) return Range::min();
  auto whole = static_cast<std::int64_t>(x);
  const double rest = x - static_cast<double>(whole);
  const bool odd = whole % 2 != 0;
  if (rest > 0.5 || (rest == 0.5 && odd)) ++whole;
  if (rest < -0.5 || (rest == -0.5 && odd)) --whole;
  return static_cast<Whole>(whole);
}

/// The element nearest to `x`. From double there is no stop at f32 in between.
template <IsDType D, std::floating_point X>
constexpr element_t<D> from_float(X x) {
  if constexpr (std::same_as<D, f32>) {
    return x == x ? static_cast<float>(x) : std::numeric_limits<float>::quiet_NaN();
  } else if constexpr (std::same_as<D, b8>) {
    return x == X{0} ? 0 : 1;
  } else if constexpr (IsWholeDType<D>) {
    return round_to_whole<element_t<D>>(x);
  } else {
    return std::bit_cast<element_t<D>>(
        static_cast<typename ElementOf<D>::Code>(encode_float<ElementOf<D>::format>(x)));
  }
}

template <IsDType D>
constexpr element_t<D> from_f32(float x) {
  return from_float<D>(x);
}

template <IsDType D>
constexpr element_t<D> from_f64(double x) {
  return from_float<D>(x);
}

/// The element nearest to a whole number; i8 and i32 saturate. Exact input up to 2^53 in size.
template <IsDType D>
constexpr element_t<D> from_whole(std::int64_t x) {
  return from_float<D>(static_cast<double>(x));
}

/// The value in f32: exact for every dtype but i32, which rounds to nearest even.
template <IsDType D>
constexpr float to_f32(element_t<D> element) {
  if constexpr (std::same_as<D, b8>)
    return element != 0 ? 1.0F : 0.0F;
  else if constexpr (std::same_as<D, f32> || IsWholeDType<D>)
    return static_cast<float>(element);
  else
    return decode_float<ElementOf<D>::format>(std::bit_cast<typename ElementOf<D>::Code>(element));
}

/// The value in f64: exact for every dtype.
template <IsDType D>
constexpr double to_f64(element_t<D> element) {
  if constexpr (std::same_as<D, i32>)
    return static_cast<double>(element);
  else
    return static_cast<double>(to_f32<D>(element));
}

/// The value of an i8, i32 or b8.
template <IsWholeDType D>
constexpr std::int64_t to_whole(element_t<D> element) {
  if constexpr (std::same_as<D, b8>)
    return element != 0 ? 1 : 0;
  else
    return element;
}

/// The element of dtype `To` nearest to one of dtype `From`.
template <IsDType To, IsDType From>
constexpr element_t<To> convert_element(element_t<From> element) {
  if constexpr (std::same_as<From, i32>)
    return from_f64<To>(to_f64<From>(element));
  else
    return from_f32<To>(to_f32<From>(element));
}

/// Reads one element at any address, aligned or not.
template <IsDType D>
element_t<D> load_element(const std::byte* from) noexcept {
  element_t<D> element;
  std::memcpy(static_cast<void*>(&element), from, sizeof element);
  return element;
}

/// Writes one element at any address, aligned or not.
template <IsDType D>
void store_element(std::byte* to, element_t<D> element) noexcept {
  std::memcpy(to, &element, sizeof element);
}

}  // namespace weft
