// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/deferred.hpp>
#include <weft/run/kernel/slot.hpp>

namespace weft {

struct KernelActor;

/// A borrowed reference to a tile: which slot, which use of it, seen how. Owns nothing and is trivially destructible, so
/// an op may be kept in a variable; if the tile is gone before the op runs, the op says so.
struct OperandRef {
  Slot* slot = nullptr;
  std::uint32_t generation = 0;
  Layout layout{};

  constexpr OperandRef() noexcept = default;
  explicit OperandRef(const Handle& handle) noexcept
      : slot(static_cast<Slot*>(handle.buffer())),
        generation(handle.generation()),
        layout(handle.layout()) {}

  /// A counted handle to the tile, which must be alive.
  [[nodiscard]] Handle handle() const noexcept { return Handle(*slot, layout); }
  [[nodiscard]] bool alive() const noexcept {
    return slot != nullptr && slot->generation == generation;
  }
};

/// An op that was made but not awaited.
template <class A>
concept UnawaitedOp =
    requires(std::remove_cvref_t<A>& op, KernelActor& kernel) { op.start(kernel); };
/// A load in explicit form that has not been waited for.
template <class A>
concept FutureArgument = requires { typename std::remove_cvref_t<A>::future_tensor; };

/// An argument of an op, of tile type `T`. Built implicitly from a `Tensor` or a `Deferred`; from a Deferred it carries
/// the pending completion into the op, which awaits it.
template <class T>
struct Operand : OperandRef {
  using tensor = T;
  constexpr Operand() noexcept = default;
  Operand(const T& tile) noexcept : OperandRef(tile) {}  // NOLINT: this conversion is the point
  Operand(const Deferred<T>& pending) noexcept : OperandRef(pending) {}  // NOLINT
  /// What no op takes, refused with a sentence.
  template <class A>
    requires(UnawaitedOp<A> || FutureArgument<A>)
  Operand(const A&) noexcept {  // NOLINT
    static_assert(!UnawaitedOp<A>, "issue: this operand is an op that was not awaited");
    static_assert(
        !FutureArgument<A>,
        "issue: this operand is a LoadFuture; wait for it first: co_await tl.wait(future)");
  }
};

}  // namespace weft
