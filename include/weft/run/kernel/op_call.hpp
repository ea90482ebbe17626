// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/kernel_actor.hpp>
#include <weft/run/kernel/operand.hpp>
#include <weft/run/log/events.hpp>

#include <array>
#include <concepts>
#include <coroutine>
#include <cstddef>
#include <source_location>
#include <type_traits>
#include <utility>

namespace weft {

/// The part of an op call that does not depend on the op: where it stands, its N operands, and the wait for them. A class
/// of its own, so that it is compiled once, and not for every op and shape.
template <std::size_t N>
class OperandWait {
 public:
  OperandWait(std::source_location where, const std::array<OperandRef, N>& operands)
      : where_(where), operands_(operands) {}

  /// The line of the await, for calls that cannot tell their own.
  void locate(std::source_location where) noexcept {
    if (where_.line() == 0) where_ = where;
  }

  [[nodiscard]] std::source_location where() const noexcept { return where_; }

 protected:
  [[nodiscard]] const OperandRef& operand(std::size_t i) const noexcept { return operands_[i]; }
  [[nodiscard]] const std::array<OperandRef, N>& operands() const noexcept { return operands_; }

  /// An operand whose last handle has gone is an `Error`.
  [[gnu::always_inline]] static void check_alive(const OperandRef& operand) {
    if (!operand.alive()) [[unlikely]]
      not_alive(operand);
  }
  void check_alive() const {
    for (const OperandRef& operand : operands_) check_alive(operand);
  }

  /// The readiness of the latest operand. Not known: the kernel now waits for the first operand that is not.
  [[gnu::always_inline]] Ps readiness(KernelActor& kernel) {
    Ps latest = 0;
    for (const OperandRef& operand : operands_) {
      check_alive(operand);
      if (operand.slot->ready == not_known) {
        kernel.next_waiter = operand.slot->waiters;
        operand.slot->waiters = &kernel;
        return not_known;
      }
      if (operand.slot->ready > latest) latest = operand.slot->ready;
    }
    return latest;
  }
  /// The same for a kernel that is suspended in this op, which it has as `KernelActor::op`.
  static Ps readiness_of(void* op, KernelActor& kernel) {
    return static_cast<OperandWait*>(op)->readiness(kernel);
  }

  [[gnu::noinline]] void record_wait(KernelActor& kernel) {
    const OperandRef* latest = &operands_[0];
    for (const OperandRef& operand : operands_)
      if (operand.slot->ready > latest->slot->ready) latest = &operand;
    const Ps waited = kernel.now() - dispatchable_;
    kernel.waited += waited;
    kernel.on_wait(kernel,
                   WaitEvent{kernel.launch, kernel.now(), waited, where_, latest->slot->producer});
  }

  std::source_location where_;
  std::array<OperandRef, N> operands_;
  Ps dispatchable_ = 0;  ///< when it could have been dispatched, had its operands been ready

 private:
  [[noreturn, gnu::cold, gnu::noinline]] static void not_alive(const OperandRef& operand) {
    if (operand.slot == nullptr)
      throw Error("an operand is empty: a default-constructed or moved-from handle");
    if (operand.slot->recycled_by.line() != 0 && operand.slot->recycled == operand.generation)
      fail("an operand was made at ", line_of(operand.slot->share.made),
           " inside the scratch scope of ", line_of(operand.slot->recycled_by),
           ", which has recycled it");
    throw Error("an operand's tensor is gone: its last handle went before the op ran");
  }
};

/// What every op that a kernel awaits has in common, in the order of the cursor: carry out the calls made ahead, wait for
/// the operands, pay the issue cost, make the request, resume when it says. One state machine, entered again at every
/// wake-up, and left at once (no suspension at all) as long as nothing else can happen before.
///
/// `Derived` has `Ps issue_cost()`, `Ps perform(KernelActor&)` (makes the request at the cursor and returns the moment at
/// which the kernel goes on; or `not_known`, having arranged a wake-up at which it is called again) and `result(KernelActor&)` (what `co_await` gives).
/// Owns nothing and is trivially destructible.
template <class Derived, std::size_t N>
class OpCall : public OperandWait<N> {
  using Wait = OperandWait<N>;

 public:
  /// `counted`: by whoever made it, so that its first await does not count against the limit on calls once more.
  OpCall(std::source_location where, const std::array<OperandRef, N>& operands, bool counted)
      : Wait(where, operands), counted_(counted) {}

  /// For the kernel's promise: true when the op was done without suspending.
  [[gnu::always_inline]] bool start(KernelActor& kernel) {
    phase_ = Phase::drain;
    kernel.where = this->where_;
    return go_on(kernel);
  }
  /// The kernel suspends in this op.
  void suspend(KernelActor& kernel) noexcept {
    kernel.op = static_cast<Wait*>(this);
    kernel.suspended_since = kernel.now();
    kernel.step = [](void* op, KernelActor& woken) {
      return static_cast<OpCall*>(static_cast<Wait*>(op))->resumed(woken);
    };
    kernel.readiness = Wait::readiness_of;
  }

  /// Chosen where the awaiting coroutine is not a kernel.
  template <class Anywhere = void>
  std::suspend_never operator co_await() const noexcept {
    static_assert(std::is_same_v<Anywhere, Derived>,
                  "co_await: tl ops can be awaited only inside a weft::Kernel");
    return {};
  }

 private:
  enum class Phase : unsigned char { drain, unknown, wait, issue, done };

  Derived& self() noexcept { return static_cast<Derived&>(*this); }

  [[gnu::always_inline]] bool go_on(KernelActor& kernel) {
    try {
      return advance(kernel);
    } catch (...) {
      kernel.failed();
      return true;
    }
  }

  /// Goes on after a suspension, in which an operand may have gone.
  bool resumed(KernelActor& kernel) {
    if constexpr (N != 0)
      if (phase_ == Phase::wait || phase_ == Phase::issue) try {
          this->check_alive();
        } catch (...) {
          kernel.failed();
          return true;
        }
    return go_on(kernel);
  }

  [[gnu::always_inline]] bool advance(KernelActor& kernel) {
    switch (phase_) {
      case Phase::drain:
        if (!kernel.pending.empty() && !kernel.drain()) return false;
        if (kernel.error) [[unlikely]]
          return true;
        kernel.where = this->where_;
        if (!std::exchange(counted_, false)) kernel.runtime->count_call();
        this->dispatchable_ = kernel.now();
        [[fallthrough]];
      case Phase::unknown:
        if constexpr (N != 0) {
          const Ps ready = this->readiness(kernel);
          if (ready > kernel.now()) {
            phase_ = Phase::unknown;
            if (ready == not_known) return false;
            phase_ = Phase::wait;
            if (!kernel.reach(ready)) return false;
          }
        }
        [[fallthrough]];
      case Phase::wait:
        if constexpr (N != 0) {
          if (kernel.now() != this->dispatchable_) this->record_wait(kernel);
          for (const OperandRef& operand : this->operands_) operand.slot->used = true;
        }
        phase_ = Phase::issue;
        if (const Ps cost = self().issue_cost(); cost != 0) {
          kernel.issued += cost;
          if (!kernel.reach(kernel.later(cost))) return false;
        }
        [[fallthrough]];
      case Phase::issue: {
        phase_ = Phase::issue;
        const Ps until = self().perform(kernel);
        if (until == not_known) return false;
        phase_ = Phase::done;
        return kernel.reach(until);
      }
      case Phase::done:
        return true;
    }
    return true;
  }

  bool counted_;
  Phase phase_ = Phase::drain;
};

template <class Op>
concept KernelOp = requires(Op& op, KernelActor& kernel) {
  { op.start(kernel) } -> std::same_as<bool>;
  op.suspend(kernel);
  op.result(kernel);
};

/// Awaits an op inside a kernel: what the promise makes of `co_await op`. Trivially destructible.
template <class Op>
struct OpAwaiter {
  Op& op;
  KernelActor& kernel;

  bool await_ready() { return op.start(kernel); }
  void await_suspend(std::coroutine_handle<> frame) noexcept {
    kernel.frame = frame;
    op.suspend(kernel);
  }
  decltype(auto) await_resume() {
    kernel.rethrow();
    return op.result(kernel);
  }
};

template <KernelOp Op>
OpAwaiter<std::remove_reference_t<Op>> kernel_await(Op&& op, KernelActor& kernel,
                                                    std::source_location where) {
  if constexpr (requires { op.locate(where); }) op.locate(where);
  return {op, kernel};
}

}  // namespace weft
