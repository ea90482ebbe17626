// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/op/cast.hpp>
#include <weft/model/op/math.hpp>
#include <weft/model/op/reduce.hpp>
#include <weft/model/op/where.hpp>
#include <weft/model/shape/broadcast.hpp>
#include <weft/run/machine/compute_call.hpp>
#include <weft/tl/argument.hpp>
#include <weft/tl/failed_call.hpp>

#include <array>
#include <cstddef>
#include <source_location>
#include <type_traits>

namespace weft {

/// An operand as an op's facts see it: its tile type, or `Number`, of shape 1x1.
template <class A>
struct Seen {
  using type = Number;
  using shape = Shape<1, 1>;
};
template <TileArgument A>
struct Seen<A> {
  using type = tile_of<A>;
  using shape = shape_of<A>;
};

/// The first tile type among the arguments.
template <class A, class... As>
struct FirstTile : FirstTile<As...> {};
template <TileArgument A, class... As>
struct FirstTile<A, As...> {
  using type = tile_of<A>;
};

/// The argument is a number or a tile of element type D.
template <class A, class D>
concept OfDType =
    !TileArgument<A> || std::is_same_v<typename Seen<A>::type, Tensor<D, typename Seen<A>::shape>>;

/// Elementwise functions, comparisons, `where`, `cast` and `reduce` on the MATH engine.
///
/// Operands are tiles of one element type and plain numbers; rows (1xN), columns (Mx1) and numbers are broadcast.
/// Each waits for its operands, pays the `math` (`reduce`, `cast`) issue cost, occupies the MATH engine for
/// startup + ceil(elements / lanes) * cycles(function) / clock, and resumes at the end with a new tile.
template <class Self>
class MathCalls {
 public:
  /// e to the x.
  template <class X>
  [[nodiscard]] auto exp(X&& x, std::source_location where = std::source_location::current()) {
    return elementwise<fn::exp, X>(where, x);
  }
  /// 2 to the x.
  template <class X>
  [[nodiscard]] auto exp2(X&& x, std::source_location where = std::source_location::current()) {
    return elementwise<fn::exp2, X>(where, x);
  }
  /// the natural logarithm.
  template <class X>
  [[nodiscard]] auto log(X&& x, std::source_location where = std::source_location::current()) {
    return elementwise<fn::log, X>(where, x);
  }
  /// 1 / sqrt(x).
  template <class X>
  [[nodiscard]] auto rsqrt(X&& x, std::source_location where = std::source_location::current()) {
    return elementwise<fn::rsqrt, X>(where, x);
  }
  /// 1 / (1 + exp(-x)).
  template <class X>
  [[nodiscard]] auto sigmoid(X&& x, std::source_location where = std::source_location::current()) {
    return elementwise<fn::sigmoid, X>(where, x);
  }
  /// the hyperbolic tangent.
  template <class X>
  [[nodiscard]] auto tanh(X&& x, std::source_location where = std::source_location::current()) {
    return elementwise<fn::tanh, X>(where, x);
  }
  /// x times the normal distribution function of x.
  template <class X>
  [[nodiscard]] auto gelu(X&& x, std::source_location where = std::source_location::current()) {
    return elementwise<fn::gelu, X>(where, x);
  }
  /// -x.
  template <class X>
  [[nodiscard]] auto neg(X&& x, std::source_location where = std::source_location::current()) {
    return elementwise<fn::neg, X>(where, x);
  }
  /// |x|.
  template <class X>
  [[nodiscard]] auto abs(X&& x, std::source_location where = std::source_location::current()) {
    return elementwise<fn::abs, X>(where, x);
  }
  /// x + y.
  template <class X, class Y>
    requires(!IsAxis<Y>)
  [[nodiscard]] auto add(X&& x, Y&& y,
                         std::source_location where = std::source_location::current()) {
    return elementwise<fn::add, X, Y>(where, x, y);
  }
  /// x - y.
  template <class X, class Y>
    requires(!IsAxis<Y>)
  [[nodiscard]] auto sub(X&& x, Y&& y,
                         std::source_location where = std::source_location::current()) {
    return elementwise<fn::sub, X, Y>(where, x, y);
  }
  /// x * y.
  template <class X, class Y>
    requires(!IsAxis<Y>)
  [[nodiscard]] auto mul(X&& x, Y&& y,
                         std::source_location where = std::source_location::current()) {
    return elementwise<fn::mul, X, Y>(where, x, y);
  }
  /// x / y.
  template <class X, class Y>
    requires(!IsAxis<Y>)
  [[nodiscard]] auto div(X&& x, Y&& y,
                         std::source_location where = std::source_location::current()) {
    return elementwise<fn::div, X, Y>(where, x, y);
  }
  /// the larger of x and y.
  template <class X, class Y>
    requires(!IsAxis<Y>)
  [[nodiscard]] auto max(X&& x, Y&& y,
                         std::source_location where = std::source_location::current()) {
    return elementwise<fn::max, X, Y>(where, x, y);
  }
  /// the smaller of x and y.
  template <class X, class Y>
    requires(!IsAxis<Y>)
  [[nodiscard]] auto min(X&& x, Y&& y,
                         std::source_location where = std::source_location::current()) {
    return elementwise<fn::min, X, Y>(where, x, y);
  }
  /// x < y, as b8.
  template <class X, class Y>
  [[nodiscard]] auto lt(X&& x, Y&& y,
                        std::source_location where = std::source_location::current()) {
    return comparison<fn::lt, X, Y>(where, x, y);
  }
  /// x <= y, as b8.
  template <class X, class Y>
  [[nodiscard]] auto le(X&& x, Y&& y,
                        std::source_location where = std::source_location::current()) {
    return comparison<fn::le, X, Y>(where, x, y);
  }
  /// x > y, as b8.
  template <class X, class Y>
  [[nodiscard]] auto gt(X&& x, Y&& y,
                        std::source_location where = std::source_location::current()) {
    return comparison<fn::gt, X, Y>(where, x, y);
  }
  /// x >= y, as b8.
  template <class X, class Y>
  [[nodiscard]] auto ge(X&& x, Y&& y,
                        std::source_location where = std::source_location::current()) {
    return comparison<fn::ge, X, Y>(where, x, y);
  }
  /// x == y, as b8.
  template <class X, class Y>
  [[nodiscard]] auto eq(X&& x, Y&& y,
                        std::source_location where = std::source_location::current()) {
    return comparison<fn::eq, X, Y>(where, x, y);
  }
  /// x != y, as b8.
  template <class X, class Y>
  [[nodiscard]] auto ne(X&& x, Y&& y,
                        std::source_location where = std::source_location::current()) {
    return comparison<fn::ne, X, Y>(where, x, y);
  }

  /// Element by element x where the b8 `condition` holds, else y.
  template <class C, class X, class Y>
  [[nodiscard]] auto where(C&& condition, X&& x, Y&& y,
                           std::source_location where = std::source_location::current()) {
    return selection<C, X, Y>(where, condition, x, y);
  }
  /// The tile as elements of another type; rounds to nearest even.
  template <class X, IsDType To>
  [[nodiscard]] auto cast(X&& x, DType<To>,
                          std::source_location where = std::source_location::current()) {
    return conversion<X, To>(where, x);
  }
  /// The sum, the maximum or the minimum along an axis; the axis stays with extent 1:
  /// `tl.reduce(x, weft::sum, weft::axis<1>)` (or `weft::maximum`, `weft::minimum`).
  template <class X, class F, std::size_t A>
  [[nodiscard]] auto reduce(X&& x, F, Axis<A>,
                            std::source_location where = std::source_location::current()) {
    return reduction<F, X, A>(where, x);
  }
  template <class X, std::size_t A>
  [[nodiscard]] auto sum(X&& x, Axis<A>,
                         std::source_location where = std::source_location::current()) {
    return reduction<fn::sum, X, A>(where, x);
  }
  template <class X, std::size_t A>
  [[nodiscard]] auto max(X&& x, Axis<A>,
                         std::source_location where = std::source_location::current()) {
    return reduction<fn::max, X, A>(where, x);
  }
  template <class X, std::size_t A>
  [[nodiscard]] auto min(X&& x, Axis<A>,
                         std::source_location where = std::source_location::current()) {
    return reduction<fn::min, X, A>(where, x);
  }

 private:
  template <class... As>
  static consteval bool operands() {
    static_assert(!(UnawaitedOp<As> || ...), "math: this operand is an op that was not awaited");
    static_assert(
        !(FutureArgument<As> || ...),
        "math: this operand is a LoadFuture; wait for it first: co_await tl.wait(future)");
    static_assert(
        ((TileArgument<As> || NumberArgument<As> || UnawaitedOp<As> || FutureArgument<As>) && ...),
        "math: the operands must be tiles or numbers");
    static_assert(InFixedOrder<As...>,
                  "math: two loads in one call; C++ does not fix their order, name them first");
    return ((TileArgument<As> || NumberArgument<As>) && ...) && (TileArgument<As> || ...);
  }
  static consteval bool engine() {
    static_assert(HasEngine<typename Self::pe_type, MathWork> || Self::mixed,
                  "this PE has no engine that executes elementwise math");
    return HasEngine<typename Self::pe_type, MathWork>;
  }
  template <class R>
  static LackingCall<R> lacking(std::source_location where) {
    return {"this PE has no engine that executes elementwise math", where};
  }

  template <class Op, class... As>
  auto call(std::source_location where, const auto&... arguments) {
    using Context = typename Self::context_type;
    static_assert(Self::template fits<typename Op::Result>,
                  "scratch: the tile is larger than this PE's scratch");
    constexpr std::size_t tiles = (std::size_t{TileArgument<As>} + ...);
    std::array<OperandRef, tiles> refs;
    Numbers<sizeof...(As)> numbers;
    std::size_t tile = 0;
    std::size_t place = 0;
    const auto take = [&](const auto& argument) {
      if constexpr (TileArgument<decltype(argument)>)
        refs[tile++] = OperandRef(argument);
      else
        numbers.values[place] = static_cast<double>(argument);
      ++place;
    };
    (take(arguments), ...);
    auto& self = static_cast<Self&>(*this);
    self.count(where);
    return ComputeCall<Context, Op, tiles, Numbers<sizeof...(As)>>(self.context(), where, refs,
                                                                   numbers);
  }

  template <class F, class To, class... As>
  auto broadcast_call(std::source_location where, const auto&... arguments) {
    using First = typename FirstTile<As...>::type;
    using D = typename First::dtype;
    constexpr bool one_dtype = (OfDType<As, D> && ...);
    constexpr bool meet = requires { typename Broadcast<typename Seen<As>::shape...>::type; };
    static_assert(one_dtype, "math: the operands have different dtypes; cast one of them");
    static_assert(meet, "math: the operands' shapes do not broadcast: extents must be equal or 1");
    using Element = std::conditional_t<std::is_void_v<To>, D, To>;
    if constexpr (!one_dtype || !meet || !engine()) {
      return lacking<Tensor<Element, typename First::shape>>(where);
    } else {
      using Result = Tensor<Element, broadcast_t<typename Seen<As>::shape...>>;
      return call<op::Math<F, Result, typename Seen<As>::type...>, As...>(where, arguments...);
    }
  }

  template <class F, class... As>
  auto elementwise(std::source_location where, const auto&... arguments) {
    if constexpr (!operands<As...>())
      return FailedCall<>{};
    else
      return broadcast_call<F, void, As...>(where, arguments...);
  }
  template <class F, class... As>
  auto comparison(std::source_location where, const auto&... arguments) {
    if constexpr (!operands<As...>())
      return FailedCall<>{};
    else
      return broadcast_call<F, b8, As...>(where, arguments...);
  }
  template <class C, class X, class Y>
  auto selection(std::source_location where, const auto& condition, const auto& x, const auto& y) {
    if constexpr (!operands<C, X, Y>()) {
      return FailedCall<>{};
    } else {
      static_assert(TileArgument<X> || TileArgument<Y>,
                    "where: at least one of the two values must be a tile");
      static_assert(std::is_same_v<dtype_of<C>, b8>,
                    "where: the condition must be a b8 tile, such as a comparison gives");
      using D = typename FirstTile<X, Y, C>::type::dtype;
      static_assert(OfDType<X, D> && OfDType<Y, D>,
                    "where: the values have different dtypes; cast one of them");
      using S =
          broadcast_t<typename Seen<C>::shape, typename Seen<X>::shape, typename Seen<Y>::shape>;
      using Result = Tensor<D, S>;
      if constexpr (!engine())
        return lacking<Result>(where);
      else
        return call<op::Where<Result, tile_of<C>, typename Seen<X>::type, typename Seen<Y>::type>,
                    C, X, Y>(where, condition, x, y);
    }
  }
  template <class X, class To>
  auto conversion(std::source_location where, const auto& x) {
    if constexpr (!operands<X>())
      return FailedCall<>{};
    else if constexpr (!engine())
      return lacking<Tensor<To, shape_of<X>>>(where);
    else
      return call<op::Cast<tile_of<X>, To>, X>(where, x);
  }
  template <class F, class X, std::size_t A>
  auto reduction(std::source_location where, const auto& x) {
    if constexpr (!operands<X>())
      return FailedCall<>{};
    else if constexpr (!engine())
      return lacking<Tensor<dtype_of<X>, reduced_t<shape_of<X>, A>>>(where);
    else
      return call<op::Reduce<F, tile_of<X>, A>, X>(where, x);
  }
};

/// The functions that `tl.reduce` folds with.
inline constexpr fn::sum sum{};
inline constexpr fn::max maximum{};
inline constexpr fn::min minimum{};

}  // namespace weft
