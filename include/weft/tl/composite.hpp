// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/sched/composite_call.hpp>
#include <weft/tl/argument.hpp>
#include <weft/tl/failed_call.hpp>

#include <cstddef>
#include <source_location>
#include <type_traits>

namespace weft {

template <class B>
inline constexpr bool is_ref = false;
template <class D, class S, bool T>
inline constexpr bool is_ref<Ref<D, S, T>> = true;

/// How a stage of an epilogue was given its tile; a number where it takes none.
template <class Stage>
struct StageArgument : std::type_identity<double> {};
template <class Stage>
  requires requires { typename Stage::argument; }
struct StageArgument<Stage> : std::type_identity<typename Stage::argument> {};

/// `tl.ref` and `tl.composite`: a GEMM whose second operand stays in HBM and is streamed tile by tile by the PE's scheduler.
template <class Self>
class CompositeCalls {
 public:
  /// An RxC block of an HBM matrix, from a position on, as the second operand of a composite. Costs no time. What lies
  /// beyond the edge of the matrix is masked: not read, and 0.
  template <IsDType D, std::size_t R, std::size_t C>
  [[nodiscard]] Ref<D, Shape<R, C>, false> ref(const HbmPosition<D>& from, Shape<R, C>) const {
    static_cast<const Self&>(*this).count({});
    return {from};
  }
  template <IsDType D, std::size_t R, std::size_t C>
  [[nodiscard]] Ref<D, Shape<R, C>, false> ref(const HbmTensor<D>& from, Shape<R, C>) const {
    return ref(HbmPosition<D>(from), Shape<R, C>{});
  }
  /// The transposed block: `tl.trans(tl.ref(k, weft::shape<1024, 128>))` is 128x1024.
  template <class D, class S, bool T>
  [[nodiscard]] Ref<D, S, !T> trans(const Ref<D, S, T>& block) const {
    static_cast<const Self&>(*this).count({});
    return {block.from};
  }

  /// A (MxK, on chip) times B (KxN, a `tl.ref`), then the epilogue per output tile: `co_await` waits for the on-chip
  /// operands, pays the `composite` issue cost, and gives a Deferred of the MxN result as soon as it is issued. The result
  /// is of the operands' dtype, or of their accumulator's with `weft::dtype<weft::f32>` before the epilogue.
  /// One `sched/composite` record from issue to readiness; its tiles are records of their own with it as parent.
  template <class Tiling, class A, class B, class... Stages>
  [[nodiscard]] auto composite(const Tiling&, A&& a, const B& b, const Stages&... stages) {
    return make<Tiling, void, A>(a, b, stages...);
  }
  template <class Tiling, class A, class B, IsDType Out, class... Stages>
  [[nodiscard]] auto composite(const Tiling&, A&& a, const B& b, DType<Out>,
                               const Stages&... stages) {
    return make<Tiling, Out, A>(a, b, stages...);
  }

 private:
  template <class Tiling, class Out, class A, class B, class... Stages>
  auto make(const auto& a, const B& b, const Stages&... stages) {
    static_assert(!UnawaitedOp<A>, "composite: this operand is an op that was not awaited");
    static_assert(
        !FutureArgument<A>,
        "composite: this operand is a LoadFuture; wait for it first: co_await tl.wait(future)");
    static_assert(TileArgument<A> || UnawaitedOp<A> || FutureArgument<A>,
                  "composite: the first operand must be a tile on chip");
    static_assert(
        InFixedOrder<A, typename StageArgument<Stages>::type...>,
        "composite: two loads in one call; C++ does not fix their order, name them first");
    static_assert(is_ref<B>,
                  "composite: the second operand must be tl.ref(...) or tl.trans(tl.ref(...))");
    if constexpr (!TileArgument<A> || !is_ref<B>) {
      return FailedCall<>{};
    } else {
      using D = dtype_of<A>;
      constexpr bool engines =
          HasEngine<typename Self::pe_type, ReadWork> &&
          HasEngine<typename Self::pe_type, GemmWork> &&
          (sizeof...(Stages) == 0 || HasEngine<typename Self::pe_type, MathWork>);
      constexpr bool inner = shape_of<A>::cols == B::shape::rows;
      constexpr bool dtypes = std::is_same_v<D, typename B::dtype>;
      static_assert(inner, "composite: the columns of A must equal the rows of B");
      static_assert(dtypes, "composite: the operands have different dtypes; cast one of them");
      static_assert(
          engines || Self::mixed,
          "this PE lacks an engine that a composite needs: load, dot, or math for its epilogue");
      using Element = std::conditional_t<std::is_void_v<Out>, dot_result_t<D>, Out>;
      using Types = CompositeTypes<tile_of<A>, B, Tiling, Element, Stages...>;
      if constexpr (inner && dtypes && engines) {
        static_assert(Self::template fits<typename Types::Result>,
                      "scratch: the tile is larger than this PE's scratch");
        auto& self = static_cast<Self&>(*this);
        self.count({});
        return CompositeCall<typename Self::context_type, Types, Stages...>(
            self.context(), std::source_location{}, OperandRef(a), b, stages...);
      } else if constexpr (inner && dtypes) {
        return LackingCall<Deferred<typename Types::Result>>(
            "this PE lacks an engine that a composite needs: load, dot, or math for its epilogue",
            std::source_location{});
      } else {
        return FailedCall<>{};
      }
    }
  }
};

}  // namespace weft
