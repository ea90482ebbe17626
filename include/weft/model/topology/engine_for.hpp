// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <type_traits>

#include <weft/core/type_list.hpp>
#include <weft/model/engine/part.hpp>
#include <weft/model/topology/parts.hpp>
#include <weft/model/units/duration.hpp>

namespace weft {

template <class W, class List>
inline constexpr std::size_t count_executing_in = 0;
template <class W, class... Es>
inline constexpr std::size_t count_executing_in<W, TypeList<Es...>> = count_executing<W, Es...>;

/// PE type P has an engine that executes work of type W.
template <class P, class W>
concept HasEngine = IsPe<P> && count_executing_in<W, typename P::engines> > 0;

template <class W, class List>
struct FirstExecuting;
template <class W, class E, class... Es>
struct FirstExecuting<W, TypeList<E, Es...>> : FirstExecuting<W, TypeList<Es...>> {};
template <class W, class E, class... Es>
  requires Executes<E, W>
struct FirstExecuting<W, TypeList<E, Es...>> : Type<E> {
  static_assert(count_executing<W, Es...> == 0,
                "this PE has two engines that execute this op's work");
};

/// The engine of PE type P that executes work of type W; ask `HasEngine` first.
template <class P, class W>
using EngineFor = typename FirstExecuting<W, typename P::engines>::type;

/// The number of FIFO servers of an engine.
template <class E>
inline constexpr std::size_t server_count = sizeof(E::servers) / sizeof(E::servers[0]);

/// Which of an engine's servers serves work of type W: its `server<W>`, or the first.
template <class E, class W>
inline constexpr std::size_t server_of = [] {
  if constexpr (requires { E::template server<W>; }) {
    return std::size_t{E::template server<W>};
  } else {
    return std::size_t{0};
  }
}();

/// From the end of service to readiness: the engine's `latency(work)`, or nothing.
template <class E, class W>
[[nodiscard]] constexpr Duration latency_of(const W& work) {
  if constexpr (requires { E::latency(work); }) {
    return E::latency(work);
  } else {
    return {};
  }
}

/// The servers of all engines of PE type P side by side: how many they are, and where an engine's
/// begin.
template <IsPe P>
struct Servers {
  static constexpr std::size_t count = [] {
    std::size_t sum = 0;
    P::engines::for_each([&sum]<class E>(Type<E>) { sum += server_count<E>; });
    return sum;
  }();

  /// The place of the first server of engine E.
  template <class E>
  static constexpr std::size_t first = [] {
    std::size_t sum = 0;
    bool before = true;
    P::engines::for_each([&]<class Other>(Type<Other>) {
      before = before && !std::is_same_v<Other, E>;
      sum += before ? server_count<Other> : 0;
    });
    return sum;
  }();

  /// The place of the server for work of type W.
  template <class W>
  static constexpr std::size_t place = first<EngineFor<P, W>> + server_of<EngineFor<P, W>, W>;

  /// The server at a place < count.
  [[nodiscard]] static constexpr Server at(std::size_t place_in_pe) {
    Server found{};
    std::size_t begin = 0;
    P::engines::for_each([&]<class E>(Type<E>) {
      if (place_in_pe >= begin && place_in_pe < begin + server_count<E>)
        found = E::servers[place_in_pe - begin];
      begin += server_count<E>;
    });
    return found;
  }
};

}  // namespace weft
