// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/kernel_actor.hpp>

namespace weft {

/// What a refused call returns after its static_assert, so that one mistake gives one error: an op that does nothing and
/// gives an empty `R`.
template <class R = void>
struct FailedCall {
  bool start(KernelActor&) noexcept { return true; }
  void suspend(KernelActor&) noexcept {}
  R result(KernelActor&) const { return R(); }
};

}  // namespace weft
