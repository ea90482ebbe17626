// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/tensor/fwd.hpp>
#include <weft/run/kernel/scalar_call.hpp>
#include <weft/tl/argument.hpp>
#include <weft/tl/failed_call.hpp>
#include <source_location>

namespace weft {

/// `tl.scalar`.
template <class Self>
class ScalarCalls {
 public:
  /// The number in a 1x1 tile, as a double, for the kernel to branch on. Under `Timing` no numbers exist: give a stand-in.
  /// Waits for the tile; costs nothing.
  template <TileArgument A>
  [[nodiscard]] auto scalar(const A& tile,
                            std::source_location where = std::source_location::current()) {
    using Sim = typename Self::context_type::simulation;
    static_assert(Sim::data_policy::computes,
                  "scalar: under Timing there are no numbers; give a stand-in, tl.scalar(x, 1.0)");
    return make(tile, 0.0, where);
  }
  template <TileArgument A>
  [[nodiscard]] auto scalar(const A& tile, double stand_in,
                            std::source_location where = std::source_location::current()) {
    return make(tile, stand_in, where);
  }

  /// What is no tile yet is refused.
  template <PromisedArgument A>
  [[nodiscard]] FailedCall<double> scalar(const A&, double = 0) {
    static_assert(!UnawaitedOp<A>, "scalar: this operand is an op that was not awaited");
    static_assert(
        !FutureArgument<A>,
        "scalar: this operand is a LoadFuture; wait for it first: co_await tl.wait(future)");
    return {};
  }

 private:
  template <TileArgument A>
  auto make(const A& tile, double stand_in, std::source_location where) {
    using Sim = typename Self::context_type::simulation;
    static_assert(shape_of<A>::elements == 1, "scalar: the tile must be 1x1");
    auto& self = static_cast<Self&>(*this);
    self.count(where);
    return ScalarCall<Sim, tile_of<A>>(self.context().sim(), where, OperandRef(tile), stand_in);
  }
};

}  // namespace weft
