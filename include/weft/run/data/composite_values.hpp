// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/data/evaluate.hpp>
#include <weft/run/data/hbm_image.hpp>
#include <weft/run/kernel/operand.hpp>
#include <weft/run/sched/composite_call.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

namespace weft {

/// A tile of type T seen through an operand's layout. The tile must be alive.
template <class T>
[[nodiscard]] ConstTileView<typename T::dtype> tile_view(const OperandRef& tile) {
  using D = typename T::dtype;
  const Layout& l = tile.layout;
  return {tile.slot->data + l.offset * static_cast<std::ptrdiff_t>(D::bytes),
          static_cast<std::ptrdiff_t>(T::shape::rows), static_cast<std::ptrdiff_t>(T::shape::cols),
          l.row_stride, l.col_stride};
}

/// The numbers of a composite, computed wholly when it is issued: tile by tile in the order in which it runs, so that sums
/// are those of its tiles. What lies beyond the edge of B is 0; output tiles wholly beyond it stay 0.
template <class Types, class... Stages>
class CompositeValues {
  using D = typename Types::D;
  using Sum = accumulator_t<D>;
  using Right = typename Types::Right;
  static constexpr std::ptrdiff_t m = static_cast<std::ptrdiff_t>(Types::m);
  static constexpr std::ptrdiff_t tile_k = static_cast<std::ptrdiff_t>(Types::tile_k);
  static constexpr std::ptrdiff_t tile_n = static_cast<std::ptrdiff_t>(Types::tile_n);

 public:
  static void run(const HbmImage& image, TileView<typename Types::Result::dtype> out,
                  ConstTileView<D> a, const HbmPosition<D>& from,
                  const std::tuple<Stages...>& stages) {
    const auto in_k = Right::transposed ? from.cols_present(Types::k) : from.rows_present(Types::k);
    const auto in_n = Right::transposed ? from.rows_present(Types::n) : from.cols_present(Types::n);
    const auto k_stride = (Right::transposed ? from.col_stride : from.row_stride) * D::bytes;
    const auto n_stride = (Right::transposed ? from.row_stride : from.col_stride) * D::bytes;
    std::vector<std::byte> sums(static_cast<std::size_t>(m * tile_n) * Sum::bytes);
    std::vector<std::byte> tile(Types::tile_k * Types::tile_n * D::bytes);
    for (std::uint64_t n = 0; n < in_n; n += Types::tile_n) {
      std::fill(sums.begin(), sums.end(), std::byte{});
      TileView<Sum> added(sums.data(), m, tile_n);
      for (std::uint64_t k = 0; k < in_k; k += Types::tile_k) {
        std::fill(tile.begin(), tile.end(), std::byte{});
        image.read(ByteView{from.origin() + k * k_stride + n * n_stride,
                            std::min<std::uint64_t>(Types::tile_k, in_k - k),
                            std::min<std::uint64_t>(Types::tile_n, in_n - n), k_stride, n_stride,
                            D::bytes},
                   tile.data(), Types::tile_n * D::bytes);
        const ConstTileView<D> part(a.at(0, static_cast<std::ptrdiff_t>(k)), m, tile_k,
                                    a.row_stride, a.col_stride);
        eval::dot(added, part, ConstTileView<D>(tile.data(), tile_k, tile_n), added);
      }
      using First = typename Types::GemmTile::Result;
      std::vector<std::byte> product(First::bytes);
      TileView<typename First::dtype> rounded(product.data(), m, tile_n);
      eval::cast(rounded, ConstTileView<Sum>(added));
      stage<First, 0>(out, rounded, static_cast<std::ptrdiff_t>(n), stages);
    }
  }

 private:
  /// Runs the epilogue from stage I on over one output tile of type In, and puts it in its place.
  template <class In, std::size_t I, class Out, class Tile>
  static void stage(Out out, Tile tile, std::ptrdiff_t n, const std::tuple<Stages...>& stages) {
    if constexpr (I == sizeof...(Stages)) {
      const std::ptrdiff_t width = tile.cols;
      const std::ptrdiff_t at = out.cols == width ? 0 : n;
      eval::cast(Out(out.at(0, at), m, width, out.row_stride, out.col_stride),
                 ConstTileView<typename Tile::dtype>(tile));
    } else {
      using Stage = std::tuple_element_t<I, std::tuple<Stages...>>;
      using Op = typename Stage::template op<In, Types::n>;
      using Next = typename Op::Result;
      std::vector<std::byte> bytes(Next::bytes);
      TileView<typename Next::dtype> made(bytes.data(),
                                          static_cast<std::ptrdiff_t>(Next::shape::rows),
                                          static_cast<std::ptrdiff_t>(Next::shape::cols));
      apply(std::get<I>(stages), made, ConstTileView<typename In::dtype>(tile), n);
      stage<Next, I + 1>(out, made, n, stages);
    }
  }

  template <class F, class Out, class In>
  static void apply(const epilogue::Unary<F>&, Out out, In in, std::ptrdiff_t) {
    eval::elementwise<F>(out, in);
  }
  template <class F, class Out, class In>
  static void apply(const epilogue::WithNumber<F>& op, Out out, In in, std::ptrdiff_t) {
    const float number = static_cast<float>(op.number);
    eval::elementwise<F>(out, in, scalar_view(number));
  }
  template <class F, class T, class A, class Out, class In>
  static void apply(const epilogue::WithTile<F, T, A>& op, Out out, In in, std::ptrdiff_t n) {
    const auto whole = tile_view<T>(op);
    const auto part = T::shape::cols == 1
                          ? whole
                          : ConstTileView<typename T::dtype>(whole.at(0, n), whole.rows, tile_n,
                                                             whole.row_stride, whole.col_stride);
    eval::elementwise<F>(out, in, part);
  }
  template <class F, class Out, class In>
  static void apply(const epilogue::Row<F>&, Out out, In in, std::ptrdiff_t) {
    eval::reduce<F>(out, in, 1);
  }
  template <class To, class Out, class In>
  static void apply(const epilogue::Cast<To>&, Out out, In in, std::ptrdiff_t) {
    eval::cast(out, in);
  }
};

}  // namespace weft
