// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/op_call.hpp>
#include <weft/run/time/completion.hpp>

#include <memory>
#include <source_location>
#include <utility>
#include <vector>

namespace weft {

/// A moment that one kernel sets and others wait for: kernels of one simulation, its host, or its Asio handlers.
/// `weft::Event ready(sim);` then `ready.set();` and `co_await ready.wait();`. Waiting costs nothing, and is recorded like
/// a wait for an operand, with the line of `set` as its producer. Lives no longer than the simulation needs it.
class Event {
 public:
  template <class Sim>
    requires requires(Sim& sim) { sim.runtime(); }
  explicit Event(Sim& sim) : runtime_(&sim.runtime()) {
    reset();
  }

  /// At the kernel's cursor, in turn with its other calls: whoever waits goes on. Setting it again does nothing.
  void set(std::source_location where = std::source_location::current()) {
    const OperandRef moment(moment_);
    const auto now = [moment, where, runtime = runtime_, waiting = waiting_.get()]() {
      if (!moment.alive() || moment.slot->ready != not_known) return;
      waiting->let_go(where);
      moment.slot->producer = where;
      runtime->resolve(*moment.slot, runtime->clock.now());
    };
    if (KernelActor* kernel = runtime_->running; kernel != nullptr)
      kernel->call(0, where, [now](KernelActor&) -> Ps {
        now();
        return 0;
      });
    else
      now();
  }
  /// Makes it unset again, for whoever waits from now on.
  void reset() {
    Slot& slot = runtime_->slots.front()->take({}, nullptr);
    slot.ready = not_known;
    moment_ = Handle(slot, Layout{});
  }
  [[nodiscard]] bool is_set() const noexcept {
    return static_cast<Slot*>(moment_.buffer())->ready != not_known;
  }

  /// The same for Asio, with any completion token of signature `void(std::exception_ptr)`: completes, as if posted, when it
  /// is set.
  template <class Token>
  auto async_wait(Token&& token) {
    return initiate_completion(runtime_->clock, std::forward<Token>(token),
                               [this](Completion done) {
                                 if (is_set())
                                   done.complete(nullptr);
                                 else
                                   waiting_->handlers.push_back(std::move(done));
                               });
  }

  class Wait;
  /// `co_await event.wait()` resumes when it is set; at once if it has been. It may be reset before whoever waited runs.
  [[nodiscard]] Wait wait(std::source_location where = std::source_location::current()) const;

 private:
  /// Who waits for it to be set.
  struct Waiting {
    Wait* kernels = nullptr;
    std::vector<Completion> handlers;
    void let_go(std::source_location where);
  };

  Runtime* runtime_;
  Handle moment_;
  std::unique_ptr<Waiting> waiting_ = std::make_unique<Waiting>();
};

class Event::Wait : public OpCall<Event::Wait, 0> {
 public:
  Wait(const Event& event, std::source_location where) : OpCall(where, {}, false), event_(&event) {}
  static constexpr Ps issue_cost() noexcept { return 0; }
  Ps perform(KernelActor& kernel) {
    if (std::exchange(joined_, false)) return kernel.now();  // woken: it has been set
    since_ = kernel.now();
    if (event_->is_set()) return kernel.now();
    joined_ = true;
    next_ = std::exchange(event_->waiting_->kernels, this);
    kernel.await(static_cast<Slot&>(*event_->moment_.buffer()));
    return not_known;
  }
  void result(KernelActor& kernel) const {
    const Ps waited = kernel.now() - since_;
    if (waited == 0) return;
    kernel.waited += waited;
    kernel.on_wait(kernel, WaitEvent{kernel.launch, kernel.now(), waited, where(), set_by_});
  }

 private:
  friend class Event;
  const Event* event_;
  Wait* next_ = nullptr;  // among those that wait
  std::source_location set_by_{};
  Ps since_ = 0;
  bool joined_ = false;
};

inline void Event::Waiting::let_go(std::source_location where) {
  for (Completion& done : std::exchange(handlers, {})) done.complete(nullptr);
  for (Wait* kernel = std::exchange(kernels, nullptr); kernel != nullptr; kernel = kernel->next_)
    kernel->set_by_ = where;
}
inline Event::Wait Event::wait(std::source_location where) const { return {*this, where}; }

/// A meeting point of `parties` kernels of one simulation, used again and again: `co_await barrier.arrive_and_wait()`
/// resumes when the last of them has arrived. A waiter is recorded like a wait, the last arrival's line as its producer.
class Barrier {
 public:
  template <class Sim>
    requires requires(Sim& sim) { sim.runtime(); }
  Barrier(Sim& sim, std::uint32_t parties) : runtime_(&sim.runtime()), parties_(parties) {
    if (parties == 0) fail("barrier: there must be at least one party");
    renew();
  }

  class Arrival : public OpCall<Arrival, 0> {
   public:
    Arrival(Barrier& barrier, std::source_location where)
        : OpCall(where, {}, false), barrier_(&barrier) {}
    static constexpr Ps issue_cost() noexcept { return 0; }
    Ps perform(KernelActor& kernel) {
      if (met_.slot != nullptr) return kernel.now();  // woken: they have met
      arrived_ = kernel.now();
      met_ = OperandRef(barrier_->meeting_);
      Slot& meeting = *met_.slot;
      if (++barrier_->arrived_ != barrier_->parties_) {
        next_ = std::exchange(barrier_->waiting_, this);
        kernel.await(meeting);
        return not_known;
      }
      for (Arrival* other = std::exchange(barrier_->waiting_, nullptr); other != nullptr;
           other = other->next_)
        other->last_ = this->where();
      kernel.runtime->resolve(meeting, kernel.now());
      barrier_->renew();
      return kernel.now();
    }
    void result(KernelActor& kernel) {
      met_ = {};  // it may be awaited again
      const Ps waited = kernel.now() - arrived_;
      if (waited == 0) return;
      kernel.waited += waited;
      kernel.on_wait(kernel, WaitEvent{kernel.launch, kernel.now(), waited, this->where(), last_});
    }

   private:
    Barrier* barrier_;
    OperandRef met_;
    Arrival* next_ = nullptr;      // among those that wait
    std::source_location last_{};  // of the one that lets them go; the meeting is gone by then
    Ps arrived_ = 0;
  };

  [[nodiscard]] Arrival arrive_and_wait(
      std::source_location where = std::source_location::current()) {
    return {*this, where};
  }

 private:
  void renew() {
    Slot& slot = runtime_->slots.front()->take({}, nullptr);
    slot.ready = not_known;
    meeting_ = Handle(slot, Layout{});
    arrived_ = 0;
  }

  Runtime* runtime_;
  std::uint32_t parties_;
  std::uint32_t arrived_ = 0;
  Handle meeting_;
  Arrival* waiting_ = nullptr;
};

}  // namespace weft
