// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/kernel_actor.hpp>

#include <cstdint>
#include <source_location>
#include <utility>

namespace weft {

/// While it lives, remembers the tiles that its kernel makes; at its end their scratch bytes are free again although
/// handles may remain, and using such a handle is an error. Kept are: loads (and whatever else is a Deferred) not yet
/// waited for, and tiles that a transfer, an asynchronous op or a composite in flight still fills or reads. Ends at the kernel's cursor, in turn with its other calls; costs nothing.
class ScratchScope {
 public:
  ScratchScope(KernelActor& kernel, std::source_location where)
      : kernel_(&kernel),
        head_(&kernel.runtime->slots[kernel.pe]->take(where, nullptr)),
        generation_(head_->generation) {
    head_->scope_next = head_->scope_prev = head_;
    head_->around = std::exchange(kernel.scope, head_);
  }
  ScratchScope(ScratchScope&& other) noexcept
      : kernel_(std::exchange(other.kernel_, nullptr)),
        head_(other.head_),
        generation_(other.generation_) {}
  ScratchScope& operator=(ScratchScope&&) = delete;
  ~ScratchScope() { end(); }

  /// Ends the scope, and those inside it, before its block does; a second call does nothing.
  void end() {
    KernelActor* kernel = std::exchange(kernel_, nullptr);
    if (kernel == nullptr || kernel->runtime->running != kernel)
      return;  // the simulation is being torn down
    if (head_->generation != generation_) return;
    for (const Slot* open = kernel->scope; open != head_; open = open->around)
      if (open == nullptr) return;  // ended by one around it
    for (bool last = false; !last;) {
      Slot* const head = std::exchange(kernel->scope, kernel->scope->around);
      last = head == head_;
      kernel->call(0, kernel->where, [head](KernelActor& at) -> Ps {
        recycle(at, *head);
        return 0;
      });
    }
  }

 private:
  static void recycle(KernelActor& kernel, Slot& head) {
    const Ps now = kernel.now();
    for (Slot* ahead = head.scope_next; ahead != &head;) {
      Slot& tile = *std::exchange(ahead, ahead->scope_next);
      if (!tile.used || tile.ready > now || tile.read_until > now || tile.readers != tile.leaving) {
        tile.enter(head.around);
        continue;
      }
      tile.enter(nullptr);
      if (tile.arena == nullptr) continue;
      tile.free_scratch(now);
      tile.recycled_by = head.producer;
      tile.recycled = tile.generation++;
      SlotPool::drop_data(tile);
    }
    ++head.generation;
    head.pool->give_back(head);
  }

  KernelActor* kernel_;
  Slot* head_;  // its place in the pool stands for the scope
  std::uint32_t generation_;
};

}  // namespace weft
