// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/deferred.hpp>
#include <weft/tl/argument.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace weft {

/// `tl.trans`, `tl.slice`, `tl.reshape`, `tl.broadcast`: other views of the same bytes. They cost nothing, are not logged,
/// and are not uses: a view of a pending tile is pending.
template <class Self>
class ViewCalls {
 public:
  /// The transposed tile.
  template <TileArgument A>
  [[nodiscard]] auto trans(A&& tile) {
    const Layout l = tile.layout();
    return seen<transposed_t<shape_of<A>>, A>(tile, {l.offset, l.col_stride, l.row_stride});
  }
  /// The MxN part that begins at (row, col): `tl.slice(x, weft::shape<M, N>, row, col)`. Outside the tile: `Error`.
  template <TileArgument A, std::size_t M, std::size_t N>
  [[nodiscard]] auto slice(A&& tile, Shape<M, N>, std::size_t row, std::size_t col) {
    using S = shape_of<A>;
    static_assert(M <= S::rows && N <= S::cols, "slice: the part is larger than the tile");
    if (row > S::rows - M || col > S::cols - N)
      fail("slice: a ", M, "x", N, " part at (", row, ", ", col, ") does not lie inside a ",
           S::rows, "x", S::cols, " tile");
    const Layout l = tile.layout();
    const auto offset = l.offset + static_cast<std::int32_t>(row) * l.row_stride +
                        static_cast<std::int32_t>(col) * l.col_stride;
    return seen<Shape<M, N>, A>(tile, {offset, l.row_stride, l.col_stride});
  }
  /// The same elements, row by row, in another shape. A view that is not dense (transposed, sliced, broadcast): `Error`.
  template <TileArgument A, std::size_t M, std::size_t N>
  [[nodiscard]] auto reshape(A&& tile, Shape<M, N>) {
    using S = shape_of<A>;
    static_assert(M * N == S::elements, "reshape: the number of elements must stay the same");
    const Layout l = tile.layout();
    if ((S::rows > 1 && l.row_stride != static_cast<std::int32_t>(S::cols)) ||
        (S::cols > 1 && l.col_stride != 1))
      if (!tile.empty())
        fail("reshape: the tile is a view that is not dense (transposed, sliced or broadcast)");
    return seen<Shape<M, N>, A>(tile, {l.offset, static_cast<std::int32_t>(N), 1});
  }
  /// A row, column or single element repeated to MxN.
  template <TileArgument A, std::size_t M, std::size_t N>
  [[nodiscard]] auto broadcast(A&& tile, Shape<M, N>) {
    using S = shape_of<A>;
    static_assert((S::rows == M || S::rows == 1) && (S::cols == N || S::cols == 1),
                  "broadcast: extents must be equal or 1");
    const Layout l = tile.layout();
    return seen<Shape<M, N>, A>(
        tile, {l.offset, S::rows == M ? l.row_stride : 0, S::cols == N ? l.col_stride : 0});
  }

  // What is no tile yet is refused.
  template <PromisedArgument A>
  [[nodiscard]] auto trans(const A&) {
    return refused<A, transposed_t<typename promised_tile<A>::shape>>();
  }
  template <PromisedArgument A, std::size_t M, std::size_t N>
  [[nodiscard]] auto slice(const A&, Shape<M, N>, std::size_t, std::size_t) {
    return refused<A, Shape<M, N>>();
  }
  template <PromisedArgument A, std::size_t M, std::size_t N>
  [[nodiscard]] auto reshape(const A&, Shape<M, N>) {
    return refused<A, Shape<M, N>>();
  }
  template <PromisedArgument A, std::size_t M, std::size_t N>
  [[nodiscard]] auto broadcast(const A&, Shape<M, N>) {
    return refused<A, Shape<M, N>>();
  }

 private:
  template <class A, class S>
  static Deferred<Tensor<typename promised_tile<A>::dtype, S>> refused() {
    static_assert(!UnawaitedOp<A>, "view: this operand is an op that was not awaited");
    static_assert(
        !FutureArgument<A>,
        "view: this operand is a LoadFuture; wait for it first: co_await tl.wait(future)");
    return {};
  }

  template <class H, class S>
  struct Reshaped;
  template <class D, class Old, class S>
  struct Reshaped<Tensor<D, Old>, S> {
    using type = Tensor<D, S>;
  };
  template <class D, class Old, class S>
  struct Reshaped<Deferred<Tensor<D, Old>>, S> {
    using type = Deferred<Tensor<D, S>>;
  };
  template <class H, class S>
  struct Reshaped<View<H>, S> : Reshaped<H, S> {};

  /// A view of a named handle is not fresh; a view of a temporary is as fresh as that.
  template <class S, class A>
  auto seen(const std::remove_cvref_t<A>& tile, Layout layout) {
    static_cast<Self&>(*this).count({});
    using H = typename Reshaped<std::remove_cvref_t<A>, S>::type;
    if constexpr (is_fresh<A>)
      return H(tile, layout);
    else
      return View<H>(tile, layout);
  }
};

}  // namespace weft
