// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/comm/store_call.hpp>
#include <weft/tl/argument.hpp>
#include <weft/tl/failed_call.hpp>

#include <source_location>
#include <utility>

namespace weft {

/// `tl.store`, `tl.store_async`.
template <class Self>
class StoreCalls {
 public:
  /// Writes a tile to a position of an HBM tensor: one `memory/dma_write` of the bytes that exist there, converted to the
  /// tensor's element type for free. Waits for the tile, pays the `store` issue cost, resumes when the write is done:
  /// setup + bytes / bandwidth on the DMA write channel, and its latency.
  template <IsDType D, class A>
  [[nodiscard]] auto store(const HbmPosition<D>& to, A&& tile,
                           std::source_location where = std::source_location::current()) {
    return make<Resume::at_end>(to, std::forward<A>(tile), where);
  }
  template <IsDType D, class A>
  [[nodiscard]] auto store(const HbmTensor<D>& to, A&& tile,
                           std::source_location where = std::source_location::current()) {
    return make<Resume::at_end>(HbmPosition<D>(to), std::forward<A>(tile), where);
  }
  /// The same write, but `co_await` resumes once it is issued and gives a `Deferred<void>` to wait for. The tile's scratch
  /// stays taken until the write is done.
  template <IsDType D, class A>
  [[nodiscard]] auto store_async(const HbmPosition<D>& to, A&& tile,
                                 std::source_location where = std::source_location::current()) {
    return make<Resume::when_issued>(to, std::forward<A>(tile), where);
  }
  template <IsDType D, class A>
  [[nodiscard]] auto store_async(const HbmTensor<D>& to, A&& tile,
                                 std::source_location where = std::source_location::current()) {
    return make<Resume::when_issued>(HbmPosition<D>(to), std::forward<A>(tile), where);
  }

 private:
  template <Resume When, IsDType D, class A>
  auto make(const HbmPosition<D>& to, A&& tile, std::source_location where) {
    auto& self = static_cast<Self&>(*this);
    if constexpr (!TileArgument<A>) {
      static_assert(!UnawaitedOp<A>, "store: this operand is an op that was not awaited");
      static_assert(
          !FutureArgument<A>,
          "store: this operand is a LoadFuture; wait for it first: co_await tl.wait(future)");
      static_assert(TileArgument<A> || UnawaitedOp<A> || FutureArgument<A>,
                    "store: the value must be a tile");
      return FailedCall<>{};
    } else if constexpr (!HasEngine<typename Self::pe_type, WriteWork>) {
      static_assert(Self::mixed, "this PE has no engine that executes store");
      using Done = std::conditional_t<When == Resume::at_end, void, Deferred<void>>;
      return LackingCall<Done>("this PE has no engine that executes store", where);
    } else {
      self.count(where);
      return StoreCall<typename Self::context_type, D, tile_of<A>, When>(self.context(), where, to,
                                                                         OperandRef(tile));
    }
  }
};

}  // namespace weft
