// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/type_list.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <ranges>
#include <tuple>
#include <type_traits>
#include <utility>

namespace weft {

/// An axis of machines: `weft::machines<Narrow, Wide>`. Whoever visits it gets `weft::Type<Machine>`.
template <class... Machines>
inline constexpr TypeList<Machines...> machines{};

/// An axis of kernels, or of anything else of which each has a type of its own; copies them.
template <class... Kernels>
[[nodiscard]] constexpr std::tuple<Kernels...> kernels(Kernels... each) {
  return {std::move(each)...};
}

/// How an axis is counted and its places are visited. An axis of values is a random access range.
template <class Range>
struct SweepAxis {
  static_assert(
      std::ranges::random_access_range<const Range> && std::ranges::sized_range<const Range>,
      "over: an axis is weft::machines<...>, weft::kernels(...) or a random access range");
  using first = std::ranges::range_reference_t<const Range>;
  static constexpr std::size_t size(const Range& axis) {
    return static_cast<std::size_t>(std::ranges::size(axis));
  }
  template <class Visit>
  static constexpr void visit(const Range& axis, std::size_t place, const Visit& visit) {
    visit(
        std::ranges::begin(axis)[static_cast<std::ranges::range_difference_t<const Range>>(place)]);
  }
};
template <class... Ts>
struct SweepAxis<TypeList<Ts...>> {
  static_assert(sizeof...(Ts) != 0, "over: an axis of machines names none");
  using first = Type<type_at<TypeList<Ts...>, 0>>;
  static constexpr std::size_t size(TypeList<Ts...>) { return sizeof...(Ts); }
  template <class Visit>
  static constexpr void visit(TypeList<Ts...>, std::size_t place, const Visit& visit) {
    TypeList<Ts...>::visit_at(place, visit);
  }
};
template <class... Ts>
struct SweepAxis<std::tuple<Ts...>> {
  static_assert(sizeof...(Ts) != 0, "over: an axis of kernels names none");
  using first = const std::tuple_element_t<0, std::tuple<Ts...>>&;
  static constexpr std::size_t size(const std::tuple<Ts...>&) { return sizeof...(Ts); }
  template <class Visit>
  static constexpr void visit(const std::tuple<Ts...>& axis, std::size_t place,
                              const Visit& visit) {
    std::apply(
        [&](const Ts&... each) {
          std::size_t i = 0;
          (void)((i++ == place && (visit(each), true)) || ...);
        },
        axis);
  }
};

/// Every combination of one thing from each axis, in order: the last axis varies fastest.
template <class... Axes>
class Combinations {
  static_assert(sizeof...(Axes) != 0, "over: name at least one axis");

 public:
  constexpr explicit Combinations(Axes... axes) : axes_(std::move(axes)...) {}

  [[nodiscard]] constexpr std::size_t size() const { return size_from<0>(); }

  /// The place in the order of the combination that takes place `places[a]` of each axis a.
  template <std::convertible_to<std::size_t>... Places>
    requires(sizeof...(Places) == sizeof...(Axes))
  [[nodiscard]] constexpr std::size_t index(Places... places) const {
    const std::array<std::size_t, sizeof...(Axes)> at{static_cast<std::size_t>(places)...};
    return [&]<std::size_t... A>(std::index_sequence<A...>) {
      std::size_t index = 0;
      ((index = index * SweepAxis<Axes>::size(std::get<A>(axes_)) + at[A]), ...);
      return index;
    }(std::index_sequence_for<Axes...>{});
  }

  /// Calls `call(x, y, ...)` with the combination at a place of the order; `place` must be less than `size()`.
  template <class Call>
  constexpr void visit(std::size_t place, const Call& call) const {
    choose<0>(place, call);
  }

  /// What `call(x, y, ...)` returns for the first combination.
  template <class Call>
  using result = std::invoke_result_t<Call, typename SweepAxis<Axes>::first...>;

 private:
  template <std::size_t A>
  [[nodiscard]] constexpr std::size_t size_from() const {
    if constexpr (A == sizeof...(Axes))
      return 1;
    else
      return SweepAxis<type_at<TypeList<Axes...>, A>>::size(std::get<A>(axes_)) *
             size_from<A + 1>();
  }
  template <std::size_t A, class Call, class... Chosen>
  constexpr void choose(std::size_t place, const Call& call, const Chosen&... chosen) const {
    if constexpr (A == sizeof...(Axes)) {
      call(chosen...);
    } else {
      const std::size_t inner = size_from<A + 1>();
      SweepAxis<type_at<TypeList<Axes...>, A>>::visit(
          std::get<A>(axes_), place / inner,
          [&](const auto& one) { choose<A + 1>(place % inner, call, chosen..., one); });
    }
  }

  std::tuple<Axes...> axes_;
};

/// Machines x kernels x parameters: `weft::over(weft::machines<A, B>, weft::kernels(plain, tiled), lengths)`. Copies the axes.
template <class... Axes>
[[nodiscard]] constexpr auto over(const Axes&... axes) {
  return Combinations<Axes...>(axes...);
}

}  // namespace weft
