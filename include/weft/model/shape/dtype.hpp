// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace weft {

// Element types: empty tags with a name and a size in bytes. Numbers are rounded to nearest even on
// conversion.

/// IEEE 754 binary32.
struct f32 {
  static constexpr std::string_view name = "f32";
  static constexpr std::size_t bytes = 4;
};
/// IEEE 754 binary16.
struct f16 {
  static constexpr std::string_view name = "f16";
  static constexpr std::size_t bytes = 2;
};
/// bfloat16: the upper half of an f32.
struct bf16 {
  static constexpr std::string_view name = "bf16";
  static constexpr std::size_t bytes = 2;
};
/// OCP 8-bit float, 4 exponent and 3 mantissa bits, no infinity.
struct f8e4m3 {
  static constexpr std::string_view name = "f8e4m3";
  static constexpr std::size_t bytes = 1;
};
/// OCP 8-bit float, 5 exponent and 2 mantissa bits.
struct f8e5m2 {
  static constexpr std::string_view name = "f8e5m2";
  static constexpr std::size_t bytes = 1;
};
/// 8-bit signed integer, saturating on conversion.
struct i8 {
  static constexpr std::string_view name = "i8";
  static constexpr std::size_t bytes = 1;
};
/// 32-bit signed integer; sums wrap.
struct i32 {
  static constexpr std::string_view name = "i32";
  static constexpr std::size_t bytes = 4;
};
/// A truth value in one byte: what comparisons give.
struct b8 {
  static constexpr std::string_view name = "b8";
  static constexpr std::size_t bytes = 1;
};

/// An element type: one of those above, or any empty type with a `name` and `bytes`.
template <class D>
concept IsDType = std::is_empty_v<D> && requires {
  { D::name } -> std::convertible_to<std::string_view>;
  { D::bytes } -> std::convertible_to<std::size_t>;
};

/// An element type passed as a value.
template <IsDType D>
struct DType {
  using type = D;
};

/// `tl.cast(x, weft::dtype<weft::bf16>)`
template <IsDType D>
inline constexpr DType<D> dtype{};

/// What a GEMM on D accumulates in: i32 for i8, f32 for all others.
template <IsDType D>
using accumulator_t = std::conditional_t<std::is_same_v<D, i8>, i32, f32>;

/// What `dot(a, b)` on D returns: i32 for i8, D for all others.
template <IsDType D>
using dot_result_t = std::conditional_t<std::is_same_v<D, i8>, i32, D>;

/// An element type at run time; `other` is a type of the user's.
enum class DTypeId : unsigned char { f32, f16, bf16, f8e4m3, f8e5m2, i8, i32, b8, other };

/// The run-time name of D.
template <IsDType D>
inline constexpr DTypeId dtype_id = std::is_same_v<D, f32>      ? DTypeId::f32
                                    : std::is_same_v<D, f16>    ? DTypeId::f16
                                    : std::is_same_v<D, bf16>   ? DTypeId::bf16
                                    : std::is_same_v<D, f8e4m3> ? DTypeId::f8e4m3
                                    : std::is_same_v<D, f8e5m2> ? DTypeId::f8e5m2
                                    : std::is_same_v<D, i8>     ? DTypeId::i8
                                    : std::is_same_v<D, i32>    ? DTypeId::i32
                                    : std::is_same_v<D, b8>     ? DTypeId::b8
                                                                : DTypeId::other;

}  // namespace weft
