// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cerrno>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <boost/asio/associated_allocator.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/system/error_code.hpp>

#include <weft/run/time/executor.hpp>

namespace weft {

/// A link of the list of a timer's waits.
struct WaitLink {
  WaitLink* before = this;
  WaitLink* after = this;

  WaitLink() = default;
  WaitLink(const WaitLink&) = delete;
  WaitLink& operator=(const WaitLink&) = delete;

  void unlink() noexcept {
    before->after = after;
    after->before = before;
    before = after = this;
  }
};

/// A wait for a timer. It is linked into its timer until it completes or is aborted.
struct TimerWait : Handler, WaitLink {
  bool aborted = false;

  /// Completes the wait with `operation_aborted` at the current time. False if its moment has come already.
  bool abort(VirtualTimeContext& context) {
    if (due <= context.now()) return false;
    context.cancel(*this);
    unlink();
    aborted = true;
    context.schedule_handler(*this, context.now());
    return true;
  }

 protected:
  using Handler::Handler;
  ~TimerWait() = default;
};

/// The waits of one timer, oldest first. Moving the list takes the waits along.
class TimerWaits {
 public:
  TimerWaits() = default;
  TimerWaits(TimerWaits&& other) noexcept { take(other); }
  TimerWaits& operator=(TimerWaits&& other) noexcept {
    take(other);
    return *this;
  }
  ~TimerWaits() { ends_.unlink(); }

  void add(TimerWait& wait) noexcept { insert(wait); }

  /// Aborts the waits whose moment has not come, or only the oldest of them. Returns how many.
  std::size_t abort(VirtualTimeContext& context, bool only_one) {
    std::size_t count = 0;
    for (WaitLink* link = ends_.after; link != &ends_ && !(only_one && count == 1);) {
      auto& wait = static_cast<TimerWait&>(*std::exchange(link, link->after));
      if (wait.abort(context)) ++count;
    }
    return count;
  }

 private:
  WaitLink ends_;

  void insert(WaitLink& link) noexcept {
    link.before = ends_.before;
    link.after = &ends_;
    ends_.before->after = &link;
    ends_.before = &link;
  }

  void take(TimerWaits& other) noexcept {
    while (other.ends_.after != &other.ends_) {
      WaitLink& link = *other.ends_.after;
      link.unlink();
      insert(link);
    }
  }
};

/// A wait with its completion handler, which runs on the handler's associated executor: directly where that is the
/// context's own, else through it, with outstanding work counted there meanwhile.
template <class Completion>
class PendingWait final : public TimerWait {
  using OwnExecutor = VirtualTimeContext::executor_type;
  using Allocator = boost::asio::associated_allocator_t<Completion>;
  using Executor = std::decay_t<decltype(boost::asio::prefer(
      std::declval<const boost::asio::associated_executor_t<Completion, OwnExecutor>&>(),
      boost::asio::execution::outstanding_work.tracked))>;

 public:
  template <class C>
  PendingWait(const Allocator&, VirtualTimeContext& context, C&& completion)
      : TimerWait(&run, &drop),
        context_(&context),
        completion_(std::forward<C>(completion)),
        executor_(boost::asio::prefer(boost::asio::get_associated_executor(completion_, context.get_executor()),
                                      boost::asio::execution::outstanding_work.tracked)) {}

  /// From now on a signal to the handler's cancellation slot, if it has one, aborts the wait.
  void connect() {
    auto slot = boost::asio::get_associated_cancellation_slot(completion_);
    if (slot.is_connected()) slot.template emplace<Cancel>(this);
  }

 private:
  struct Cancel {
    PendingWait* wait;
    explicit Cancel(PendingWait* of) noexcept : wait(of) {}
    void operator()(boost::asio::cancellation_type_t type) const {
      if (type != boost::asio::cancellation_type::none) wait->abort(*wait->context_);
    }
  };

  VirtualTimeContext* context_;
  Completion completion_;
  Executor executor_;

  static PendingWait& from(Handler& handler) { return static_cast<PendingWait&>(handler); }

  [[nodiscard]] bool on_own_executor() const noexcept {
    if constexpr (std::is_same_v<Executor, OwnExecutor>) {
      return &executor_.context() == context_;
    } else if constexpr (requires { executor_.template target<OwnExecutor>(); }) {
      const OwnExecutor* own = executor_.template target<OwnExecutor>();
      return own != nullptr && &own->context() == context_;
    } else {
      return false;
    }
  }

  static void run(Actor& actor) {
    PendingWait& self = from(static_cast<Handler&>(actor));
    self.unlink();
    auto slot = boost::asio::get_associated_cancellation_slot(self.completion_);
    if (slot.is_connected()) slot.clear();
    boost::system::error_code error;
    if (self.aborted) error.assign(ECANCELED, boost::system::system_category());
    const bool direct = self.on_own_executor();
    const Allocator allocator = boost::asio::get_associated_allocator(self.completion_);
    Completion completion(std::move(self.completion_));
    const Executor executor(std::move(self.executor_));
    destroy_handler(self, allocator);
    if (direct) {
      std::move(completion)(error);
    } else {
      boost::asio::prefer(executor, boost::asio::execution::blocking.possibly,
                          boost::asio::execution::allocator(allocator))
          .execute([completion = std::move(completion), error]() mutable { std::move(completion)(error); });
    }
  }

  static void drop(Handler& handler) {
    PendingWait& self = from(handler);
    self.unlink();
    const Allocator allocator = boost::asio::get_associated_allocator(self.completion_);
    const Completion last_owner(std::move(self.completion_));
    destroy_handler(self, allocator);
  }
};

/// Starts a wait until `moment`, or for a posted completion if that has passed.
template <class Completion>
void start_wait(VirtualTimeContext& context, TimerWaits& waits, Ps moment, Completion&& completion) {
  using Wait = PendingWait<std::decay_t<Completion>>;
  const auto allocator = boost::asio::get_associated_allocator(completion);
  Wait& wait = make_handler<Wait>(allocator, context, std::forward<Completion>(completion));
  try {
    context.schedule_handler(wait, moment > context.now() ? moment : context.now());
  } catch (...) {
    wait.discard(wait);
    throw;
  }
  waits.add(wait);
  wait.connect();
}

}  // namespace weft
