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
      : kernel_(&kernel), where_(where), outer_(kernel.scope), id_(++kernel.runtime->scopes) {
    kernel.scope = id_;
  }
  ScratchScope(ScratchScope&& other) noexcept
      : kernel_(std::exchange(other.kernel_, nullptr)),
        where_(other.where_),
        outer_(other.outer_),
        id_(other.id_) {}
  ScratchScope& operator=(ScratchScope&&) = delete;
  ~ScratchScope() { end(); }

  /// Ends the scope before its block does; a second call does nothing.
  void end() {
    KernelActor* kernel = std::exchange(kernel_, nullptr);
    if (kernel == nullptr || kernel->runtime->running != kernel)
      return;  // the simulation is being torn down
    kernel->scope = outer_;
    kernel->call(0, kernel->where,
                 [id = id_, outer = outer_, where = where_](KernelActor& at) -> Ps {
                   recycle(at, id, outer, where);
                   return 0;
                 });
  }

 private:
  static void recycle(KernelActor& kernel, std::uint32_t id, std::uint32_t outer,
                      std::source_location where) {
    const Ps now = kernel.now();
    SlotPool& tiles = *kernel.runtime->slots[kernel.pe];
    tiles.for_each([&](Slot& tile) {  // also those whose release is to come
      if (tile.scope != id || tile.arena == nullptr) return;
      if (!tile.used || tile.ready > now || tile.read_until > now || tile.readers != 0) {
        tile.scope = outer;
        return;
      }
      if (tile.arena->at_new_peak()) kernel.runtime->note_peak(*tile.pool, *tile.arena);
      tile.free_scratch(now);
      tile.recycled_by = where;
      ++tile.generation;
      SlotPool::drop_data(tile);
    });
  }

  KernelActor* kernel_;
  std::source_location where_;
  std::uint32_t outer_;
  std::uint32_t id_;
};

}  // namespace weft
