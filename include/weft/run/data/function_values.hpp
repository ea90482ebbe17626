// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/op/functions.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <numbers>
#include <type_traits>

/// What the math engine's functions compute, on f32 and on whole numbers.
///
/// In f32: add, sub, mul and div round once; exp, log and their like are computed in f64 and
/// rounded once, so they are as good as correctly rounded and do not depend on the C library. max
/// and min give NaN if either operand is NaN, and take +0 as larger than -0 (IEEE 754-2019 maximum,
/// and numpy's). Comparisons with NaN are false, `ne` is true. gelu is the exact one, x times the
/// normal distribution function, and 0 at -infinity.
///
/// On whole numbers (all operands and the result are i8, i32 or b8): exact in 64 bits, then the
/// result wraps into i32, saturates into i8, and is 0 or not in b8. div drops the rest (towards 0);
/// by 0 it gives -1.
namespace weft::eval {

/// What `value` works in: `float`, or `std::int64_t` for whole numbers.
template <class T>
concept IsComputed = std::same_as<T, float> || std::same_as<T, std::int64_t>;

inline float value(fn::exp, float x) {
  return static_cast<float>(std::exp(static_cast<double>(x)));
}
inline float value(fn::exp2, float x) {
  return static_cast<float>(std::exp2(static_cast<double>(x)));
}
inline float value(fn::log, float x) {
  return static_cast<float>(std::log(static_cast<double>(x)));
}
inline float value(fn::rsqrt, float x) {
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(x)));
}
inline float value(fn::sigmoid, float x) {
  return static_cast<float>(1.0 / (1.0 + std::exp(-static_cast<double>(x))));
}
inline float value(fn::tanh, float x) {
  return static_cast<float>(std::tanh(static_cast<double>(x)));
}
inline float value(fn::gelu, float x) {
  if (x == -std::numeric_limits<float>::infinity()) return -0.0F;
  const double wide = x;
  return static_cast<float>(0.5 * wide * std::erfc(-wide / std::numbers::sqrt2));
}

inline float value(fn::neg, float x) { return -x; }
inline std::int64_t value(fn::neg, std::int64_t x) { return -x; }
inline float value(fn::abs, float x) { return std::fabs(x); }
inline std::int64_t value(fn::abs, std::int64_t x) { return x < 0 ? -x : x; }

template <IsComputed T>
T value(fn::add, T x, T y) {
  return x + y;
}
template <IsComputed T>
T value(fn::sub, T x, T y) {
  return x - y;
}
template <IsComputed T>
T value(fn::mul, T x, T y) {
  return x * y;
}
inline float value(fn::div, float x, float y) { return x / y; }
inline std::int64_t value(fn::div, std::int64_t x, std::int64_t y) { return y == 0 ? -1 : x / y; }

inline float value(fn::max, float x, float y) {
  if (x == y) return std::signbit(x) ? y : x;
  return x > y || x != x ? x : y;
}
inline std::int64_t value(fn::max, std::int64_t x, std::int64_t y) { return x > y ? x : y; }
inline float value(fn::min, float x, float y) {
  if (x == y) return std::signbit(x) ? x : y;
  return x < y || x != x ? x : y;
}
inline std::int64_t value(fn::min, std::int64_t x, std::int64_t y) { return x < y ? x : y; }

template <IsComputed T>
T value(fn::lt, T x, T y) {
  return static_cast<T>(x < y);
}
template <IsComputed T>
T value(fn::le, T x, T y) {
  return static_cast<T>(x <= y);
}
template <IsComputed T>
T value(fn::gt, T x, T y) {
  return static_cast<T>(x > y);
}
template <IsComputed T>
T value(fn::ge, T x, T y) {
  return static_cast<T>(x >= y);
}
template <IsComputed T>
T value(fn::eq, T x, T y) {
  return static_cast<T>(x == y);
}
template <IsComputed T>
T value(fn::ne, T x, T y) {
  return static_cast<T>(x != y);
}

template <IsComputed T>
T value(fn::where, T condition, T x, T y) {
  return condition != T{0} ? x : y;
}

/// A function of the user's own brings its value with it: `static float value(float x)`, with as
/// many operands as its arity, and, if it likes to be exact on whole numbers, the same for
/// `std::int64_t`.
template <class F, IsComputed... T>
  requires requires(T... x) {
    { F::value(x...) } -> std::same_as<std::common_type_t<T...>>;
  }
auto value(F, T... x) {
  return F::value(x...);
}

/// Functions that can be computed on operands of these types, and give one of the same.
template <class F, class... T>
concept HasValue = requires(T... x) {
  { eval::value(F{}, x...) } -> std::same_as<std::common_type_t<T...>>;
};

}  // namespace weft::eval
