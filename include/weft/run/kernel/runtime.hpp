// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/error.hpp>
#include <weft/run/kernel/live_tiles.hpp>
#include <weft/run/kernel/slot.hpp>
#include <weft/run/kernel/source_line.hpp>
#include <weft/run/log/events.hpp>
#include <weft/run/scratch/arena.hpp>
#include <weft/run/time/virtual_time_context.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <source_location>
#include <string>
#include <vector>

namespace weft {

/// An actor that a kernel has started and that goes on by itself: a transfer over several stages, a background send.
/// Belongs to the runtime until it deletes itself.
class Background : public Actor {
 public:
  Background(Runtime& runtime, void (*on_wake)(Actor&)) noexcept;
  virtual ~Background();
  /// What is ready once a send has gone; null for others.
  [[nodiscard]] virtual const Slot* decides() const noexcept { return nullptr; }

 protected:
  Runtime& runtime_;

 private:
  friend struct Runtime;
  Background* before_ = nullptr;
  Background* behind_ = nullptr;
};

/// What every part of one running simulation shares: the clock, the tiles, the kernel that runs, the limits.
struct Runtime {
  VirtualTimeContext clock;
  std::vector<SlotPool*> slots;    ///< by PE
  KernelActor* running = nullptr;  ///< null while the host or an Asio handler runs
  std::uint64_t calls_left = std::numeric_limits<std::uint64_t>::max();
  std::string (*who_waits)(void* owner) = nullptr;  ///< for the error when no calls are left
  void* owner = nullptr;                            ///< the simulation
  Ps last_completion = 0;                           ///< of ops and kernels, on the absolute clock
  std::vector<UnusedLoads> unused_loads;
  Background* background = nullptr;  ///< those that are under way

  Runtime() = default;
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
  ~Runtime() {
    for (SlotPool* pool : slots) SlotPool::abandon(pool);
  }
  /// A pool for the next PE.
  SlotPool& add_slots() {
    slots.push_back(nullptr);
    return *(slots.back() = new SlotPool(*this));
  }
  /// Calls `visit(Slot&)` for every tile that has a handle.
  template <class Visit>
  void for_each_tile(Visit visit) {
    for (SlotPool* pool : slots) pool->for_each_live(visit);
  }

  /// What `actor` decides, if it is under way in the background.
  [[nodiscard]] const Slot* decided_by(const Actor* actor) const noexcept {
    for (const Background* one = background; one != nullptr; one = one->behind_)
      if (one == actor) return one->decides();
    return nullptr;
  }
  /// Destroys what is under way; before the machine it runs on goes.
  void end_background() noexcept {
    while (background != nullptr) delete background;
  }

  void completes(Ps at) noexcept {
    if (at > last_completion) last_completion = at;
  }
  void count_call() {
    if (--calls_left == 0) [[unlikely]]
      no_calls_left();
  }
  [[noreturn, gnu::cold, gnu::noinline]] void no_calls_left() {
    calls_left = 1;  // the next one throws too
    throw Error("the limit on tl calls is reached" + who_waits(owner));
  }
  void recycle(Slot& slot) noexcept;
  /// The bytes of `slot` are read in the background, until `read` says till when.
  static void reads(Slot& slot) noexcept { ++slot.readers; }
  void read(Slot& slot, Ps until) noexcept;
  /// A handle that a kernel has given up ahead of its moment has gone.
  void left(Slot& slot) noexcept;
  /// The request that decides `slot`'s readiness has been made: whoever waits for it has a wake-up from now on.
  void resolve(Slot& slot, Ps ready);
  void wake_waiters(Slot& slot);
};

inline Background::Background(Runtime& runtime, void (*on_wake)(Actor&)) noexcept
    : Actor(on_wake), runtime_(runtime) {
  behind_ = runtime.background;
  if (behind_ != nullptr) behind_->before_ = this;
  runtime.background = this;
}
inline Background::~Background() {
  if (enlisted()) runtime_.clock.delist(*this);
  (before_ != nullptr ? before_->behind_ : runtime_.background) = behind_;
  if (behind_ != nullptr) behind_->before_ = before_;
}

/// Counts one more unused load made at `where`.
[[gnu::noinline]] inline void note_unused(std::vector<UnusedLoads>& loads,
                                          std::source_location where) {
  for (UnusedLoads& entry : loads)
    if (same_line(entry.where, where)) {
      ++entry.count;
      return;
    }
  loads.push_back({where, 1});
}

[[gnu::always_inline]] inline void Runtime::recycle(Slot& slot) noexcept {
  if (slot.ready == not_known || slot.readers != 0) [[unlikely]] {
    slot.orphaned = true;
    return;
  }
  if (slot.is_load && !slot.used) [[unlikely]] {
    note_unused(unused_loads, slot.producer);
  }
  slot.free_scratch(clock.now());
  slot.pool->give_back(slot);
}

[[gnu::always_inline]] inline void Runtime::resolve(Slot& slot, Ps ready) {
  slot.ready = ready;
  if (slot.waiters != nullptr) [[unlikely]]
    wake_waiters(slot);
  if (slot.orphaned) [[unlikely]]
    recycle(slot);
}

inline void Runtime::read(Slot& slot, Ps until) noexcept {
  slot.read_until = std::max(slot.read_until, until);
  if (--slot.readers == 0 && slot.orphaned) recycle(slot);
}
inline void Runtime::left(Slot& slot) noexcept {
  --slot.leaving;
  read(slot, 0);
}
}  // namespace weft
