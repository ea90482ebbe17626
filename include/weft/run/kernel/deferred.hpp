// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/tensor/tensor.hpp>

#include <coroutine>
#include <type_traits>

namespace weft {

/// What a completion without a value counts as among the results of others.
struct Nothing {};

/// A tile that may still be on its way: what `tl.load`, `tl.recv` and the asynchronous ops return. It converts to the
/// argument of any consumer op, which then waits for it; only the first use in a kernel can wait.
///
/// Regular: default-constructible (empty; using one is an error), copyable and assignable, so that handles sit in arrays
/// and rotate. Dropping it in flight is legal: its scratch bytes stay taken until the transfer is done.
/// `co_await d` waits for it and gives the tile; it resumes at `d`'s readiness and costs nothing more.
template <class T>
class Deferred : public Handle {
 public:
  using tensor = T;
  using dtype = typename T::dtype;
  using shape = typename T::shape;

  Deferred() noexcept = default;
  explicit Deferred(const Handle& handle) noexcept : Handle(handle) {}
  explicit Deferred(Handle&& handle) noexcept : Handle(static_cast<Handle&&>(handle)) {}
  Deferred(const Handle& handle, Layout layout) noexcept : Handle(handle, layout) {}
  Deferred(TensorBuffer& fresh, Layout layout) noexcept : Handle(fresh, layout) {}

  /// Chosen where the awaiting coroutine is not a kernel.
  template <class Anywhere = void>
  std::suspend_never operator co_await() const noexcept {
    static_assert(std::is_same_v<Anywhere, T>,
                  "co_await: a Deferred can be awaited only inside a weft::Kernel");
    return {};
  }
};

/// A completion without a tile: what `store_async` and `send_async` return. Awaiting it gives nothing.
template <>
class Deferred<void> : public Handle {
 public:
  Deferred() noexcept = default;
  explicit Deferred(Handle&& handle) noexcept : Handle(static_cast<Handle&&>(handle)) {}

  /// Chosen where the awaiting coroutine is not a kernel.
  template <class Anywhere = void>
  std::suspend_never operator co_await() const noexcept {
    static_assert(std::is_same_v<Anywhere, Handle>,
                  "co_await: a Deferred can be awaited only inside a weft::Kernel");
    return {};
  }
};

/// The explicit form of a pending load: ops refuse it until `co_await tl.wait(f)` has turned it into a tile. Futures may
/// be waited for in any order.
template <class T>
class LoadFuture : public Handle {
 public:
  using future_tensor = T;

  LoadFuture() noexcept = default;
  explicit LoadFuture(Handle&& handle) noexcept : Handle(static_cast<Handle&&>(handle)) {}
  LoadFuture(TensorBuffer& fresh, Layout layout) noexcept : Handle(fresh, layout) {}
};

}  // namespace weft
