// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/time/actor.hpp>

#include <cstddef>
#include <new>
#include <source_location>
#include <type_traits>
#include <vector>

namespace weft {

struct KernelActor;

/// A plain call (a load, a launch, the release of a handle, ...) that a kernel has made ahead of its moment.
/// `Perform` is `Ps(KernelActor&)`: makes the request and returns the time until which the kernel's next call waits
/// (0: not at all; `not_known`: for the tile in `KernelActor::blocked_on`).
class PendingCall {
 public:
  template <class Perform>
  PendingCall(Ps issue, std::source_location where, const Perform& perform)
      : issue_(issue), where_(where) {
    static_assert(sizeof(Perform) <= sizeof(storage_) && std::is_trivially_copyable_v<Perform>);
    ::new (static_cast<void*>(storage_)) Perform(perform);
    perform_ = [](void* call, KernelActor& kernel) {
      return (*static_cast<Perform*>(call))(kernel);
    };
  }
  [[nodiscard]] Ps issue() const noexcept { return issue_; }
  [[nodiscard]] std::source_location where() const noexcept { return where_; }
  Ps perform(KernelActor& kernel) { return perform_(storage_, kernel); }

 private:
  Ps issue_;
  std::source_location where_;
  Ps (*perform_)(void*, KernelActor&);
  alignas(std::max_align_t) std::byte storage_[112];
};

/// The calls that a kernel has made ahead of their moment, in the order made.
class PendingCalls {
 public:
  [[nodiscard]] bool empty() const noexcept { return left_ == 0; }
  void push(const PendingCall& call) {
    calls_.push_back(call);
    ++left_;
  }
  [[nodiscard]] PendingCall& front() noexcept { return calls_[next_]; }
  void pop() noexcept {
    ++next_;
    if (--left_ == 0) {
      calls_.clear();
      next_ = 0;
    }
  }

 private:
  std::vector<PendingCall> calls_;
  std::size_t next_ = 0;
  std::size_t left_ = 0;
};

}  // namespace weft
