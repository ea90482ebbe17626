// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/error.hpp>
#include <weft/model/engine/cpu.hpp>
#include <weft/run/log/counters.hpp>
#include <weft/run/log/full_log.hpp>

#include <concepts>
#include <optional>
#include <type_traits>

namespace weft {

/// `tl.load` returns at once; its first consumer waits. The default.
struct Lazy {
  static constexpr bool loads_block = false;
};
/// The kernel stays at each `tl.load` until the bytes are there.
struct Blocking {
  static constexpr bool loads_block = true;
};
/// Chosen when a simulation is made: whether loads block, and what ops cost to issue. So one compiled kernel serves for all
/// choices; each load and each issue looks up which it is. `weft::Simulation<M, weft::AtRunTime> sim({.loads_block = true});`
struct AtRunTime {
  bool loads_block = false;
  std::optional<IssueCosts> issue{};  ///< instead of those of the machine's CPUs
};
/// Ops take time but compute nothing. The default.
struct Timing {
  static constexpr bool computes = false;
};
/// Ops also compute their real numbers. Defined in `weft/values.hpp`.
class Values;

/// Whether a type has been defined here.
template <class P>
inline constexpr bool complete = requires { sizeof(P); };

/// The same; a negative issue cost is an `Error`.
inline const AtRunTime& valid(const AtRunTime& chosen) {
  if (chosen.issue && !costs_are_valid(*chosen.issue))
    throw Error("cpu: an issue cost must not be negative");
  return chosen;
}
constexpr const auto& valid(const auto& policy) { return policy; }

template <class P>
concept LoadPolicy = requires { P::loads_block; };
template <class P>
concept DataPolicy = std::same_as<P, Timing> || std::same_as<P, Values>;
/// What hears of every op and every wait: see `FullLog` for the members.
template <class P>
concept LogPolicy = requires(P& log, const WaitEvent& event) {
  { P::keeps_records } -> std::convertible_to<bool>;
  log.wait(event);
};

template <class... Ps>
inline constexpr std::size_t load_policies = (std::size_t{LoadPolicy<Ps>} + ... + 0);
template <class... Ps>
inline constexpr std::size_t data_policies = (std::size_t{DataPolicy<Ps>} + ... + 0);
template <class... Ps>
inline constexpr std::size_t log_policies = (std::size_t{LogPolicy<Ps>} + ... + 0);

template <template <class> class Is, class Default, class... Ps>
struct PickPolicy : std::type_identity<Default> {};
template <template <class> class Is, class Default, class P, class... Ps>
struct PickPolicy<Is, Default, P, Ps...>
    : std::conditional_t<Is<P>::value, std::type_identity<P>, PickPolicy<Is, Default, Ps...>> {};

template <class P>
using IsLoadPolicy = std::bool_constant<LoadPolicy<P>>;
template <class P>
using IsDataPolicy = std::bool_constant<DataPolicy<P>>;
template <class P>
using IsLogPolicy = std::bool_constant<LogPolicy<P>>;

}  // namespace weft
