// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <utility>

#include <boost/asio/async_result.hpp>

#include <weft/core/error.hpp>
#include <weft/model/units/duration.hpp>
#include <weft/run/time/executor.hpp>
#include <weft/run/time/timer_wait.hpp>

namespace weft {

/// A timer on virtual time, used like `asio::steady_timer`: any completion token, signature `void(error_code)`.
/// A wait completes at the expiry, or at once if that has passed, always as if posted. `cancel`, a new expiry, the
/// destructor and a cancellation slot complete the waits whose moment has not come with `operation_aborted`, at the
/// current time; a wait whose moment has come is beyond recall.
class Timer {
 public:
  using executor_type = VirtualTimeContext::executor_type;

  explicit Timer(VirtualTimeContext& context) : context_(&context) {}
  Timer(VirtualTimeContext& context, Duration expiry) : context_(&context), expiry_(expiry) {}

  /// On the virtual time context behind any executor of one: its own, `any_io_executor`, a strand.
  /// An executor of another kind of context throws `Error`.
  template <class Executor>
    requires boost::asio::execution::is_executor<Executor>::value
  explicit Timer(const Executor& executor)
      : context_(VirtualTimeContext::from(boost::asio::query(executor, boost::asio::execution::context))) {
    if (context_ == nullptr) fail("Timer: this executor does not belong to a VirtualTimeContext");
  }

  Timer(Timer&& other) noexcept : context_(other.context_), expiry_(other.expiry_), waits_(std::move(other.waits_)) {}
  Timer& operator=(Timer&& other) {
    if (this == &other) return *this;
    cancel();
    context_ = other.context_;
    expiry_ = other.expiry_;
    waits_ = std::move(other.waits_);
    return *this;
  }
  ~Timer() { cancel(); }

  [[nodiscard]] executor_type get_executor() const noexcept { return context_->get_executor(); }

  /// The moment of expiry on the absolute clock.
  [[nodiscard]] Duration expiry() const noexcept { return expiry_; }

  /// Sets the moment of expiry and aborts the waits for the old one. Returns how many it aborted.
  std::size_t expires_at(Duration moment) {
    const std::size_t aborted = cancel();
    expiry_ = moment;
    return aborted;
  }
  /// The same, counted from the current time. Beyond 64-bit time it throws `Error`.
  std::size_t expires_after(Duration length) { return expires_at(Duration{context_->now()} + length); }

  /// Aborts the waits whose moment has not come. Returns how many there were.
  std::size_t cancel() { return waits_.abort(*context_, false); }
  /// Aborts the oldest of them. Returns 1, or 0 if there was none.
  std::size_t cancel_one() { return waits_.abort(*context_, true); }

  /// Waits for the expiry. Completes with no error, or with `operation_aborted`.
  template <boost::asio::completion_token_for<void(boost::system::error_code)> Token>
  auto async_wait(Token&& token) {
    return boost::asio::async_initiate<Token, void(boost::system::error_code)>(Initiate{this}, token);
  }

 private:
  struct Initiate {
    Timer* timer;
    using executor_type = Timer::executor_type;
    [[nodiscard]] executor_type get_executor() const noexcept { return timer->get_executor(); }
    template <class Completion>
    void operator()(Completion&& completion) const {
      start_wait(*timer->context_, timer->waits_, timer->expiry_.ps, std::forward<Completion>(completion));
    }
  };

  VirtualTimeContext* context_;
  Duration expiry_{};
  TimerWaits waits_;
};

}  // namespace weft
