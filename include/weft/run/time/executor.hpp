// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

#include <boost/asio/execution/allocator.hpp>
#include <boost/asio/execution/blocking.hpp>
#include <boost/asio/execution/context.hpp>

#include <weft/run/time/virtual_time_context.hpp>

namespace weft {

/// The executor of a `VirtualTimeContext`: `execute(f)` runs `f` at the current virtual time, after the actors due then
/// and the handlers posted before. With `blocking.possibly` (the default; `asio::dispatch`) it runs `f` at once when
/// called from inside the run; with `blocking.never` (`asio::post`, `asio::defer`) it always queues.
/// It is two words, compares by context and blocking, and meets Asio's executor requirements.
template <class Allocator>
class BasicExecutor {
  template <class A>
  using Rebound = BasicExecutor<A>;
  using Context = boost::asio::execution::context_t;
  using Blocking = boost::asio::execution::blocking_t;

 public:
  explicit BasicExecutor(VirtualTimeContext& context, bool queues = false, Allocator allocator = Allocator()) noexcept
      : context_(&context), queues_(queues), allocator_(std::move(allocator)) {}

  [[nodiscard]] VirtualTimeContext& context() const noexcept { return *context_; }
  /// True inside a wake-up or handler of this context.
  [[nodiscard]] bool running_in_this_thread() const noexcept { return context_->running(); }

  [[nodiscard]] VirtualTimeContext& query(Context) const noexcept { return *context_; }
  [[nodiscard]] constexpr Blocking query(Blocking) const noexcept {
    return queues_ ? Blocking(Blocking::never) : Blocking(Blocking::possibly);
  }
  template <class A>
  [[nodiscard]] constexpr Allocator query(boost::asio::execution::allocator_t<A>) const noexcept {
    return allocator_;
  }

  [[nodiscard]] BasicExecutor require(Blocking::possibly_t) const noexcept {
    return BasicExecutor(*context_, false, allocator_);
  }
  [[nodiscard]] BasicExecutor require(Blocking::never_t) const noexcept {
    return BasicExecutor(*context_, true, allocator_);
  }
  template <class A>
  [[nodiscard]] Rebound<A> require(boost::asio::execution::allocator_t<A> property) const noexcept {
    return Rebound<A>(*context_, queues_, property.value());
  }
  [[nodiscard]] Rebound<std::allocator<void>> require(boost::asio::execution::allocator_t<void>) const noexcept {
    return Rebound<std::allocator<void>>(*context_, queues_);
  }

  /// Runs or queues a function object, which may be move-only. What it throws leaves the run.
  template <class Function>
  void execute(Function&& function) const {
    if (queues_ || !context_->running()) {
      context_->post(std::forward<Function>(function), allocator_);
      return;
    }
    try {
      std::decay_t<Function> local(std::forward<Function>(function));
      std::move(local)();
    } catch (...) {
      context_->rethrow_from_run(std::current_exception());
    }
  }

  friend bool operator==(const BasicExecutor& a, const BasicExecutor& b) noexcept {
    return a.context_ == b.context_ && a.queues_ == b.queues_ && a.allocator_ == b.allocator_;
  }

 private:
  VirtualTimeContext* context_;
  bool queues_;
  [[no_unique_address]] Allocator allocator_;
};

inline VirtualTimeContext::executor_type VirtualTimeContext::get_executor() noexcept { return executor_type(*this); }

}  // namespace weft
