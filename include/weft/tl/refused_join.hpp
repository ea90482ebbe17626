// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/deferred.hpp>
#include <weft/run/kernel/kernel.hpp>
#include <weft/run/kernel/operand.hpp>

#include <concepts>
#include <coroutine>
#include <source_location>
#include <tuple>
#include <type_traits>

namespace weft {

/// A kernel that `when_all` can take over: a temporary, or one that is moved.
template <class A>
concept GivenKernel = is_kernel<std::remove_cvref_t<A>> && !std::is_lvalue_reference_v<A>;
/// A Deferred, or a view of one.
template <class A>
concept DeferredArgument = requires(const std::remove_cvref_t<A>& argument) {
  []<class T>(const Deferred<T>&) {}(argument);
};

/// What an argument of a refused `when_all` would have given.
template <class A>
struct WouldGive : std::type_identity<Nothing> {};
template <class A>
  requires requires { typename A::tensor; }
struct WouldGive<A> : std::type_identity<typename A::tensor> {};
template <FutureArgument A>
struct WouldGive<A> : std::type_identity<typename A::future_tensor> {};
template <class T>
  requires(!std::is_void_v<T>)
struct WouldGive<Kernel<T>> : std::type_identity<T> {};

/// Stands for a `when_all` that was refused, so that one mistake gives one error.
template <class... As>
struct RefusedJoin {
  bool await_ready() const noexcept { return true; }
  void await_suspend(std::coroutine_handle<>) const noexcept {}
  std::tuple<typename WouldGive<std::remove_cvref_t<As>>::type...> await_resume() const;
};
template <class... As>
RefusedJoin<As...> kernel_await(RefusedJoin<As...>, KernelActor&, std::source_location) {
  return {};
}

/// Neither kernels alone nor Deferreds alone: says what is wrong.
template <class... As>
  requires(!(GivenKernel<As> && ...) && !(DeferredArgument<As> && ...))
[[nodiscard]] RefusedJoin<As...> when_all(As&&...) {
  constexpr bool named_kernel =
      ((is_kernel<std::remove_cvref_t<As>> && std::is_lvalue_reference_v<As>) || ...);
  constexpr bool future = (FutureArgument<As> || ...);
  constexpr bool op = (UnawaitedOp<As> || ...);
  constexpr bool mixed =
      (is_kernel<std::remove_cvref_t<As>> || ...) && (DeferredArgument<As> || ...);
  static_assert(!future, "when_all: a LoadFuture is waited for by co_await tl.wait(future)");
  static_assert(!op, "when_all: this operand is an op that was not awaited");
  static_assert(future || op || !mixed,
                "when_all: kernels and Deferreds in one call; wait for each kind by itself");
  static_assert(future || op || mixed || !named_kernel,
                "when_all: a kernel with a name must be moved: std::move(kernel)");
  static_assert(future || op || mixed || named_kernel,
                "when_all: it takes either kernels or Deferreds; everything else is there already");
  return {};
}

}  // namespace weft
