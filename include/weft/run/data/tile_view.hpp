// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/error.hpp>
#include <weft/run/data/element.hpp>

#include <cstddef>
#include <type_traits>

namespace weft {

/// Elements of dtype `D` in host memory as rows and columns; owns nothing. Strides count elements;
/// a stride of 0 repeats one row or column. `data` need not be aligned. `Byte` is `std::byte` or
/// `const std::byte`.
template <HasElement D, class Byte = std::byte>
struct TileView {
  using dtype = D;

  Byte* data = nullptr;  ///< element (0, 0)
  std::ptrdiff_t rows = 0;
  std::ptrdiff_t cols = 0;
  std::ptrdiff_t row_stride = 0;
  std::ptrdiff_t col_stride = 0;

  TileView() = default;
  TileView(Byte* first, std::ptrdiff_t row_count, std::ptrdiff_t col_count, std::ptrdiff_t row_step,
           std::ptrdiff_t col_step)
      : data(first), rows(row_count), cols(col_count), row_stride(row_step), col_stride(col_step) {}
  /// Row-major without gaps.
  TileView(Byte* first, std::ptrdiff_t row_count, std::ptrdiff_t col_count)
      : TileView(first, row_count, col_count, col_count, 1) {}
  /// A view to read from, of one to write to.
  template <class Mutable>
    requires(std::is_const_v<Byte> && std::is_same_v<Mutable, std::remove_const_t<Byte>>)
  TileView(const TileView<D, Mutable>& view)  // NOLINT: implicit, as T* to const T* is
      : TileView(view.data, view.rows, view.cols, view.row_stride, view.col_stride) {}

  /// The address of an element; not checked.
  [[nodiscard]] Byte* at(std::ptrdiff_t row, std::ptrdiff_t col) const noexcept {
    return data + (row * row_stride + col * col_stride) * static_cast<std::ptrdiff_t>(D::bytes);
  }

  /// The value of an element in f32. A row or column outside throws `Error`.
  [[nodiscard]] float get(std::ptrdiff_t row, std::ptrdiff_t col) const {
    return to_f32<D>(load_element<D>(inside(row, col)));
  }

  /// Rounds `value` to the dtype and stores it. A row or column outside throws `Error`.
  void set(std::ptrdiff_t row, std::ptrdiff_t col, float value) const
    requires(!std::is_const_v<Byte>)
  {
    store_element<D>(inside(row, col), from_f32<D>(value));
  }

  /// Columns as rows; moves nothing.
  [[nodiscard]] TileView transposed() const noexcept {
    return {data, cols, rows, col_stride, row_stride};
  }

  /// The same elements seen as `wanted_rows` x `wanted_cols`: an extent of 1 repeats, any other
  /// must be equal already, or this throws `Error`. Moves nothing.
  [[nodiscard]] TileView broadcast_to(std::ptrdiff_t wanted_rows,
                                      std::ptrdiff_t wanted_cols) const {
    if ((rows != wanted_rows && rows != 1) || (cols != wanted_cols && cols != 1))
      fail("a tile of ", rows, "x", cols, " does not broadcast to ", wanted_rows, "x", wanted_cols);
    return {data, wanted_rows, wanted_cols, rows == wanted_rows ? row_stride : 0,
            cols == wanted_cols ? col_stride : 0};
  }

 private:
  [[nodiscard]] Byte* inside(std::ptrdiff_t row, std::ptrdiff_t col) const {
    if (row < 0 || row >= rows || col < 0 || col >= cols)
      fail("element (", row, ", ", col, ") is outside a tile of ", rows, "x", cols);
    return at(row, col);
  }
};

template <HasElement D>
using ConstTileView = TileView<D, const std::byte>;

/// One f32 number as a 1x1 tile, for a scalar operand. `number` must outlive it.
inline ConstTileView<f32> scalar_view(const float& number) {
  return {reinterpret_cast<const std::byte*>(&number), 1, 1};
}

}  // namespace weft
