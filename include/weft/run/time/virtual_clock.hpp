// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>

#include <weft/core/error.hpp>
#include <weft/model/units/duration.hpp>
#include <weft/run/time/actor.hpp>
#include <weft/run/time/event_queue.hpp>
#include <weft/run/time/rank_order.hpp>

namespace weft {

/// What completes without waking anybody (a load that nobody waits for). The machine registers one with the clock.
class SilentCompletions {
 public:
  /// The earliest completion after the given moment, `never` if there is none.
  [[nodiscard]] virtual Ps next(Ps after) const noexcept = 0;
  /// The last completion known; anything at or before the current time if all is done.
  [[nodiscard]] virtual Ps last() const noexcept = 0;

 protected:
  ~SilentCompletions() = default;
};

/// Deterministic virtual time: what happens next is the earliest wake-up, among equal times that of the lowest rank.
/// One thread at a time. Nothing here depends on how actors are written; Asio comes in with `VirtualTimeContext`.
class VirtualClock {
 public:
  VirtualClock() = default;
  VirtualClock(const VirtualClock&) = delete;
  VirtualClock& operator=(const VirtualClock&) = delete;

  /// The current time.
  [[nodiscard]] Ps now() const noexcept { return now_; }

  /// Tries to go on to `time` without suspending. True if that moment has come already, or if it lies before everything
  /// pending and within the bound of the run: the clock then stands at `time`. False: call `schedule` and suspend.
  /// Outside a run only moments that have come are granted. Cost: one compare with a cached horizon.
  bool advance(Ps time) noexcept {
    if (time < horizon_) {
      if (time > now_) now_ = time;
      return true;
    }
    return time <= now_;
  }

  /// Wakes `actor` at `time`, which must not have passed. An actor is scheduled at most once at a time. One scheduled at
  /// the current time runs when the running one suspends, in rank order among all that are due. O(1) in most cases.
  void schedule(Actor& actor, Ps time) {
    assert(!actor.scheduled() && actor.wake != nullptr);
    if (time < now_) fail("schedule: ", time, " ps has passed, the clock stands at ", now_, " ps");
    if (time == never) fail("overflow: a wake-up at the end of 64-bit time");
    queue_.push(actor, time);
    if (time < horizon_) horizon_ = time;
  }

  /// Like `schedule`, for what acts after all actors due at that time, in the order of the calls: posted handlers.
  void schedule_last(Actor& actor, Ps time) {
    actor.label = next_last_++;
    schedule(actor, time);
  }

  /// Takes back a wake-up if there is one. Cost: the number of entries near its time; for tearing down.
  void cancel(Actor& actor) noexcept {
    if (!actor.scheduled()) return;
    queue_.erase(actor);
    actor.due = never;
  }

  /// Takes back the wake-ups of all actors at once, and leaves those of `schedule_last`. O(everything pending).
  void cancel_actors() {
    const auto gone = [](Actor& actor) {
      if (actor.label >= RankOrder::end_label) return false;
      actor.due = never;
      return true;
    };
    queue_.erase_if(gone);
  }

  /// Ranks `actor` after everything enlisted: the next launch number.
  void enlist(Actor& actor) noexcept { order_.enlist(actor); }
  /// Ranks `child` after `parent` and all earlier descendants of it, before everything that ranked after those.
  void enlist_child(Actor& parent, Actor& child) noexcept { order_.enlist_child(parent, child); }
  /// Takes `actor` out of the rank order; its children stay where they are. It must not be scheduled.
  void delist(Actor& actor) noexcept { order_.delist(actor); }

  /// Runs until nothing is pending. The clock then stands at the last wake-up, elided wait or silent completion.
  /// What a wake-up throws leaves `run`; the rest stays pending and a later call goes on with it.
  void run() {
    perform(never);
    if (silent_ != nullptr) now_ = horizon_ = std::max(now_, silent_->last());
  }

  /// Performs everything due at the next event time. False if nothing was pending.
  bool step() {
    const Ps time = next_event_time();
    if (time == never) return false;
    perform(time + 1);
    reach(time);
    return true;
  }

  /// Performs everything due at or before `time` and leaves the clock at `time`.
  void run_until(Ps time) {
    if (time < now_) fail("run_until: ", time, " ps has passed, the clock stands at ", now_, " ps");
    if (time == never) fail("overflow: run_until the end of 64-bit time");
    perform(time + 1);
    reach(time);
  }
  void run_until(Duration time) { run_until(time.ps); }

  /// Performs everything due within the next `length` and leaves the clock there.
  void run_for(Duration length) {
    if (length.ps < 0) fail("run_for: a negative length of ", length.ps, " ps");
    run_until(Duration{now_} + length);
  }

  /// When something happens next: a wake-up, a handler, or a completion that wakes nobody. `never` if nothing is pending.
  [[nodiscard]] Ps next_event_time() const noexcept {
    return silent_ != nullptr ? std::min(queue_.earliest(), silent_->next(now_))
                              : queue_.earliest();
  }

  /// True while a run, step, run_until or run_for is going on: inside wake-ups and handlers.
  [[nodiscard]] bool running() const noexcept { return running_; }

  /// Registers what completes without waking anybody; null for nothing.
  void set_silent_completions(const SilentCompletions* completions) noexcept {
    silent_ = completions;
  }

  /// Bounds virtual time: nothing happens after `limit`. Where a run would go beyond, it calls `beyond(owner, moment)`,
  /// which should throw; if it returns, the run ends. `never` takes the limit away.
  void set_limit(Ps limit, void (*beyond)(void* owner, Ps moment), void* owner) noexcept {
    limit_ = limit;
    beyond_ = beyond;
    beyond_owner_ = owner;
    if (running_) {
      set_stop();
      horizon_ = std::min(horizon_, std::max(stop_, now_));
    }
  }

 protected:
  /// Takes out any one pending actor, for tearing down; null if nothing is pending. Moves the clock to its moment.
  Actor* take_any() {
    if (queue_.empty()) return nullptr;
    now_ = horizon_ = queue_.earliest();
    return &queue_.pop();
  }

 private:
  /// The state of a run that is going on, put back when it ends in whatever way.
  struct Running {
    VirtualClock& clock;
    explicit Running(VirtualClock& of) : clock(of) {
      if (clock.running_) fail("run: called from inside a kernel or a handler of the same clock");
      clock.running_ = true;
    }
    Running(const Running&) = delete;
    ~Running() {
      clock.running_ = false;
      clock.horizon_ = clock.now_;
    }
  };

  Ps now_ = 0;
  Ps horizon_ =
      0;  // everything pending, and the bound of the run, is at or after this; outside a run it is now_
  Ps stop_ = never;
  EventQueue queue_;
  Ps bound_ = never;
  Ps limit_ = never;
  bool running_ = false;
  std::uint64_t next_last_ = RankOrder::end_label;
  RankOrder order_;
  const SilentCompletions* silent_ = nullptr;
  void (*beyond_)(void*, Ps) = nullptr;
  void* beyond_owner_ = nullptr;

  void set_stop() noexcept { stop_ = std::min(bound_, limit_ == never ? never : limit_ + 1); }

  void reach(Ps time) noexcept {
    if (time > now_) now_ = horizon_ = time;
  }

  /// Performs everything due before `bound`.
  void perform(Ps bound) {
    const Running guard(*this);
    bound_ = bound;
    set_stop();
    for (;;) {
      const Ps time = queue_.earliest();
      if (time >= stop_) {
        if (time < bound_ && beyond_ != nullptr) beyond_(beyond_owner_, time);
        return;
      }
      now_ = time;
      Actor& actor = queue_.pop();
      horizon_ = std::min(queue_.earliest(), stop_);
      actor.wake(actor);
    }
  }
};

}  // namespace weft
