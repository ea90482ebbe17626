// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/op/dot.hpp>
#include <weft/run/machine/compute_call.hpp>
#include <weft/tl/argument.hpp>
#include <weft/tl/failed_call.hpp>

#include <source_location>
#include <type_traits>

namespace weft {

/// `tl.dot`, `tl.dot_async`: matrix products on the GEMM engine.
///
/// (MxK) times (KxN) of one element type gives MxN: elements of the operands' type (i32 for i8), accumulated in f32 (i32).
/// A third argument `dtype<f32>` keeps the accumulator's type; a third tile is added into, in place, at no extra time.
/// Waits for its operands, pays the `dot` issue cost, occupies the GEMM engine for its service time: 2MNK / peak, or the
/// cycles of the systolic array (SCALE-Sim). `dot` resumes at the end; `dot_async` once issued, with a Deferred.
template <class Self>
class DotCalls {
 public:
  template <class A, class B>
  [[nodiscard]] auto dot(A&& a, B&& b,
                         std::source_location where = std::source_location::current()) {
    return product<Resume::at_end, A, B>(a, b, where);
  }
  template <class A, class B, IsDType Out>
  [[nodiscard]] auto dot(A&& a, B&& b, DType<Out>,
                         std::source_location where = std::source_location::current()) {
    return product<Resume::at_end, A, B, Out>(a, b, where);
  }
  template <class A, class B, class C>
    requires(!std::convertible_to<C, std::source_location>)
  [[nodiscard]] auto dot(A&& a, B&& b, C&& accumulator,
                         std::source_location where = std::source_location::current()) {
    return accumulate<Resume::at_end, A, B, C>(a, b, accumulator, where);
  }
  template <class A, class B>
  [[nodiscard]] auto dot_async(A&& a, B&& b,
                               std::source_location where = std::source_location::current()) {
    return product<Resume::when_issued, A, B>(a, b, where);
  }
  template <class A, class B, IsDType Out>
  [[nodiscard]] auto dot_async(A&& a, B&& b, DType<Out>,
                               std::source_location where = std::source_location::current()) {
    return product<Resume::when_issued, A, B, Out>(a, b, where);
  }
  template <class A, class B, class C>
    requires(!std::convertible_to<C, std::source_location>)
  [[nodiscard]] auto dot_async(A&& a, B&& b, C&& accumulator,
                               std::source_location where = std::source_location::current()) {
    return accumulate<Resume::when_issued, A, B, C>(a, b, accumulator, where);
  }

 private:
  /// One sentence for whatever is wrong with the arguments; true if nothing is.
  template <class... As>
  static consteval bool tiles() {
    static_assert(!(UnawaitedOp<As> || ...), "dot: this operand is an op that was not awaited");
    static_assert(!(FutureArgument<As> || ...),
                  "dot: this operand is a LoadFuture; wait for it first: co_await tl.wait(future)");
    static_assert(((TileArgument<As> || UnawaitedOp<As> || FutureArgument<As>) && ...),
                  "dot: the operands must be tiles");
    static_assert(InFixedOrder<As...>,
                  "dot: two loads in one call; C++ does not fix their order, name them first");
    return (TileArgument<As> && ...);
  }
  template <class A, class B>
  static consteval bool same_dtype() {
    constexpr bool same = std::is_same_v<dtype_of<A>, dtype_of<B>>;
    static_assert(same, "dot: the operands have different dtypes; cast one of them");
    return same;
  }
  template <Resume When, class A, class B, class Element>
  using Refused =
      FailedCall<ResultOf<When, Tensor<Element, Shape<shape_of<A>::rows, shape_of<B>::cols>>>>;
  template <class A, class B>
  static consteval bool matching() {
    static_assert(shape_of<A>::cols == shape_of<B>::rows,
                  "dot: the columns of A must equal the rows of B");
    static_assert(HasEngine<typename Self::pe_type, GemmWork> || Self::mixed,
                  "this PE has no engine that executes dot");
    return HasEngine<typename Self::pe_type, GemmWork>;
  }
  template <class R>
  static LackingCall<R> lacking(std::source_location where) {
    return {"this PE has no engine that executes dot", where};
  }

  template <Resume When, class A, class B, class Out = void>
  auto product(const auto& a, const auto& b, std::source_location where) {
    if constexpr (!tiles<A, B>()) {
      return FailedCall<>{};
    } else if constexpr (!same_dtype<A, B>()) {
      return Refused<When, A, B, dtype_of<A>>{};
    } else {
      using D = dtype_of<A>;
      using Element = std::conditional_t<std::is_void_v<Out>, dot_result_t<D>, Out>;
      static_assert(
          std::is_same_v<Element, dot_result_t<D>> || std::is_same_v<Element, accumulator_t<D>>,
          "dot: the result is of the operands' dtype or of their accumulator's (f32, or i32 for "
          "i8)");
      using Op = op::Dot<tile_of<A>, tile_of<B>, Element>;
      if constexpr (!matching<A, B>()) {
        return lacking<ResultOf<When, typename Op::Result>>(where);
      } else {
        static_assert(Self::template fits<typename Op::Result>,
                      "scratch: the tile is larger than this PE's scratch");
        auto& self = static_cast<Self&>(*this);
        self.count(where);
        return ComputeCall<typename Self::context_type, Op, 2, Op, When>(
            self.context(), where, {OperandRef(a), OperandRef(b)}, Op{});
      }
    }
  }

  template <Resume When, class A, class B, class C>
  auto accumulate(const auto& a, const auto& b, const auto& c, std::source_location where) {
    if constexpr (!tiles<A, B, C>()) {
      return FailedCall<>{};
    } else if constexpr (!same_dtype<A, B>()) {
      return Refused<When, A, B, dtype_of<C>>{};
    } else {
      using D = dtype_of<A>;
      using Op = op::Dot<tile_of<A>, tile_of<B>, dtype_of<C>>;
      static_assert(std::is_same_v<shape_of<C>, typename Op::Result::shape>,
                    "dot: the accumulator must have the rows of A and the columns of B");
      static_assert(std::is_same_v<dtype_of<C>, dot_result_t<D>> ||
                        std::is_same_v<dtype_of<C>, accumulator_t<D>>,
                    "dot: the accumulator is of the operands' dtype or of their accumulator's "
                    "(f32, or i32 for i8)");
      if constexpr (!matching<A, B>()) {
        return lacking<ResultOf<When, typename Op::Result>>(where);
      } else {
        auto& self = static_cast<Self&>(*this);
        self.count(where);
        return ComputeCall<typename Self::context_type, Op, 3, Op, When, Into::last_operand>(
            self.context(), where, {OperandRef(a), OperandRef(b), OperandRef(c)}, Op{});
      }
    }
  }
};

}  // namespace weft
