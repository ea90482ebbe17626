// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <weft/core/type_list.hpp>
#include <weft/model/engine/part.hpp>

// Picking the parts of a PE or device by what they are.

namespace weft {

/// T is a part of this kind.
template <class T, PartKind Kind>
concept PartOfKind = IsPart<T> && T::part == Kind;

/// How many of the types are parts of a kind.
template <PartKind Kind, class... Ts>
inline constexpr std::size_t count_parts = (std::size_t{PartOfKind<Ts, Kind>} + ... + 0);

/// How many of the types are engines that execute work of type W.
template <class W, class... Ts>
inline constexpr std::size_t count_executing = (std::size_t{Executes<Ts, W>} + ... + 0);

template <PartKind Kind, class Default, class... Ts>
struct PartOr {
  using type = Default;
};
template <PartKind Kind, class Default, class T, class... Ts>
struct PartOr<Kind, Default, T, Ts...> : PartOr<Kind, Default, Ts...> {};
template <PartKind Kind, class Default, class T, class... Ts>
  requires PartOfKind<T, Kind>
struct PartOr<Kind, Default, T, Ts...> {
  using type = T;
};

/// The first part of a kind among the types, or Default.
template <PartKind Kind, class Default, class... Ts>
using part_or = typename PartOr<Kind, Default, Ts...>::type;

template <class List, class... Ts>
struct EnginesAmong {
  using type = List;
};
template <class... Engines, class T, class... Ts>
struct EnginesAmong<TypeList<Engines...>, T, Ts...> : EnginesAmong<TypeList<Engines...>, Ts...> {};
template <class... Engines, class T, class... Ts>
  requires PartOfKind<T, PartKind::engine>
struct EnginesAmong<TypeList<Engines...>, T, Ts...> : EnginesAmong<TypeList<Engines..., T>, Ts...> {
};

/// The engines among the types, in order.
template <class... Ts>
using engines_among = typename EnginesAmong<TypeList<>, Ts...>::type;

/// A PE: a type derived from `weft::Pe` (or shaped like it).
template <class P>
concept IsPe = requires {
  typename P::parts;
  typename P::engines;
  typename P::cpu;
};

}  // namespace weft
