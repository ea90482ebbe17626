// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

#include <weft/model/shape/shape.hpp>

namespace weft {

/// Two extents meet in an elementwise op if they are equal or one of them is 1.
constexpr bool extents_meet(std::size_t a, std::size_t b) { return a == b || a == 1 || b == 1; }

/// Shapes that an elementwise op can combine: equal, or one is a row, a column or a single element
/// of the other.
template <class A, class B>
concept BroadcastsWith = extents_meet(A::rows, B::rows) && extents_meet(A::cols, B::cols);

template <class A, class B>
using broadcast_pair_t =
    Shape<(A::rows > B::rows ? A::rows : B::rows), (A::cols > B::cols ? A::cols : B::cols)>;

template <class... Shapes>
struct Broadcast {};
template <class A>
struct Broadcast<A> {
  using type = A;
};
template <class A, class B, class... Rest>
  requires BroadcastsWith<A, B>
struct Broadcast<A, B, Rest...> : Broadcast<broadcast_pair_t<A, B>, Rest...> {};

/// The shape that an elementwise op on these shapes gives; no such type where they do not meet.
template <class... Shapes>
using broadcast_t = typename Broadcast<Shapes...>::type;

}  // namespace weft
