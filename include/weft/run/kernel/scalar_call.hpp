// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/type_list.hpp>
#include <weft/run/kernel/op_call.hpp>

#include <source_location>

namespace weft {

/// `co_await tl.scalar(x)`: waits for a 1x1 tile and gives its number to the kernel. No record, no cost.
template <class Sim, class T>
class ScalarCall : public OpCall<ScalarCall<Sim, T>, 1> {
 public:
  ScalarCall(Sim& sim, std::source_location where, const OperandRef& tile, double stand_in)
      : OpCall<ScalarCall, 1>(where, {tile}, true), sim_(&sim), stand_in_(stand_in) {}

  static constexpr Ps issue_cost() noexcept { return 0; }
  Ps perform(KernelActor& kernel) {
    if constexpr (Sim::data_policy::computes)
      stand_in_ = sim_->data().scalar(Type<T>{}, this->operand(0));
    return kernel.now();
  }
  double result(KernelActor&) const noexcept { return stand_in_; }

 private:
  Sim* sim_;
  double stand_in_;
};

}  // namespace weft
