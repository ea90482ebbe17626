// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>
#include <memory>
#include <utility>

#include <boost/asio/detail/thread_context.hpp>
#include <boost/asio/detail/thread_info_base.hpp>
#include <boost/asio/execution_context.hpp>

#include <weft/run/time/handler.hpp>
#include <weft/run/time/virtual_clock.hpp>

namespace weft {

template <class Allocator>
class BasicExecutor;

/// Virtual time as an Asio execution context: `post`, `co_spawn`, strands and `weft::Timer` run on the same clock as
/// kernels. Handlers due at a time run after all actors due then, in the order in which they were posted (for a timer:
/// in which the wait was started). A run ends when nothing is pending: outstanding work does not hold it.
/// Destroying the context destroys pending handlers without running them. One thread at a time.
class VirtualTimeContext : public boost::asio::execution_context,
                           public VirtualClock,
                           private boost::asio::detail::thread_context {
 public:
  using executor_type = BasicExecutor<std::allocator<void>>;

  VirtualTimeContext() { boost::asio::make_service<Link>(*this, this); }
  ~VirtualTimeContext() {
    shutdown();
    destroy();
  }

  [[nodiscard]] executor_type get_executor() noexcept;

  /// The virtual time context that is this execution context; null if it is another kind of context.
  [[nodiscard]] static VirtualTimeContext* from(boost::asio::execution_context& context) {
    return boost::asio::has_service<Link>(context) ? boost::asio::use_service<Link>(context).owner : nullptr;
  }

  void run() {
    const Recycling scope(*this);
    VirtualClock::run();
  }
  bool step() {
    const Recycling scope(*this);
    return VirtualClock::step();
  }
  void run_until(Ps time) {
    const Recycling scope(*this);
    VirtualClock::run_until(time);
  }
  void run_until(Duration time) { run_until(time.ps); }
  void run_for(Duration length) {
    const Recycling scope(*this);
    VirtualClock::run_for(length);
  }

  /// Runs `handler` at `time`, after all actors due then and the handlers scheduled before.
  void schedule_handler(Handler& handler, Ps time) { schedule_last(handler, time); }

  /// Posts a function at the current time.
  template <class Function, class Allocator>
  void post(Function&& function, const Allocator& allocator) {
    using Posted = PostedHandler<std::decay_t<Function>, Allocator>;
    schedule_handler(make_handler<Posted>(allocator, std::forward<Function>(function)), now());
  }

  /// Lets the run that is going on end with this exception as soon as the running actor or handler returns.
  void rethrow_from_run(std::exception_ptr error) {
    if (!thrower_.scheduled()) {
      error_ = std::move(error);
      schedule(thrower_, now());
    }
  }

 private:
  /// Finds the context from an `execution_context&`, and destroys what is pending when services are shut down.
  struct Link final : boost::asio::execution_context::service {
    using key_type = Link;
    inline static boost::asio::execution_context::id id;
    VirtualTimeContext* owner;

    explicit Link(boost::asio::execution_context& context, VirtualTimeContext* of = nullptr)
        : service(context), owner(of) {}
    void shutdown() override {
      while (Actor* actor = owner->take_any()) {
        if (actor->label >= RankOrder::end_label) {
          auto& handler = static_cast<Handler&>(*actor);
          handler.discard(handler);
        }
      }
    }
  };

  /// While it lives, Asio's allocations on this thread recycle memory through this context.
  struct Recycling {
    thread_call_stack::context scope;
    explicit Recycling(VirtualTimeContext& context) : scope(&context, context.memory_) {}
  };

  /// Rank 0: runs before everything else at its time.
  struct Thrower final : Actor {
    VirtualTimeContext* owner;
    explicit Thrower(VirtualTimeContext* of) : Actor(&raise), owner(of) {}
    static void raise(Actor& actor) {
      std::rethrow_exception(std::exchange(static_cast<Thrower&>(actor).owner->error_, nullptr));
    }
  };

  boost::asio::detail::thread_info_base memory_;
  std::exception_ptr error_;
  Thrower thrower_{this};
};

}  // namespace weft

#include <weft/run/time/executor.hpp>  // completes executor_type
