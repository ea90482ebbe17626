// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/op_call.hpp>

#include <array>
#include <cstddef>
#include <source_location>
#include <tuple>
#include <type_traits>
#include <utility>

namespace weft {

/// Waits for one handle and gives its tile (nothing for `Deferred<void>`); resumes at its readiness. One wait, no record.
template <class T>
class HandleWait : public OpCall<HandleWait<T>, 1> {
 public:
  HandleWait(std::source_location where, const Handle& handle, bool counted)
      : OpCall<HandleWait, 1>(where, {OperandRef(handle)}, counted) {}

  static constexpr Ps issue_cost() noexcept { return 0; }
  Ps perform(KernelActor& kernel) const noexcept { return kernel.now(); }
  T result(KernelActor&) const {
    if constexpr (!std::is_void_v<T>) return T(this->operand(0).handle());
  }
};

/// Waits for several handles at once and gives their tiles as a tuple (`Nothing` for a `Deferred<void>`); resumes at the latest readiness. One wait.
template <class... Ts>
class HandlesWait : public OpCall<HandlesWait<Ts...>, sizeof...(Ts)> {
 public:
  HandlesWait(std::source_location where, const std::array<OperandRef, sizeof...(Ts)>& operands)
      : OpCall<HandlesWait, sizeof...(Ts)>(where, operands, false) {}

  static constexpr Ps issue_cost() noexcept { return 0; }
  Ps perform(KernelActor& kernel) const noexcept { return kernel.now(); }
  using Tiles = std::tuple<std::conditional_t<std::is_void_v<Ts>, Nothing, Ts>...>;
  Tiles result(KernelActor&) const { return tiles(std::index_sequence_for<Ts...>{}); }

 private:
  template <std::size_t... Is>
  Tiles tiles(std::index_sequence<Is...>) const {
    return Tiles(tile<Ts>(Is)...);
  }
  template <class T>
  auto tile(std::size_t i) const {
    if constexpr (std::is_void_v<T>)
      return Nothing{};
    else
      return T(this->operand(i).handle());
  }
};

/// A wait made by `co_await handle` itself: the awaiter holds it.
template <class T>
struct HandleAwaiter {
  HandleWait<T> wait;
  KernelActor& kernel;

  bool await_ready() { return wait.start(kernel); }
  void await_suspend(std::coroutine_handle<> frame) noexcept {
    kernel.frame = frame;
    wait.suspend(kernel);
  }
  T await_resume() {
    kernel.rethrow();
    return wait.result(kernel);
  }
};

/// `co_await deferred`: a wait at the line of the await.
template <class T>
HandleAwaiter<T> kernel_await(const Deferred<T>& deferred, KernelActor& kernel,
                              std::source_location where) {
  return {HandleWait<T>(where, deferred, false), kernel};
}

/// `co_await weft::when_all(a, b, ...)` on Deferreds: see `when_all`.
template <class... Ts>
struct AllHandles {
  std::array<OperandRef, sizeof...(Ts)> operands;
};
template <class... Ts>
struct AllHandlesAwaiter {
  HandlesWait<Ts...> wait;
  KernelActor& kernel;

  bool await_ready() { return wait.start(kernel); }
  void await_suspend(std::coroutine_handle<> frame) noexcept {
    kernel.frame = frame;
    wait.suspend(kernel);
  }
  typename HandlesWait<Ts...>::Tiles await_resume() {
    kernel.rethrow();
    return wait.result(kernel);
  }
};
template <class... Ts>
AllHandlesAwaiter<Ts...> kernel_await(const AllHandles<Ts...>& all, KernelActor& kernel,
                                      std::source_location where) {
  return {HandlesWait<Ts...>(where, all.operands), kernel};
}

/// Waits for several Deferreds at once: `auto [a, b] = co_await weft::when_all(x, y);` Resumes at the latest readiness;
/// recorded as one wait, on the latest.
template <class T, class... Ts>
[[nodiscard]] AllHandles<T, Ts...> when_all(const Deferred<T>& first, const Deferred<Ts>&... rest) {
  return {{OperandRef(first), OperandRef(rest)...}};
}

}  // namespace weft
