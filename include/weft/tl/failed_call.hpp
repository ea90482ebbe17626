// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/error.hpp>
#include <weft/run/kernel/kernel_actor.hpp>

#include <source_location>

namespace weft {

/// What a refused call returns after its static_assert, so that one mistake gives one error: an op that does nothing and
/// gives an empty `R`.
template <class R = void>
struct FailedCall {
  bool start(KernelActor&) noexcept { return true; }
  void suspend(KernelActor&) noexcept {}
  R result(KernelActor&) const { return R(); }
};

/// What a call gives on a PE that has no engine for it, where that cannot be refused at compile time: an op that throws
/// `Error` when it is awaited. A device of several types of PE instantiates every kernel for each of them, since
/// `launch_on` takes a number.
template <class R>
class LackingCall {
 public:
  LackingCall(const char* sentence, std::source_location where) noexcept
      : sentence_(sentence), where_(where) {}
  void locate(std::source_location where) noexcept {
    if (where_.line() == 0) where_ = where;
  }
  bool start(KernelActor& kernel) noexcept {
    kernel.where = where_;
    try {
      fail(sentence_);
    } catch (...) {
      kernel.failed();
    }
    return true;
  }
  void suspend(KernelActor&) noexcept {}
  R result(KernelActor&) const { return R(); }

 private:
  const char* sentence_;
  std::source_location where_;
};

}  // namespace weft
