// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft {

/// The rules of a Shape, one sentence each; a function, because a rule that fails in a class makes
/// clang distrust the class.
template <std::size_t M, std::size_t N>
constexpr bool check_shape() {
  static_assert(M > 0 && N > 0, "shape: a tile has at least one row and one column");
  static_assert(M == 0 || N <= SIZE_MAX / 2 / (M == 0 ? 1 : M),
                "shape: the number of elements does not fit into 64 bits");
  return true;
}

/// The static shape of a tile: M rows by N columns. A row vector is 1xN, a column vector Mx1.
template <std::size_t M, std::size_t N>
struct Shape {
  static_assert(check_shape<M, N>());

  static constexpr std::size_t rows = M;
  static constexpr std::size_t cols = N;
  static constexpr std::size_t elements = M * N;
};

/// A shape passed as a value: `tl.load(position, weft::shape<64, 128>)`.
template <std::size_t M, std::size_t N>
inline constexpr Shape<M, N> shape{};

/// A direction of a tile: 0 runs down the rows, 1 along the columns.
template <std::size_t A>
struct Axis {
  static_assert(A < 2, "axis: a tile has axes 0 (down the rows) and 1 (along the columns)");
  static constexpr std::size_t index = A;
};

/// An axis passed as a value: `tl.reduce(x, weft::axis<1>, ...)`.
template <std::size_t A>
inline constexpr Axis<A> axis{};

/// S with rows and columns exchanged.
template <class S>
using transposed_t = Shape<S::cols, S::rows>;

/// S reduced along axis A: that extent becomes 1.
template <class S, std::size_t A>
using reduced_t = Shape<A == 0 ? 1 : S::rows, A == 1 ? 1 : S::cols>;

}  // namespace weft
