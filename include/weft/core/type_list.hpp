// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace weft {

/// A type as a value.
template <class T>
struct Type {
  using type = T;
};

/// A list of types; empty, and never instantiates its members.
template <class... Ts>
struct TypeList {
  static constexpr std::size_t size = sizeof...(Ts);

  template <class T>
  static constexpr bool contains = (std::is_same_v<T, Ts> || ...);

  /// The place of the first T, or `size` where there is none.
  template <class T>
  static constexpr std::size_t index_of = [] {
    std::size_t index = 0;
    bool found = false;
    ((found = found || std::is_same_v<T, Ts>, index += found ? 0U : 1U), ...);
    return index;
  }();

  /// Calls `visit(Type<T>{})` for each T in order.
  template <class Visit>
  static constexpr void for_each(Visit&& visit) {
    (visit(Type<Ts>{}), ...);
  }

  /// Calls `visit(Type<T>{})` for the T at a place known at run time; false where there is none.
  template <class Visit>
  static constexpr bool visit_at(std::size_t place, Visit&& visit) {
    std::size_t index = 0;
    return ((index++ == place && (visit(Type<Ts>{}), true)) || ...);
  }
};

template <std::size_t I, class T>
struct IndexedType : Type<T> {};

template <class Indices, class... Ts>
struct IndexedTypes;
template <std::size_t... Is, class... Ts>
struct IndexedTypes<std::index_sequence<Is...>, Ts...> : IndexedType<Is, Ts>... {};

template <std::size_t I, class T>
Type<T> pick_indexed(const IndexedType<I, T>*);

template <class List, std::size_t I>
struct TypeAt;
template <class... Ts, std::size_t I>
struct TypeAt<TypeList<Ts...>, I> {
  using type = typename decltype(pick_indexed<I>(
      static_cast<IndexedTypes<std::index_sequence_for<Ts...>, Ts...>*>(nullptr)))::type;
};

/// The type at place I of a list; the cost does not grow with I.
template <class List, std::size_t I>
using type_at = typename TypeAt<List, I>::type;

template <class List, class... More>
struct AppendUnique {
  using type = List;
};
template <class... Ts, class T, class... More>
struct AppendUnique<TypeList<Ts...>, T, More...>
    : AppendUnique<std::conditional_t<TypeList<Ts...>::template contains<T>, TypeList<Ts...>,
                                      TypeList<Ts..., T>>,
                   More...> {};

template <class... Lists>
struct Union;
template <>
struct Union<> : Type<TypeList<>> {};
template <class... Ts>
struct Union<TypeList<Ts...>> : AppendUnique<TypeList<>, Ts...> {};
template <class... Ts, class... Us, class... Rest>
struct Union<TypeList<Ts...>, TypeList<Us...>, Rest...>
    : Union<typename AppendUnique<TypeList<>, Ts..., Us...>::type, Rest...> {};

/// The types of all lists, each once, in order of first appearance.
template <class... Lists>
using union_of = typename Union<Lists...>::type;

}  // namespace weft
