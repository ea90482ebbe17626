// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/op/cast.hpp>
#include <weft/model/op/functions.hpp>
#include <weft/model/op/math.hpp>
#include <weft/model/op/reduce.hpp>
#include <weft/run/kernel/operand.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

/// What a composite does to each output tile after its last k step, stage by stage on the MATH engine:
/// `tl.composite(weft::gemm, a, b, weft::epilogue::scale(0.5), weft::epilogue::exp)`.
namespace weft::epilogue {

/// A function of the tile alone.
template <class F>
struct Unary {
  template <class In, std::size_t>
  using op = op::Math<F, In, In>;
};
/// A function of the tile and a number.
template <class F>
struct WithNumber {
  double number;
  template <class In, std::size_t>
  using op = op::Math<F, In, In, Number>;
};
/// A function of the tile and the part of an on-chip tile T that belongs to it: T is MxN, 1xN or Mx1. It was given as `A`.
template <class F, class T, class A>
struct WithTile : Operand<T> {
  using function = F;
  using argument = A;
  template <class In, std::size_t N>
  using op = op::Math<F, In, In,
                      Tensor<typename T::dtype,
                             Shape<T::shape::rows, (T::shape::cols == 1 ? 1 : In::shape::cols)>>>;
};
/// A row statistic; the output tiles must be as wide as the result.
template <class F>
struct Row {
  template <class In, std::size_t N>
  struct Stage : weft::op::Reduce<F, In, 1> {
    static_assert(
        In::shape::cols == N,
        "composite: a row statistic needs complete rows: give tiles as wide as the block");
  };
  template <class In, std::size_t N>
  using op = Stage<In, N>;
};
/// The tile as elements of another type.
template <class D>
struct Cast {
  template <class In, std::size_t>
  using op = op::Cast<In, D>;
};

/// Any function of one operand: `apply(weft::fn::gelu{})`.
template <class F>
  requires(F::arity == 1)
[[nodiscard]] constexpr Unary<F> apply(F) {
  return {};
}
/// Any function of two operands and a number.
template <class F>
  requires(F::arity == 2)
[[nodiscard]] constexpr WithNumber<F> apply(F, double number) {
  return {number};
}
/// Stands for a stage that was refused.
struct Refused : Unary<fn::neg> {};
/// Any function of two operands and a tile, which may be pending: the composite waits for it.
template <class F, class A>
  requires(F::arity == 2 && !std::is_arithmetic_v<std::remove_cvref_t<A>>)
[[nodiscard]] auto apply(F, A&& tile) {
  static_assert(!UnawaitedOp<A>, "composite: this operand is an op that was not awaited");
  static_assert(
      !FutureArgument<A>,
      "composite: this operand is a LoadFuture; wait for it first: co_await tl.wait(future)");
  constexpr bool is_tile = requires { typename std::remove_cvref_t<A>::tensor; };
  static_assert(is_tile || UnawaitedOp<A> || FutureArgument<A>,
                "composite: an epilogue takes a tile or a number");
  if constexpr (is_tile) {
    using T = typename std::remove_cvref_t<A>::tensor;
    return WithTile<F, T, A>{Operand<T>(tile)};
  } else {
    return Refused{};
  }
}

[[nodiscard]] constexpr auto scale(double factor) { return apply(fn::mul{}, factor); }
template <class A>
[[nodiscard]] auto add(A&& tile) {
  return apply(fn::add{}, std::forward<A>(tile));
}
inline constexpr Unary<fn::exp> exp{};
inline constexpr Row<fn::max> row_max{};
inline constexpr Row<fn::sum> row_sum{};
template <IsDType D>
[[nodiscard]] constexpr Cast<D> cast(DType<D>) {
  return {};
}

}  // namespace weft::epilogue
