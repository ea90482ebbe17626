// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/units/duration.hpp>
#include <weft/run/kernel/op_call.hpp>

namespace weft {

/// `co_await tl.now()`: carries out the calls made ahead and gives the kernel's cursor. No wait, no record, no cost.
class NowCall : public OpCall<NowCall, 0> {
 public:
  explicit NowCall(std::source_location where) : OpCall(where, {}, true) {}
  static constexpr Ps issue_cost() noexcept { return 0; }
  Ps perform(KernelActor& kernel) const noexcept { return kernel.now(); }
  Duration result(KernelActor& kernel) const noexcept { return Duration{kernel.now()}; }
};

}  // namespace weft
