// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/data/tile_view.hpp>
#include <weft/run/data/value_run.hpp>

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace weft::eval {

using FloatMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// `c += a * b` in f32. Its own function, so that Eigen's product is compiled once.
inline void add_product(FloatMatrix& c, const FloatMatrix& a, const FloatMatrix& b) {
  c.noalias() += a * b;
}

/// The values of a tile in f32. Always a copy, in memory that Eigen aligns: its kernels choose
/// their order of summing by alignment, and the same tile must give the same bits wherever it lies.
template <class View>
FloatMatrix matrix_of(const View& tile) {
  FloatMatrix matrix(tile.rows, tile.cols);
  for (std::ptrdiff_t row = 0; row < tile.rows; ++row)
    read_run(tile, row, 0, tile.cols, matrix.data() + row * tile.cols);
  return matrix;
}

/// The same modulo 2^32, which is what sums of i8 and i32 wrap to.
template <class View>
std::vector<std::uint32_t> wrapped_of(const View& tile) {
  using D = typename View::dtype;
  std::vector<std::uint32_t> values;
  values.reserve(static_cast<std::size_t>(tile.rows * tile.cols));
  for (std::ptrdiff_t row = 0; row < tile.rows; ++row)
    for (std::ptrdiff_t col = 0; col < tile.cols; ++col)
      values.push_back(static_cast<std::uint32_t>(to_whole<D>(load_element<D>(tile.at(row, col)))));
  return values;
}

template <class... Views>
inline constexpr bool all_whole = (IsWholeDType<typename Views::dtype> && ...);

template <class Out, class A, class B, class Acc>
void dot_into(const Out& out, const A& a, const B& b, const Acc* acc) {
  if (a.cols != b.rows || out.rows != a.rows || out.cols != b.cols ||
      (acc && (acc->rows != out.rows || acc->cols != out.cols)))
    fail("dot: a tile of ", out.rows, "x", out.cols, " cannot hold ", a.rows, "x", a.cols,
         " times ", b.rows, "x", b.cols);
  if constexpr (all_whole<Out, A, B, Acc>) {
    const auto left = wrapped_of(a);
    const auto right = wrapped_of(b);
    auto sums = acc ? wrapped_of(*acc)
                    : std::vector<std::uint32_t>(static_cast<std::size_t>(out.rows * out.cols));
    const auto width = static_cast<std::size_t>(out.cols);
    const auto depth = static_cast<std::size_t>(a.cols);
    for (std::size_t row = 0; row < static_cast<std::size_t>(out.rows); ++row)
      for (std::size_t k = 0; k < depth; ++k)
        for (std::size_t col = 0; col < width; ++col)
          sums[row * width + col] += left[row * depth + k] * right[k * width + col];
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const auto sum = std::int64_t{static_cast<std::int32_t>(sums[i])};
      const auto at = static_cast<std::ptrdiff_t>(i);
      write_run(out, at / out.cols, at % out.cols, 1, &sum);
    }
  } else {
    FloatMatrix sums = acc ? matrix_of(*acc) : FloatMatrix::Zero(out.rows, out.cols);
    add_product(sums, matrix_of(a), matrix_of(b));
    for (std::ptrdiff_t row = 0; row < out.rows; ++row)
      write_run(out, row, 0, out.cols, sums.data() + row * out.cols);
  }
}

/// `out = a * b`, an MxK tile times a KxN tile. Products and sums in f32, rounded once to the dtype
/// of `out`; if all dtypes are i8, i32 or b8, in i32, which wraps. Equal operands give equal bits
/// within one build, wherever they lie. `out` may overlap the operands. Shapes that do not fit
/// throw `Error`. Copies the operands once.
template <HasElement R, class A, class B>
void dot(TileView<R> out, const A& a, const B& b) {
  dot_into<TileView<R>, A, B, TileView<R>>(out, a, b, nullptr);
}

/// `out = acc + a * b`: the sums start from `acc`, an MxN tile, which may be `out`.
template <HasElement R, class A, class B, class Acc>
void dot(TileView<R> out, const A& a, const B& b, const Acc& acc) {
  dot_into(out, a, b, &acc);
}

}  // namespace weft::eval
