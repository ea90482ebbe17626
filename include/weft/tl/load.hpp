// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/op/load.hpp>
#include <weft/model/tensor/gathered_rows.hpp>
#include <weft/run/comm/load_request.hpp>
#include <weft/run/kernel/handle_wait.hpp>
#include <weft/run/machine/pe_context.hpp>
#include <weft/tl/argument.hpp>
#include <weft/tl/failed_call.hpp>
#include <weft/tl/refused_join.hpp>

#include <source_location>
#include <type_traits>
#include <utility>

namespace weft {

template <class T>
inline constexpr bool is_load_source = false;
template <class D>
inline constexpr bool is_load_source<HbmPosition<D>> = true;
template <class D>
inline constexpr bool is_load_source<HbmTensor<D>> = true;
template <class D>
inline constexpr bool is_load_source<GatheredRows<D>> = true;

/// Where a tile can be loaded from: a position in HBM, a tensor (its origin), or rows in the order of a list.
template <class T>
concept LoadSource = is_load_source<T>;

/// `tl.load`, `tl.load_async`, `tl.wait`.
template <class Self>
class LoadCalls {
 public:
  /// Reads an MxN tile at a position of an HBM tensor into scratch: one `memory/dma_read`. Returns at once; the first op
  /// that uses the tile waits for it (under `Blocking` the kernel's next call waits). Costs the `load` issue cost; the
  /// request is made at the cursor on the DMA read channel and takes setup + bytes / bandwidth, the tile is ready
  /// `latency` after that. Elements beyond the edge of the tensor do not move and read as `fill` (0).
  ///
  /// From `weft::rows(matrix, list)` it reads a tile whose rows are those of the matrix in the list's order, as a page table
  /// gives them: one record, with one setup per unbroken run of rows; rows beyond the end of the list do not move and read
  /// as `fill`. The list must live until the load has been requested.
  /// Errors: scratch exhausted (at the next co_await, with this line); a position outside its tensor (where it is made).
  template <LoadSource From, std::size_t M, std::size_t N>
  [[nodiscard]] auto load(const From& from, Shape<M, N> size,
                          std::source_location where = std::source_location::current()) {
    return begin<Deferred<Loaded<From, M, N>>>(place_of(from), size, 0, where);
  }
  template <LoadSource From, std::size_t M, std::size_t N>
  [[nodiscard]] auto load(const From& from, Shape<M, N> size, double fill,
                          std::source_location where = std::source_location::current()) {
    return begin<Deferred<Loaded<From, M, N>>>(place_of(from), size, fill, where);
  }

  /// The explicit form of `load`: the same request and the same record, but ops refuse the future until
  /// `co_await tl.wait(future)` has turned it into a tile.
  template <LoadSource From, std::size_t M, std::size_t N>
  [[nodiscard]] auto load_async(const From& from, Shape<M, N> size,
                                std::source_location where = std::source_location::current()) {
    return begin<LoadFuture<Loaded<From, M, N>>>(place_of(from), size, 0, where);
  }
  template <LoadSource From, std::size_t M, std::size_t N>
  [[nodiscard]] auto load_async(const From& from, Shape<M, N> size, double fill,
                                std::source_location where = std::source_location::current()) {
    return begin<LoadFuture<Loaded<From, M, N>>>(place_of(from), size, fill, where);
  }

  /// `co_await tl.wait(x)` waits for a Deferred or LoadFuture and gives its tile; resumes at its readiness, costs nothing.
  template <class T>
  [[nodiscard]] HandleWait<T> wait(const Deferred<T>& deferred,
                                   std::source_location where = std::source_location::current()) {
    static_cast<Self&>(*this).count(where);
    return HandleWait<T>(where, deferred, true);
  }
  template <class T>
  [[nodiscard]] HandleWait<T> wait(const LoadFuture<T>& future,
                                   std::source_location where = std::source_location::current()) {
    static_cast<Self&>(*this).count(where);
    return HandleWait<T>(where, future, true);
  }

  /// What is not pending is refused.
  template <class A>
    requires(!DeferredArgument<A> && !FutureArgument<A>)
  [[nodiscard]] FailedCall<> wait(const A&) {
    static_assert(DeferredArgument<A>,
                  "wait: it takes a Deferred or a LoadFuture; a tensor is there already, ops and "
                  "kernels are awaited themselves");
    return {};
  }

 private:
  template <class From, std::size_t M, std::size_t N>
  using Loaded = Tensor<typename From::dtype, Shape<M, N>>;

  template <class From>
  static const From& place_of(const From& from) {
    return from;
  }
  template <class D>
  static HbmPosition<D> place_of(const HbmTensor<D>& from) {
    return from;
  }

  template <class Result, class From, class S>
  [[gnu::always_inline]] Result begin(const From& from, S, double fill,
                                      std::source_location where) {
    auto& self = static_cast<Self&>(*this);
    using Context = typename Self::context_type;
    using Op = op::Load<typename From::dtype, S>;
    constexpr bool may_block = !FutureArgument<Result>;
    if constexpr (HasEngine<typename Self::pe_type, ReadWork>) {
      static_assert(Self::template fits<typename Op::Result>,
                    "scratch: the tile is larger than this PE's scratch");
      KernelActor& kernel = self.kernel("load");
      kernel.where = where;
      kernel.runtime->count_call();
      Slot& tile = self.context().state().slots->take(where, kernel.scope);
      tile.ready = not_known;
      tile.is_load = true;
      Result handle(tile, dense<S>);
      const Context& context = self.context();
      kernel.call(
          context.template issue_cost<Op>(), where,
          [&](KernelActor& at) {
            return LoadRequest<Context, Op, S, may_block>::make(at, context, tile, from, fill);
          },
          [&] {
            return [slot = &tile, context, from, fill](KernelActor& at) -> Ps {
              return LoadRequest<Context, Op, S, may_block>::make(at, context, *slot, from, fill);
            };
          });
      return handle;
    } else {
      static_assert(Self::mixed, "this PE has no engine that executes load");
      self.kernel("load").where = where;
      fail("this PE has no engine that executes load");
    }
  }
};

}  // namespace weft
