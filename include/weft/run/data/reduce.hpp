// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/data/function_values.hpp>
#include <weft/run/data/tile_view.hpp>
#include <weft/run/data/value_run.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace weft::eval {

/// What folds two values: add for sum, the function itself for max and min.
template <class F>
using fold_t = std::conditional_t<std::is_same_v<F, fn::sum>, fn::add, F>;

/// `out = F along axis` (0: down the rows, giving 1xN; 1: along the columns, giving Mx1): the first
/// element, then each next one folded in, in the order of the index. Accumulates in f32 and rounds
/// once at the end; whole numbers (x and out of i8, i32, b8) in i32, which wraps, then i8
/// saturates. A max or min of anything with a NaN in it is NaN. An `out` of another shape, or an
/// empty axis, throws `Error`.
template <class F, HasElement R, class View>
void reduce(TileView<R> out, View x, int axis) {
  using D = typename View::dtype;
  constexpr bool whole =
      IsWholeDType<R> && IsWholeDType<D> && HasValue<fold_t<F>, std::int64_t, std::int64_t>;
  using Value = std::conditional_t<whole, std::int64_t, float>;
  if (axis == 0) {
    x = x.transposed();
    out = out.transposed();
  }
  if (out.rows != x.rows || out.cols != 1 || x.cols < 1)
    fail(F::name, ": a tile of ", out.rows, "x", out.cols, " cannot hold ", x.rows, "x", x.cols,
         " folded to one column");
  std::array<Value, run_length> values;
  for (std::ptrdiff_t row = 0; row < x.rows; ++row) {
    Value folded{};
    for (std::ptrdiff_t col = 0; col < x.cols; col += run_length) {
      const std::ptrdiff_t count = x.cols - col < run_length ? x.cols - col : run_length;
      read_run(x, row, col, count, values.data());
      std::ptrdiff_t i = 0;
      if (col == 0) folded = values[static_cast<std::size_t>(i++)];
      for (; i < count; ++i)
        folded =
            static_cast<Value>(value(fold_t<F>{}, folded, values[static_cast<std::size_t>(i)]));
    }
    if constexpr (whole) folded = rounded<i32>(folded);
    write_run(out, row, 0, 1, &folded);
  }
}

}  // namespace weft::eval
