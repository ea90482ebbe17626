// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/op/recv.hpp>
#include <weft/run/comm/send_call.hpp>
#include <weft/tl/argument.hpp>
#include <weft/tl/failed_call.hpp>

#include <concepts>
#include <cstdint>
#include <source_location>
#include <type_traits>
#include <utility>

namespace weft {

/// Where a message goes or comes from: a direction, or the number of a PE.
template <class P>
concept Peer =
    std::same_as<std::remove_cvref_t<P>, Direction> || std::integral<std::remove_cvref_t<P>>;

/// `tl.send`, `tl.send_async`, `tl.recv`, `tl.recv_async`: messages between PEs.
template <class Self>
class CommCalls {
 public:
  /// Sends a tile to a neighbour by direction (`weft::east`) or to any PE by number. Waits for the tile, pays the `send`
  /// issue cost, waits for a free place in the receiver's queue, occupies the link for setup + bytes / bandwidth and
  /// resumes at the end of that; the message arrives `latency` later. No such neighbour or route: `Error` here.
  template <Peer P, class A>
  [[nodiscard]] auto send(P to, A&& tile,
                          std::source_location where = std::source_location::current()) {
    return make<Resume::at_end, A>(to, tile, where);
  }
  /// The same in the background: resumes once issued, with a `Deferred<void>`.
  template <Peer P, class A>
  [[nodiscard]] auto send_async(P to, A&& tile,
                                std::source_location where = std::source_location::current()) {
    return make<Resume::when_issued, A>(to, tile, where);
  }

  /// Receives the next message from a neighbour or PE: a plain call like `load`, the tile is ready when the message has
  /// arrived. It must be of the dtype and shape that was sent: `Error` with both lines otherwise.
  template <Peer P, std::size_t M, std::size_t N, IsDType D = f16>
  [[nodiscard]] Deferred<Tensor<D, Shape<M, N>>> recv(
      P from, Shape<M, N> size, DType<D> = {},
      std::source_location where = std::source_location::current()) {
    return Deferred<Tensor<D, Shape<M, N>>>(begin<D>(from, size, where));
  }
  template <Peer P, std::size_t M, std::size_t N, IsDType D>
  [[nodiscard]] Deferred<Tensor<D, Shape<M, N>>> recv(
      P from, DType<D>, Shape<M, N> size,
      std::source_location where = std::source_location::current()) {
    return Deferred<Tensor<D, Shape<M, N>>>(begin<D>(from, size, where));
  }
  /// The explicit form: ops refuse the future until `co_await tl.wait(future)`.
  template <Peer P, std::size_t M, std::size_t N, IsDType D = f16>
  [[nodiscard]] LoadFuture<Tensor<D, Shape<M, N>>> recv_async(
      P from, Shape<M, N> size, DType<D> = {},
      std::source_location where = std::source_location::current()) {
    return LoadFuture<Tensor<D, Shape<M, N>>>(begin<D>(from, size, where));
  }

 private:
  static std::uint32_t number(std::integral auto pe) {
    if (!std::in_range<std::uint32_t>(pe)) fail("PE ", pe, " does not exist");
    return static_cast<std::uint32_t>(pe);
  }

  template <Resume When, class A, class P>
  auto make(P to, const auto& tile, std::source_location where) {
    static_assert(!UnawaitedOp<A>, "send: this operand is an op that was not awaited");
    static_assert(
        !FutureArgument<A>,
        "send: this operand is a LoadFuture; wait for it first: co_await tl.wait(future)");
    static_assert(TileArgument<A> || UnawaitedOp<A> || FutureArgument<A>,
                  "send: the value must be a tile");
    if constexpr (!TileArgument<A>) {
      return FailedCall<>{};
    } else {
      auto& self = static_cast<Self&>(*this);
      self.count(where);
      using Call = SendCall<typename Self::context_type, tile_of<A>, When>;
      auto& fabric = self.context().sim().fabric();
      if constexpr (std::same_as<P, Direction>)
        return Call(self.context(), where, OperandRef(tile), fabric.towards(self.pe(), to));
      else
        return Call(self.context(), where, OperandRef(tile), fabric.between(self.pe(), number(to)));
    }
  }

  template <class D, class P, class S>
  Handle begin(P from, S, std::source_location where) {
    auto& self = static_cast<Self&>(*this);
    using Context = typename Self::context_type;
    using Sim = typename Context::simulation;
    using T = Tensor<D, S>;
    using Op = op::Recv<T>;
    static_assert(Self::template fits<T>, "scratch: the tile is larger than this PE's scratch");
    static constexpr OpFacts facts{Op::kind,
                                   Op::name,
                                   "link",
                                   static_cast<std::uint32_t>(S::rows),
                                   static_cast<std::uint32_t>(S::cols),
                                   0,
                                   0};
    KernelActor& kernel = self.kernel("recv");
    kernel.where = where;
    kernel.runtime->count_call();
    auto& fabric = self.context().sim().fabric();
    MessageQueue* queue = nullptr;
    if constexpr (std::same_as<P, Direction>)
      queue = fabric.from(self.pe(), from).queue;
    else
      queue = fabric.between(number(from), self.pe()).queue;
    Slot& tile = self.context().state().slots->take(where, kernel.scope);
    tile.ready = not_known;
    Handle handle(tile, dense<S>);
    kernel.call(
        self.context().template issue_cost<Op>(), where,
        [slot = &tile, context = self.context(), queue](KernelActor& at) -> Ps {
          context.template take_scratch<T::bytes>(*slot);
          const Ps now = at.now();
          slot->record = context.sim().log().op(
              OpEvent{now, now, now, &facts, slot->producer, 0, T::bytes, at.launch, no_record},
              std::array<RecordId, 0>{});
          const auto amend = [](void* sim, RecordId id, Ps ready) {
            if (id == no_record) return;
            auto& log = static_cast<Sim*>(sim)->log();
            log.amend_end(id, ready);
          };
          queue->receive(message_type<T>, slot->producer, at.launch, *slot, amend, &context.sim());
          return 0;
        });
    return handle;
  }
};

}  // namespace weft
