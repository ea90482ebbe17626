// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/pending_calls.hpp>
#include <weft/run/kernel/runtime.hpp>
#include <weft/run/time/overflow.hpp>

#include <algorithm>
#include <coroutine>
#include <cstdint>
#include <exception>
#include <memory>
#include <source_location>
#include <utility>

namespace weft {

class KernelPromise;

/// A kernel at run time: one actor in the order of virtual time, with its cursor (`clock.now()` while it runs), the calls
/// it has made ahead, and the frame to resume. A kernel awaited inside another shares its actor.
struct KernelActor : Actor {
  Runtime* runtime = nullptr;
  std::coroutine_handle<> frame;  ///< resumed when the current op is done
  std::coroutine_handle<>
      next;  ///< handed to the run loop by a kernel that starts or finishes another
  bool (*step)(void*, KernelActor&) =
      nullptr;  ///< goes on with the op the kernel is suspended in; true: it is done
  Ps (*readiness)(void*, KernelActor&) =
      nullptr;  ///< of that op's operands; `not_known` after joining a tile's waiters
  void* op = nullptr;
  PendingCalls pending;
  std::exception_ptr error;       ///< surfaces at the next co_await
  KernelPromise* leaf = nullptr;  ///< of the frame that runs; its parents wait for it
  void (*on_finish)(KernelActor&) =
      nullptr;  ///< after the return and the calls made ahead; may destroy the actor
  void (*on_wait)(KernelActor&, const WaitEvent&) = nullptr;  ///< tells the log
  void* owner = nullptr;                                      ///< the simulation
  bool returned = false;
  KernelActor* next_waiter = nullptr;
  KernelActor* joined_to = nullptr;     ///< the kernel that waits for it in a `when_all`
  KernelActor* first_joined = nullptr;  ///< those that this one waits for, the last first
  KernelActor* next_joined = nullptr;
  Slot* blocked_on = nullptr;    ///< the tile of a blocking load whose readiness is not known
  Slot* awaited = nullptr;       ///< the one thing it waits for, other than operands
  std::source_location where{};  ///< of the latest tl call
  Slot* scope = nullptr;         ///< the innermost open scratch scope
  std::uint32_t launch = 0;
  std::uint32_t pe = 0;
  Ps issued = 0;  ///< sum of issue costs
  Ps waited = 0;  ///< sum of waits
  Ps suspended_since = 0;

  explicit KernelActor(Runtime& shared) : runtime(&shared) {
    wake = [](Actor& actor) { static_cast<KernelActor&>(actor).on_wake(); };
  }
  KernelActor(const KernelActor&) = delete;
  KernelActor& operator=(const KernelActor&) = delete;
  ~KernelActor() {
    if (tiles_ != nullptr) tiles_->kernel_ends();
  }
  /// It is of this PE for the rest of its life.
  void belongs_to(std::uint32_t number) {
    pe = number;
    tiles_ = runtime->slots[number];
    tiles_->kernel_begins();
    // Launched from another PE it may hold tiles of that one, for all that is known for ever.
    if (const KernelActor* by = runtime->running; by != nullptr && by->pe != pe)
      runtime->slots[by->pe]->kernel_begins();
  }

  [[nodiscard]] Ps now() const noexcept { return runtime->clock.now(); }

  /// True if `t` is reached without suspending; otherwise this kernel is woken at `t` and the caller must suspend.
  [[nodiscard, gnu::always_inline]] bool reach(Ps t) {
    if (runtime->clock.advance(t)) return true;
    runtime->clock.schedule(*this, t);
    return false;
  }

  /// Makes a plain call at cursor + `issue`: at once if nothing else can happen before, by `perform_now(kernel)`; else
  /// when its moment comes, by the copy of the same that `make_later()` gives (see `PendingCall`). Two forms, so that the
  /// common case copies nothing.
  template <class PerformNow, class MakeLater>
  [[gnu::always_inline]] void call(Ps issue, std::source_location at, const PerformNow& perform_now,
                                   const MakeLater& make_later) {
    where = at;
    if (pending.empty() && runtime->clock.advance(later(issue))) [[likely]] {
      const Ps until = guarded(issue, perform_now);
      if (until > now() && !runtime->clock.advance(until)) stay(until, at);
    } else {
      later_call(issue, at, make_later());
    }
  }
  template <class Perform>
  void call(Ps issue, std::source_location at, const Perform& perform) {
    call(issue, at, perform, [&] { return perform; });
  }

  /// Gives back a tile whose last handle has gone: now, or in turn after the calls made ahead.
  [[gnu::always_inline]] void release(Slot& slot) {
    if (pending.empty())
      runtime->recycle(slot);
    else
      later_call(0, where, [tile = &slot](KernelActor& kernel) -> Ps {
        kernel.runtime->recycle(*tile);
        return 0;
      });
  }

  /// Gives up a handle of a tile that has others: it counts until this kernel's moment, after the calls made ahead.
  [[gnu::noinline]] void leave(Slot& slot) {
    if (pending.empty()) return;
    ++slot.leaving;
    Runtime::reads(slot);
    later_call(0, where, [tile = &slot](KernelActor& kernel) -> Ps {
      kernel.runtime->left(*tile);
      return 0;
    });
  }

  /// Wakes this kernel at the readiness of `slot`, which is not known yet.
  void await(Slot& slot) noexcept {
    awaited = &slot;
    next_waiter = slot.waiters;
    slot.waiters = this;
  }

  /// It waits for the readiness of `slot` to be known.
  [[nodiscard]] bool waits_for(const Slot& slot) const noexcept {
    const KernelActor* waiter = slot.waiters;
    while (waiter != nullptr && waiter != this) waiter = waiter->next_waiter;
    return waiter != nullptr;
  }

  /// A tile that this kernel waits for has become known.
  void on_resolved() {
    Ps ready = 0;
    if (awaited != nullptr) {
      ready = std::exchange(awaited, nullptr)->ready;
    } else {
      try {
        ready = readiness(op, *this);
      } catch (...) {  // found again, in its own turn, when the kernel goes on
      }
    }
    if (ready != not_known) runtime->clock.schedule(*this, std::max(ready, now()));
  }

  /// The cursor moved on by `duration`.
  [[nodiscard]] Ps later(Ps duration) const {
    Ps at = 0;
    if (__builtin_add_overflow(now(), duration, &at)) [[unlikely]]
      time_overflow();
    return at;
  }

  /// Carries out the calls made ahead. False: not done yet, the kernel is scheduled and must suspend.
  [[nodiscard]] bool drain() {
    while (!pending.empty()) {
      PendingCall& call = pending.front();
      if (drain_until_ == not_reached) drain_until_ = moment_of(call);
      if (!performed_) {
        if (!reach(drain_until_)) return false;
        where = call.where();
        drain_until_ =
            guarded(call.issue(), [&](KernelActor& kernel) { return call.perform(kernel); });
        performed_ = true;
      }
      if (drain_until_ == not_known) {
        drain_until_ = 0;  // nothing more to reach when the tile wakes us
        await(*blocked_on);
        return false;
      }
      if (!reach(drain_until_)) return false;
      pending.pop();
      performed_ = false;
      drain_until_ = not_reached;
    }
    return true;
  }

  /// The exception being handled surfaces at the next co_await, with the line of the call that failed.
  void failed() noexcept {
    if (error) return;
    error = std::current_exception();
    failed_at_ = where;
  }
  void rethrow() {
    if (!error) [[likely]]
      return;
    where = failed_at_;
    std::rethrow_exception(std::exchange(error, nullptr));
  }

  /// Resumes `first` and then every frame handed over, until the kernel suspends or has finished.
  void run(std::coroutine_handle<> first) {
    struct Running {
      Runtime& runtime;
      ~Running() { runtime.running = nullptr; }
    };
    {
      Running running{*runtime};
      runtime->running = this;
      do {
        next = nullptr;
        first.resume();
        first = next;
      } while (first);
    }
    if (returned) finish();
  }

 private:
  static constexpr Ps not_reached = -1;

  /// When a call made ahead takes place; an overflow becomes the kernel's error.
  Ps moment_of(const PendingCall& call) noexcept {
    try {
      return later(call.issue());
    } catch (...) {
      failed();
      return now();
    }
  }

  /// The next call waits until `until`; if that is not known, for the tile in `blocked_on`.
  [[gnu::noinline]] void stay(Ps until, std::source_location at) {
    later_call(0, at, [until, tile = blocked_on](KernelActor& kernel) -> Ps {
      if (until != not_known) return until;
      if (tile->ready != not_known) return tile->ready;
      kernel.blocked_on = tile;
      return not_known;
    });
  }

  template <class Perform>
  [[gnu::noinline]] void later_call(Ps issue, std::source_location at, const Perform& perform) {
    pending.push(PendingCall(issue, at, perform));
  }

  template <class Perform>
  [[gnu::always_inline]] Ps guarded(Ps issue, const Perform& perform) {
    issued += issue;
    try {
      return perform(*this);
    } catch (...) {
      failed();
      return 0;
    }
  }

  void on_wake() {
    if (step != nullptr) {
      runtime->running = this;
      const bool done = step(op, *this);
      runtime->running = nullptr;
      if (!done) return;
    }
    if (returned)
      on_finish(*this);
    else
      run(frame);
  }

  void finish() {
    step = [](void*, KernelActor& kernel) { return kernel.drain(); };
    on_wake();
  }

  SlotPool* tiles_ = nullptr;  // of its PE
  std::source_location failed_at_{};
  Ps drain_until_ = not_reached;
  bool performed_ = false;
};

inline void SlotPool::grow() {
  auto* chunk = new Chunk;
  chunk->before = std::exchange(chunks_, chunk);
  for (Slot& slot : chunk->slots) {
    slot.pool = this;
    slot.handles = no_handles_;
    slot.handle_gone = [](TensorBuffer& buffer) noexcept {
      Slot& tile = static_cast<Slot&>(buffer);
      Runtime* runtime = tile.pool->runtime();
      if (tile.handles != 0) [[unlikely]] {  // it is watched
        if (tile.held()) {
          if (runtime != nullptr && runtime->running != nullptr) runtime->running->leave(tile);
          return;
        }
        tile.pool->count_anew(tile);
      }
      ++tile.generation;
      if (runtime == nullptr)
        last_outliving_handle_gone(tile.pool);
      else if (runtime->running != nullptr)
        runtime->running->release(tile);
      else
        runtime->recycle(tile);
    };
    give_back(slot);
  }
}

inline void Runtime::wake_waiters(Slot& slot) {
  for (KernelActor* kernel = std::exchange(slot.waiters, nullptr); kernel != nullptr;) {
    KernelActor* following = std::exchange(kernel->next_waiter, nullptr);
    kernel->on_resolved();
    kernel = following;
  }
}

}  // namespace weft
