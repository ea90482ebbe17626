// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/data/tile_view.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace weft::eval {

/// How many elements are converted at a time: their values stay in the first-level cache.
inline constexpr std::ptrdiff_t run_length = 256;

/// The value of an element as what ops compute in: `float`, or `std::int64_t` for whole numbers.
template <class Value, HasElement D>
Value computed(element_t<D> element) {
  if constexpr (std::same_as<Value, std::int64_t>)
    return to_whole<D>(element);
  else
    return to_f32<D>(element);
}

/// A computed value as an element: f32 rounds; a whole number wraps into i32 and saturates into i8.
template <HasElement D>
element_t<D> rounded(float value) {
  return from_f32<D>(value);
}
template <HasElement D>
element_t<D> rounded(std::int64_t value) {
  if constexpr (std::same_as<D, i32>)
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(value)));
  else
    return from_whole<D>(value);
}

/// Reads `count` elements of a row from a column on, as values.
template <HasElement D, class Byte, class Value>
void read_run(const TileView<D, Byte>& from, std::ptrdiff_t row, std::ptrdiff_t col,
              std::ptrdiff_t count, Value* values) {
  const std::byte* const first = from.at(row, col);
  constexpr auto size = static_cast<std::ptrdiff_t>(D::bytes);
  if (from.col_stride == 1) {
    for (std::ptrdiff_t i = 0; i < count; ++i)
      values[i] = computed<Value, D>(load_element<D>(first + i * size));
  } else if (from.col_stride == 0) {
    const Value value = computed<Value, D>(load_element<D>(first));
    for (std::ptrdiff_t i = 0; i < count; ++i) values[i] = value;
  } else {
    const std::ptrdiff_t step = from.col_stride * size;
    for (std::ptrdiff_t i = 0; i < count; ++i)
      values[i] = computed<Value, D>(load_element<D>(first + i * step));
  }
}

/// Writes `count` values to a row from a column on, each rounded to the dtype.
template <HasElement D, class Value>
void write_run(const TileView<D>& to, std::ptrdiff_t row, std::ptrdiff_t col, std::ptrdiff_t count,
               const Value* values) {
  std::byte* const first = to.at(row, col);
  const std::ptrdiff_t step = to.col_stride * static_cast<std::ptrdiff_t>(D::bytes);
  for (std::ptrdiff_t i = 0; i < count; ++i)
    store_element<D>(first + i * step, rounded<D>(values[i]));
}

}  // namespace weft::eval
