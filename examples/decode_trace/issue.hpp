// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <weft/core/type_list.hpp>
#include <weft/model/engine/cpu.hpp>
#include <weft/model/topology/pe.hpp>
#include <weft/model/units/duration.hpp>

namespace decode_trace {

/// The most that it may cost to issue one op, in ns.
inline constexpr std::size_t most_issue_cost = 1'000;

/// A composite costs as much as ten other ops.
inline constexpr std::size_t composite_ops = 10;

/// `ns` for every op but a composite.
constexpr weft::IssueCosts costs_of(std::size_t ns) {
  const weft::Duration op{static_cast<std::int64_t>(1'000 * ns)};
  const weft::Duration composite{static_cast<std::int64_t>(1'000 * ns * composite_ops)};
  return {op, op, op, op, op, op, composite, op, op, op};
}

/// A part of a PE as it is, but for a CPU: one that issues in no time.
template <class Part>
struct Free {
  using type = Part;
};
template <weft::CpuSpec spec>
struct Free<weft::Cpu<spec>> {
  using type = weft::Cpu<weft::CpuSpec{spec.clock, {}}>;
};

template <class Parts>
struct FreeParts;
template <class... Parts>
struct FreeParts<weft::TypeList<Parts...>> : weft::Pe<typename Free<Parts>::type...> {};

/// A PE with the parts of another but for its issue costs: each run has its own.
template <class Pe>
using FreePe = FreeParts<typename Pe::parts>;

}  // namespace decode_trace
