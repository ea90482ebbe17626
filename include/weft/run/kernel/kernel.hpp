// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/frame_pool.hpp>
#include <weft/run/kernel/kernel_actor.hpp>

#include <coroutine>
#include <exception>
#include <optional>
#include <source_location>
#include <type_traits>
#include <utility>

namespace weft {

template <class T = void>
class Kernel;

/// The part of a kernel's promise that does not depend on its result: its place in the nest of kernels that share an actor.
class KernelPromise {
 public:
  static void* operator new(std::size_t size) { return FramePool::allocate(size); }
  static void operator delete(void* memory, std::size_t size) noexcept {
    FramePool::release(memory, size);
  }

  std::suspend_always initial_suspend() const noexcept { return {}; }

  /// Hands the parent's frame to the run loop; never resumes it from here, so nests of any depth use no stack.
  struct Final {
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> frame) const noexcept {
      KernelPromise& promise = frame.promise();
      KernelActor& actor = *promise.actor_;
      actor.leaf = promise.parent_;
      if (promise.parent_ != nullptr)
        actor.next = promise.parent_->frame_;
      else
        actor.returned = true;
    }
    void await_resume() const noexcept {}
  };
  Final final_suspend() const noexcept { return {}; }
  void unhandled_exception() noexcept { error_ = std::current_exception(); }

  /// `co_await` on anything a kernel can wait for. `where` is the line of the await, for waits on handles.
  template <class Awaited>
  decltype(auto) await_transform(Awaited&& awaited,
                                 std::source_location where = std::source_location::current()) {
    actor_->where = where;
    if constexpr (requires { kernel_await(std::forward<Awaited>(awaited), *actor_, where); }) {
      return kernel_await(std::forward<Awaited>(awaited), *actor_, where);
    } else {
      static_assert(
          requires { kernel_await(std::forward<Awaited>(awaited), *actor_, where); },
          "co_await: a kernel awaits tl ops, Deferreds, other kernels and when_all, nothing else");
      return std::suspend_never{};
    }
  }

  /// Prepares the frame to run as `actor`, inside `parent` if there is one.
  void enter(KernelActor& actor, KernelPromise* parent) noexcept {
    actor_ = &actor;
    parent_ = parent;
    actor.leaf = this;
  }
  [[nodiscard]] KernelActor& actor() const noexcept { return *actor_; }
  /// It runs or has run: a kernel runs once.
  [[nodiscard]] bool entered() const noexcept { return actor_ != nullptr; }
  [[nodiscard]] std::coroutine_handle<> frame() const noexcept { return frame_; }
  [[nodiscard]] std::exception_ptr error() const noexcept { return error_; }

  /// Destroys a half-run nest, the innermost frame first and joined kernels before what waits for them, so that its
  /// depth uses no stack.
  static void destroy_nest(KernelActor& actor) noexcept;

 protected:
  template <class>
  friend class Kernel;
  std::coroutine_handle<> frame_;
  KernelActor* actor_ = nullptr;
  KernelPromise* parent_ = nullptr;
  void** owner_ = nullptr;  // the handle inside the Kernel object that owns the frame
  std::exception_ptr error_;
};

template <class T>
class KernelResult : public KernelPromise {
 public:
  template <class U = T>
  void return_value(U&& value) {
    value_.emplace(std::forward<U>(value));
  }
  T take() {
    if (error_) std::rethrow_exception(error_);
    return std::move(*value_);
  }

 private:
  std::optional<T> value_;
};

template <>
class KernelResult<void> : public KernelPromise {
 public:
  void return_void() const noexcept {}
  void take() const {
    if (error_) std::rethrow_exception(error_);
  }
};

/// A kernel: a coroutine that starts when it is launched or awaited. Owns its frame; moves, does not copy.
///
/// `co_await` a kernel from inside another to run it as part of the same actor; it resumes, with the result or the
/// exception, when the inner kernel has returned, and costs no virtual time of its own.
template <class T>
class [[nodiscard]] Kernel {
 public:
  struct promise_type : KernelResult<T> {
    Kernel get_return_object() {
      auto frame = std::coroutine_handle<promise_type>::from_promise(*this);
      this->frame_ = frame;
      return Kernel(frame);
    }
  };

  Kernel() noexcept = default;
  Kernel(Kernel&& other) noexcept { take(other); }
  Kernel& operator=(Kernel&& other) noexcept {
    if (this != &other) {
      destroy();
      take(other);
    }
    return *this;
  }
  ~Kernel() { destroy(); }

  /// Chosen where the awaiting coroutine is not a kernel.
  template <class Anywhere = void>
  std::suspend_never operator co_await() const noexcept {
    static_assert(std::is_same_v<Anywhere, Kernel>,
                  "co_await: only a weft::Kernel can await a kernel; elsewhere launch it");
    return {};
  }

  /// True if there is nothing to run: default-constructed, moved from, or run already.
  [[nodiscard]] bool empty() const noexcept { return frame_ == nullptr || promise().entered(); }
  [[nodiscard]] promise_type& promise() const noexcept { return handle().promise(); }

 private:
  explicit Kernel(std::coroutine_handle<promise_type> frame) noexcept
      : self_(this), frame_(frame.address()) {
    frame.promise().owner_ = &frame_;
  }
  [[nodiscard]] std::coroutine_handle<promise_type> handle() const noexcept {
    return std::coroutine_handle<promise_type>::from_address(frame_);
  }
  // Like every handle of weft: a bitwise twin, whose `self_` is another address, owns nothing.
  void take(Kernel& other) noexcept {
    self_ = this;
    frame_ = std::exchange(other.frame_, nullptr);
    if (frame_ != nullptr) promise().owner_ = &frame_;
  }
  void destroy() noexcept {
    if (self_ == this && frame_ != nullptr) handle().destroy();
    frame_ = nullptr;
  }

  const Kernel* self_ = nullptr;
  void* frame_ = nullptr;
};

inline void KernelPromise::destroy_nest(KernelActor& actor) noexcept {
  KernelActor* at = &actor;
  for (;;) {
    while (at->first_joined != nullptr) at = at->first_joined;
    for (KernelPromise* promise = std::exchange(at->leaf, nullptr); promise != nullptr;) {
      KernelPromise* parent = promise->parent_;
      if (promise->owner_ != nullptr) *promise->owner_ = nullptr;
      promise->frame_.destroy();
      promise = parent;
    }
    if (at == &actor) return;
    if (at->enlisted()) {
      at->runtime->clock.cancel(*at);
      at->runtime->clock.delist(*at);
    }
    at->joined_to->first_joined = at->next_joined;
    at = at->joined_to;
  }
}

/// `co_await kernel` inside a kernel. Resumed by the run loop when the inner kernel has returned.
template <class T>
class NestAwaiter {
 public:
  NestAwaiter(typename Kernel<T>::promise_type& of, KernelActor& actor) noexcept
      : inner_(of), kernel_(actor) {}

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> outer) noexcept {
    kernel_.frame = outer;
    kernel_.op = this;
    kernel_.step = [](void* op, KernelActor& woken) {
      return static_cast<NestAwaiter*>(op)->go_on(woken);
    };
    kernel_.suspended_since = kernel_.now();
    if (go_on(kernel_)) kernel_.next = kernel_.frame;
  }
  T await_resume() const {
    kernel_.rethrow();
    return inner_.take();
  }

 private:
  /// Carries out the calls made ahead; then the inner frame runs, or the outer one if a call has failed.
  bool go_on(KernelActor& woken) const {
    if (!woken.drain()) return false;
    if (!woken.error) {
      inner_.enter(woken, woken.leaf);
      woken.frame = inner_.frame();
    }
    return true;
  }

  typename Kernel<T>::promise_type& inner_;
  KernelActor& kernel_;
};

template <class T>
inline constexpr bool is_kernel = false;
template <class T>
inline constexpr bool is_kernel<Kernel<T>> = true;

template <class T>
NestAwaiter<T> kernel_await(Kernel<T>&& inner, KernelActor& kernel, std::source_location) {
  if (inner.empty()) throw Error("co_await: the kernel is empty (moved from, or already run)");
  return {inner.promise(), kernel};
}
template <class T>
NestAwaiter<T> kernel_await(Kernel<T>& inner, KernelActor& kernel, std::source_location where) {
  return kernel_await(std::move(inner), kernel, where);
}

}  // namespace weft
