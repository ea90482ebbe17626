// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/data/function_values.hpp>
#include <weft/run/data/tile_view.hpp>
#include <weft/run/data/value_run.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace weft::eval {

/// Whether F on these operand dtypes with this result is computed in whole numbers; in f32 if not.
template <class F, class R, class... D>
inline constexpr bool in_whole_numbers = (IsWholeDType<R> && ... && IsWholeDType<D>) &&
                                         HasValue<F, std::conditional_t<true, std::int64_t, D>...>;

/// `out = F(operands...)`, element by element. Operands broadcast: an extent of 1 repeats. They are
/// computed in f32 and the result is rounded to the dtype of `out`; in whole numbers if all dtypes
/// are (see function_values.hpp). `out` may be one of the operands, seen the same way; it must not
/// overlap one otherwise. An operand that does not broadcast throws `Error`. Costs a few ns per
/// element; allocates nothing.
template <class F, HasElement R, class... Views>
void elementwise(TileView<R> out, Views... operands) {
  using Value =
      std::conditional_t<in_whole_numbers<F, R, typename Views::dtype...>, std::int64_t, float>;
  static_assert(F::arity == sizeof...(Views), "this function takes another number of operands");
  std::tuple<Views...> in{operands.broadcast_to(out.rows, out.cols)...};
  if (out.cols < run_length / 16 && out.cols < out.rows) {  // long runs are cheap runs
    out = out.transposed();
    in = std::apply([](const Views&... view) { return std::tuple{view.transposed()...}; }, in);
  }
  std::array<std::array<Value, run_length>, sizeof...(Views)> values;
  std::array<Value, run_length> results;
  for (std::ptrdiff_t row = 0; row < out.rows; ++row) {
    for (std::ptrdiff_t col = 0; col < out.cols; col += run_length) {
      const std::ptrdiff_t count = out.cols - col < run_length ? out.cols - col : run_length;
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        (read_run(std::get<I>(in), row, col, count, values[I].data()), ...);
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
          results[i] = static_cast<Value>(value(F{}, values[I][i]...));
      }(std::index_sequence_for<Views...>{});
      write_run(out, row, col, count, results.data());
    }
  }
}

/// `out = x`, each element converted once to the dtype of `out`. An operand that does not broadcast
/// throws `Error`.
template <HasElement R, class View>
void cast(TileView<R> out, View x) {
  using D = typename View::dtype;
  x = x.broadcast_to(out.rows, out.cols);
  for (std::ptrdiff_t row = 0; row < out.rows; ++row)
    for (std::ptrdiff_t col = 0; col < out.cols; ++col)
      store_element<R>(out.at(row, col), convert_element<R, D>(load_element<D>(x.at(row, col))));
}

/// Every element becomes the one nearest to `number`.
template <HasElement R>
void fill(TileView<R> out, double number) {
  const element_t<R> element = from_f64<R>(number);
  for (std::ptrdiff_t row = 0; row < out.rows; ++row)
    for (std::ptrdiff_t col = 0; col < out.cols; ++col) store_element<R>(out.at(row, col), element);
}

/// Every element becomes `start` plus its index along `axis` (0: its row, 1: its column), rounded
/// to the dtype.
template <HasElement R>
void iota(TileView<R> out, int axis, std::int64_t start = 0) {
  for (std::ptrdiff_t row = 0; row < out.rows; ++row)
    for (std::ptrdiff_t col = 0; col < out.cols; ++col)
      store_element<R>(out.at(row, col), from_whole<R>(start + (axis == 0 ? row : col)));
}

}  // namespace weft::eval
