// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/machine/pe_context.hpp>
#include <weft/tl/argument.hpp>

#include <array>
#include <cstddef>
#include <source_location>

namespace weft {

/// `tl.zeros`, `tl.full`, `tl.iota`: resident tiles that take scratch but no time, and are not logged.
template <class Self>
class ConstantCalls {
 public:
  template <IsDType D, std::size_t M, std::size_t N>
  [[nodiscard]] View<Tensor<D, Shape<M, N>>> zeros(
      DType<D>, Shape<M, N> size, std::source_location where = std::source_location::current()) {
    return make<D>(size, {0, 0, 0}, where);
  }
  template <IsDType D, std::size_t M, std::size_t N>
  [[nodiscard]] View<Tensor<D, Shape<M, N>>> zeros(
      Shape<M, N> size, DType<D>, std::source_location where = std::source_location::current()) {
    return make<D>(size, {0, 0, 0}, where);
  }
  /// Every element is `value`, converted to D.
  template <IsDType D, std::size_t M, std::size_t N>
  [[nodiscard]] View<Tensor<D, Shape<M, N>>> full(
      DType<D>, Shape<M, N> size, double value,
      std::source_location where = std::source_location::current()) {
    return make<D>(size, {value, 0, 0}, where);
  }
  template <IsDType D, std::size_t M, std::size_t N>
  [[nodiscard]] View<Tensor<D, Shape<M, N>>> full(
      Shape<M, N> size, DType<D>, double value,
      std::source_location where = std::source_location::current()) {
    return make<D>(size, {value, 0, 0}, where);
  }
  /// Counts along the columns of a row vector, or down the rows of a column vector: 0, 1, 2, ... as i32.
  template <std::size_t M, std::size_t N>
  [[nodiscard]] View<Tensor<i32, Shape<M, N>>> iota(
      Shape<M, N> size, std::source_location where = std::source_location::current()) {
    static_assert(M == 1 || N == 1,
                  "iota: give an axis to count along: tl.iota(shape, weft::axis<1>)");
    return make<i32>(size, {0, N == 1 ? 1.0 : 0.0, N == 1 ? 0.0 : 1.0}, where);
  }
  /// Counts along one axis of an MxN tile.
  template <std::size_t M, std::size_t N, std::size_t A>
  [[nodiscard]] View<Tensor<i32, Shape<M, N>>> iota(
      Shape<M, N> size, Axis<A>, std::source_location where = std::source_location::current()) {
    return make<i32>(size, {0, A == 0 ? 1.0 : 0.0, A == 1 ? 1.0 : 0.0}, where);
  }

 private:
  /// The element at (row, col) is start + row * by_row + col * by_col.
  template <class D, class S>
  View<Tensor<D, S>> make(S, const std::array<double, 3>& ramp, std::source_location where) {
    auto& self = static_cast<Self&>(*this);
    using Context = typename Self::context_type;
    using T = Tensor<D, S>;
    static_assert(Self::template fits<T>, "scratch: the tile is larger than this PE's scratch");
    KernelActor& kernel = self.kernel("a constant");
    kernel.where = where;
    kernel.runtime->count_call();
    Slot& tile = self.context().state().slots->take(where, kernel.scope);
    T made(Handle(tile, dense<S>));
    tile.ready = not_known;
    tile.used = true;
    kernel.call(0, where, [slot = &tile, context = self.context(), ramp](KernelActor& at) -> Ps {
      context.template take_scratch<T::bytes>(*slot);
      if constexpr (Context::simulation::data_policy::computes)
        context.sim().data().fill(Type<T>{}, *slot, ramp);
      (void)ramp;
      at.runtime->resolve(*slot, at.now());
      return 0;
    });
    return made;
  }
};

}  // namespace weft
