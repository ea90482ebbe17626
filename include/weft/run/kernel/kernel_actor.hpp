// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/error.hpp>
#include <weft/run/kernel/pending_calls.hpp>
#include <weft/run/kernel/slot.hpp>
#include <weft/run/kernel/source_line.hpp>
#include <weft/run/log/events.hpp>
#include <weft/run/machine/timeline.hpp>
#include <weft/run/scratch/arena.hpp>
#include <weft/run/time/virtual_time_context.hpp>

#include <algorithm>
#include <coroutine>
#include <cstdint>
#include <exception>
#include <limits>
#include <source_location>
#include <utility>
#include <vector>

namespace weft {

class KernelPromise;

/// An actor that a kernel has started and that goes on by itself: a transfer over several stages, a background send.
/// Belongs to the runtime until it deletes itself.
class Background : public Actor {
 public:
  Background(Runtime& runtime, void (*on_wake)(Actor&)) noexcept;
  virtual ~Background();

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
  SlotPool& slots = *new SlotPool(*this);  // outlives the runtime if a handle does
  KernelActor* running = nullptr;          ///< null while the host or an Asio handler runs
  std::uint64_t calls_left = std::numeric_limits<std::uint64_t>::max();
  Ps last_completion = 0;  ///< of ops and kernels, on the absolute clock
  std::vector<UnusedLoads> unused_loads;
  Background* background = nullptr;  ///< those that are under way
  std::uint32_t scopes = 0;          ///< how many scratch scopes there have been

  Runtime() = default;
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
  ~Runtime() {
    while (background != nullptr) delete background;
    SlotPool::abandon(&slots);
  }

  void completes(Ps at) noexcept {
    if (at > last_completion) last_completion = at;
  }
  void count_call() {
    if (--calls_left == 0) [[unlikely]] {
      calls_left = 1;
      throw Error("the limit on tl calls is reached");
    }
  }
  void recycle(Slot& slot) noexcept;
  /// The request that decides `slot`'s readiness has been made: whoever waits for it has a wake-up from now on.
  void resolve(Slot& slot, Ps ready);
  void wake_waiters(Slot& slot);
};

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
  std::source_location where{};  ///< of the latest tl call
  std::uint32_t scope = 0;       ///< the innermost open scratch scope; 0 for none
  std::uint32_t launch = 0;
  std::uint32_t pe = 0;
  Ps issued = 0;  ///< sum of issue costs
  Ps waited = 0;  ///< sum of waits
  Ps suspended_since = 0;

  explicit KernelActor(Runtime& shared) : runtime(&shared) {
    wake = [](Actor& actor) { static_cast<KernelActor&>(actor).on_wake(); };
  }

  [[nodiscard]] Ps now() const noexcept { return runtime->clock.now(); }

  /// True if `t` is reached without suspending; otherwise this kernel is woken at `t` and the caller must suspend.
  [[nodiscard, gnu::always_inline]] bool reach(Ps t) {
    if (runtime->clock.advance(t)) return true;
    runtime->clock.schedule(*this, t);
    return false;
  }

  /// Makes a plain call at cursor + `issue`: at once if nothing else can happen before, else when its moment comes.
  template <class Perform>
  [[gnu::always_inline]] void call(Ps issue, std::source_location at, const Perform& perform) {
    where = at;
    if (pending.empty() && runtime->clock.advance(later(issue))) {
      const Ps until = guarded(issue, perform);
      if (until > now() && !runtime->clock.advance(until))
        later_call(0, at, [until](KernelActor&) { return until; });
    } else {
      later_call(issue, at, perform);
    }
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

  /// A tile that this kernel waits for has become known.
  void on_resolved() {
    Ps ready = 0;
    try {
      ready = readiness(op, *this);
    } catch (...) {  // found again, in its own turn, when the kernel goes on
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

  std::source_location failed_at_{};
  Ps drain_until_ = not_reached;
  bool performed_ = false;
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
  if (slot.ready == not_known) [[unlikely]] {
    slot.orphaned = true;
    return;
  }
  if (slot.is_load && !slot.used) [[unlikely]] {
    note_unused(unused_loads, slot.producer);
  }
  if (slot.arena != nullptr) slot.arena->release(slot, clock.now());
  slots.give_back(slot);
}

inline void SlotPool::grow() {
  chunks_.push_back(std::make_unique<Slot[]>(chunk_size));
  for (std::size_t i = chunk_size; i-- != 0;) {
    Slot& slot = chunks_.back()[i];
    slot.pool = this;
    slot.last_handle_gone = [](TensorBuffer& buffer) noexcept {
      Slot& tile = static_cast<Slot&>(buffer);
      Runtime* runtime = tile.pool->runtime();
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

[[gnu::always_inline]] inline void Runtime::resolve(Slot& slot, Ps ready) {
  slot.ready = ready;
  if (slot.waiters != nullptr) [[unlikely]]
    wake_waiters(slot);
  if (slot.orphaned) [[unlikely]]
    recycle(slot);
}
inline void Runtime::wake_waiters(Slot& slot) {
  for (KernelActor* kernel = std::exchange(slot.waiters, nullptr); kernel != nullptr;) {
    KernelActor* following = std::exchange(kernel->next_waiter, nullptr);
    kernel->on_resolved();
    kernel = following;
  }
}

}  // namespace weft
