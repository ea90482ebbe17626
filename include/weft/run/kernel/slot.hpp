// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/tensor/handle.hpp>
#include <weft/run/log/events.hpp>
#include <weft/run/scratch/arena.hpp>
#include <weft/run/time/actor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <source_location>
#include <utility>

namespace weft {

struct KernelActor;
struct Runtime;
class SlotPool;

/// A readiness that no request has decided yet.
inline constexpr Ps not_known = std::numeric_limits<Ps>::max();

/// One tile in scratch memory and the completion that makes it usable: what a Tensor or Deferred refers to.
/// Slots come from their PE's pool and keep their address for its whole life, so a stale reference can be
/// recognised by its generation.
struct alignas(64) Slot : TensorBuffer {
  // What every use touches lies together, in two cache lines.
  Ps ready = 0;       ///< when its bytes are there; `not_known` until the deciding request is made
  Ps read_until = 0;  ///< an asynchronous transfer reads its bytes until then
  ScratchArena* arena = nullptr;  ///< where its bytes are accounted; null if they are not
  SlotPool* pool = nullptr;
  Slot* next_free = nullptr;
  RecordId record = no_record;  ///< the op that made it
  bool is_load = false;         ///< reported when it is never used
  bool used = false;            ///< awaited, by the kernel that made it or by some op
  bool orphaned = false;        ///< its last handle went while it was being made or read

  std::source_location producer{};  ///< the line that made what it holds
  ScratchShare share;               ///< what it has of the arena
  KernelActor* waiters = nullptr;   ///< kernels that wait for the readiness to be known
  std::byte* data = nullptr;        ///< its elements, where values are computed
  Slot* scope = nullptr;            ///< the scratch scope it was made in; null for none
  std::uint32_t readers = 0;        ///< in the background; they hold no handle
  std::uint32_t leaving = 0;        ///< of those: handles given up by kernels ahead of their moment

  std::uint32_t recycled = 0;          ///< the generation whose bytes a scratch scope took
  std::source_location recycled_by{};  ///< that scope
  Slot* scope_next = nullptr;          ///< the tiles of a scope form a ring that the scope heads
  Slot* scope_prev = nullptr;
  Slot* around = nullptr;  ///< of a scope: the one it is in

  /// Its scratch bytes are free again, as soon as no transfer fills or reads them.
  [[gnu::always_inline]] void free_scratch(Ps now) {
    if (arena != nullptr) arena->release(share, std::max(ready, read_until), now);
    arena = nullptr;
  }
  /// Moves it into a scope; null takes it out.
  [[gnu::noinline]] void enter(Slot* new_scope) noexcept {
    if (scope != nullptr) {
      scope_prev->scope_next = scope_next;
      scope_next->scope_prev = scope_prev;
    }
    scope = new_scope;
    if (scope == nullptr) return;
    scope_prev = scope->scope_prev;
    scope_next = scope;
    scope_prev->scope_next = scope->scope_prev = this;
  }
};

/// The slots of one PE, so that looking at all tiles of a PE costs nothing for the others. Outlives the simulation for as long
/// as a handle does, so that a handle may be dropped at any time.
class SlotPool {
 public:
  explicit SlotPool(Runtime& runtime) noexcept : runtime_(&runtime) {}
  SlotPool(const SlotPool&) = delete;
  SlotPool& operator=(const SlotPool&) = delete;
  ~SlotPool() {
    for_each([](Slot& slot) { delete[] slot.data; });
    while (chunks_ != nullptr) delete std::exchange(chunks_, chunks_->before);
  }

  /// A slot that is ready since 0 and has no handle yet. Costs a pop from a free list.
  [[nodiscard, gnu::always_inline]] Slot& take(std::source_location producer, Slot* scope) {
    if (free_ == nullptr) grow();
    Slot& slot = *free_;
    free_ = slot.next_free;
    slot.ready = 0;
    slot.read_until = 0;
    slot.arena = nullptr;
    slot.producer = producer;
    slot.record = no_record;
    slot.is_load = false;
    slot.used = false;
    slot.orphaned = false;
    if (scope != nullptr) [[unlikely]]
      slot.enter(scope);
    return slot;
  }

  [[gnu::always_inline]] void give_back(Slot& slot) noexcept {
    if (slot.data != nullptr) [[unlikely]]
      drop_data(slot);
    if (slot.scope != nullptr) [[unlikely]]
      slot.enter(nullptr);
    slot.next_free = free_;
    free_ = &slot;
  }

  [[gnu::noinline]] static void drop_data(Slot& slot) noexcept {
    delete[] slot.data;
    slot.data = nullptr;
  }

  /// Null once the simulation is gone.
  [[nodiscard]] Runtime* runtime() const noexcept { return runtime_; }

  /// Calls `visit(Slot&)` for every slot, also those that are free.
  template <class Visit>
  void for_each(Visit visit) {
    for (Chunk* chunk = chunks_; chunk != nullptr; chunk = chunk->before)
      for (Slot& slot : chunk->slots) visit(slot);
  }
  /// Calls `visit(Slot&)` for every slot that has a handle.
  template <class Visit>
  void for_each_live(Visit visit) {
    for_each([&](Slot& slot) {
      if (slot.held()) visit(slot);
    });
  }

  /// A kernel begins on this PE, or ends. While there are several, they may hold handles of the same tiles: then it counts
  /// when each goes, and not only which goes last.
  void kernel_begins() {
    if (++kernels_ != 2) return;
    no_handles_ = TensorBuffer::watched;
    for_each([](Slot& slot) { slot.handles |= TensorBuffer::watched; });
  }
  void kernel_ends() noexcept {
    if (--kernels_ == 1) no_handles_ = 0;
  }
  /// The last handle of a watched slot has gone: it counts as a fresh one does.
  void count_anew(Slot& slot) const noexcept { slot.handles = no_handles_; }

  /// The simulation ends: the pool goes with it, or with the last handle that outlives it.
  static void abandon(SlotPool* pool) noexcept {
    pool->runtime_ = nullptr;
    pool->for_each_live([&](Slot&) { ++pool->outliving_; });
    if (pool->outliving_ == 0) delete pool;
  }
  static void last_outliving_handle_gone(SlotPool* pool) noexcept {
    if (--pool->outliving_ == 0) delete pool;
  }

 private:
  struct Chunk {
    Chunk* before = nullptr;
    Slot slots[16];
  };

  void grow();

  Runtime* runtime_;
  Slot* free_ = nullptr;
  std::int32_t no_handles_ = 0;  // what a fresh slot counts from
  std::uint32_t kernels_ = 0;
  std::size_t outliving_ = 0;
  Chunk* chunks_ = nullptr;
};

}  // namespace weft
