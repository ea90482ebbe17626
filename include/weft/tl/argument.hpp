// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/shape/shape.hpp>
#include <weft/run/kernel/kernel_actor.hpp>
#include <weft/run/kernel/operand.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

// What an argument of a tl call is, and which arguments a call refuses.

namespace weft {

/// A Tensor, a Deferred, a view of one, or an Operand: anything that has a tile type.
template <class A>
concept TileArgument = requires { typename std::remove_cvref_t<A>::tensor; } &&
                       std::constructible_from<OperandRef, const std::remove_cvref_t<A>&>;

/// The tile that an unawaited op or a LoadFuture would give.
template <class A>
struct PromisedTile {};
template <FutureArgument A>
struct PromisedTile<A> {
  using tensor = typename A::future_tensor;
};
template <UnawaitedOp A>
struct PromisedTile<A> {
  using tensor = typename decltype(std::declval<A&>().result(std::declval<KernelActor&>()))::tensor;
};
template <class A>
using promised_tile = typename PromisedTile<std::remove_cvref_t<A>>::tensor;
/// Not a tile yet: an op that was not awaited, or a LoadFuture.
template <class A>
concept PromisedArgument = requires { typename promised_tile<A>; };

/// A plain number, which an elementwise op broadcasts.
template <class A>
concept NumberArgument = std::is_arithmetic_v<std::remove_cvref_t<A>>;

template <class A>
inline constexpr bool is_axis = false;
template <std::size_t A>
inline constexpr bool is_axis<Axis<A>> = true;
/// The axis of a reduction, passed as a value.
template <class A>
concept IsAxis = is_axis<std::remove_cvref_t<A>>;

/// The tile type of an argument.
template <class A>
using tile_of = typename std::remove_cvref_t<A>::tensor;
template <class A>
using dtype_of = typename tile_of<A>::dtype;
template <class A>
using shape_of = typename tile_of<A>::shape;

template <class H>
inline constexpr bool is_view = false;
template <class H>
inline constexpr bool is_view<View<H>> = true;

/// A temporary that is a fresh load, receive, asynchronous result or awaited value: C++ does not fix when it was made
/// relative to the other arguments of the call. A view of a named handle is not fresh.
template <class A>
inline constexpr bool is_fresh =
    !std::is_lvalue_reference_v<A> && std::derived_from<std::remove_cvref_t<A>, Handle> &&
    !is_view<std::remove_cvref_t<A>>;

/// At most one argument is fresh. Arguments are given as deduced by forwarding references.
template <class... As>
concept InFixedOrder = (std::size_t{is_fresh<As>} + ... + 0) <= 1;

}  // namespace weft
