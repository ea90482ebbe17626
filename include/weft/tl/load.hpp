// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/op/load.hpp>
#include <weft/run/comm/memory_path.hpp>
#include <weft/run/kernel/handle_wait.hpp>
#include <weft/run/machine/pe_context.hpp>
#include <weft/tl/argument.hpp>

#include <source_location>
#include <type_traits>
#include <utility>

namespace weft {

/// `tl.load`, `tl.load_async`, `tl.wait`.
template <class Self>
class LoadCalls {
 public:
  /// Reads an MxN tile at a position of an HBM tensor into scratch: one `memory/dma_read`. Returns at once; the first op
  /// that uses the tile waits for it (under `Blocking` the kernel's next call waits). Costs the `load` issue cost; the
  /// request is made at the cursor on the DMA read channel and takes setup + bytes / bandwidth, the tile is ready
  /// `latency` after that. Elements beyond the edge of the tensor do not move and read as `fill`.
  /// Errors: scratch exhausted (at the next co_await, with this line); a position outside its tensor (where it is made).
  template <IsDType D, std::size_t M, std::size_t N>
  [[nodiscard]] Deferred<Tensor<D, Shape<M, N>>> load(
      const HbmPosition<D>& from, Shape<M, N> size,
      std::source_location where = std::source_location::current()) {
    return Deferred<Tensor<D, Shape<M, N>>>(begin(from, size, 0, where));
  }
  template <IsDType D, std::size_t M, std::size_t N>
  [[nodiscard]] Deferred<Tensor<D, Shape<M, N>>> load(
      const HbmTensor<D>& from, Shape<M, N> size,
      std::source_location where = std::source_location::current()) {
    return Deferred<Tensor<D, Shape<M, N>>>(begin(HbmPosition<D>(from), size, 0, where));
  }
  template <IsDType D, std::size_t M, std::size_t N>
  [[nodiscard]] Deferred<Tensor<D, Shape<M, N>>> load(
      const HbmPosition<D>& from, Shape<M, N> size, double fill,
      std::source_location where = std::source_location::current()) {
    return Deferred<Tensor<D, Shape<M, N>>>(begin(from, size, fill, where));
  }
  template <IsDType D, std::size_t M, std::size_t N>
  [[nodiscard]] Deferred<Tensor<D, Shape<M, N>>> load(
      const HbmTensor<D>& from, Shape<M, N> size, double fill,
      std::source_location where = std::source_location::current()) {
    return Deferred<Tensor<D, Shape<M, N>>>(begin(HbmPosition<D>(from), size, fill, where));
  }

  /// The explicit form of `load`: the same request and the same record, but ops refuse the future until
  /// `co_await tl.wait(future)` has turned it into a tile.
  template <IsDType D, std::size_t M, std::size_t N>
  [[nodiscard]] LoadFuture<Tensor<D, Shape<M, N>>> load_async(
      const HbmPosition<D>& from, Shape<M, N> size,
      std::source_location where = std::source_location::current()) {
    return LoadFuture<Tensor<D, Shape<M, N>>>(begin(from, size, 0, where, Explicit{}));
  }
  template <IsDType D, std::size_t M, std::size_t N>
  [[nodiscard]] LoadFuture<Tensor<D, Shape<M, N>>> load_async(
      const HbmTensor<D>& from, Shape<M, N> size,
      std::source_location where = std::source_location::current()) {
    return LoadFuture<Tensor<D, Shape<M, N>>>(
        begin(HbmPosition<D>(from), size, 0, where, Explicit{}));
  }

  /// `co_await tl.wait(x)` waits for a Deferred or LoadFuture and gives its tile; resumes at its readiness, costs nothing.
  template <class T>
  [[nodiscard]] HandleWait<T> wait(const Deferred<T>& deferred,
                                   std::source_location where = std::source_location::current()) {
    return HandleWait<T>(where, deferred);
  }
  template <class T>
  [[nodiscard]] HandleWait<T> wait(const LoadFuture<T>& future,
                                   std::source_location where = std::source_location::current()) {
    return HandleWait<T>(where, future);
  }

 private:
  struct Explicit {};

  template <IsDType D, class S, class... Form>
  [[gnu::always_inline]] Handle begin(const HbmPosition<D>& from, S, double fill,
                                      std::source_location where, Form...) {
    auto& self = static_cast<Self&>(*this);
    using Context = typename Self::context_type;
    using Op = op::Load<D, S>;
    constexpr bool blocks = Context::simulation::load_policy::loads_block && sizeof...(Form) == 0;
    if constexpr (HasEngine<typename Self::pe_type, ReadWork>) {
      static_assert(Self::template fits<typename Op::Result>,
                    "scratch: the tile is larger than this PE's scratch");
      KernelActor& kernel = self.kernel("load");
      kernel.runtime->count_call();
      Slot& tile = kernel.runtime->slots.take(where, kernel.scope);
      tile.ready = not_known;
      tile.is_load = true;
      Handle handle(tile, dense<S>);
      kernel.call(Context::template issue_cost<Op>, where,
                  [slot = &tile, context = self.context(), from, fill](KernelActor& at) -> Ps {
                    using Path = MemoryPath<Context, ReadWork>;
                    const bool whole = from.template holds<S>();
                    const Bytes bytes = whole ? Op::work.bytes : from.template bytes_present<S>();
                    context.template take_scratch<Op::Result::bytes>(*slot);
                    constexpr std::array<OperandRef, 0> none{};
                    if constexpr (Context::simulation::data_policy::computes)
                      context.sim().data().load(Op{}, *slot, from, fill);
                    (void)fill;
                    if (Path::direct(context, from.home)) [[likely]] {
                      const Ps needs = whole ? Context::template service<Op>
                                             : Context::template service_of<Op>(ReadWork{bytes});
                      const Performed performed = context.template perform<Op>(
                          at, slot->producer, needs, from.origin(), bytes.count, none);
                      slot->record = performed.record;
                      if constexpr (Context::simulation::data_policy::computes)
                        context.sim().data().template reads<S>(from, at.now(), performed.ready,
                                                               slot->producer, at.launch);
                      at.runtime->resolve(*slot, performed.ready);
                      return blocks ? performed.ready : 0;
                    }
                    slot->record = context.template record<Op>(at, slot->producer, from.origin(),
                                                               bytes.count, none);
                    (new MemoryTransfer(context.sim(), Path::stages(context, from.home), bytes,
                                        Path::setup(), *slot, slot->record))
                        ->start(at);
                    if (!blocks || slot->ready != not_known) return blocks ? slot->ready : 0;
                    at.blocked_on = slot;
                    return not_known;
                  });
      return handle;
    } else {
      static_assert(HasEngine<typename Self::pe_type, ReadWork>,
                    "this PE has no engine that executes load");
      return {};
    }
  }
};

}  // namespace weft
