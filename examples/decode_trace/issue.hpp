// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <weft/core/type_list.hpp>
#include <weft/model/engine/cpu.hpp>
#include <weft/model/topology/pe.hpp>
#include <weft/model/units/duration.hpp>

namespace decode_trace {

/// What it may cost to issue one op, in ns: a machine is a type, so each has kernels of its own.
inline constexpr std::array<std::size_t, 2> issue_costs{0, 4};

/// A composite costs as much as ten other ops.
inline constexpr std::size_t composite_ops = 10;

template <std::size_t ns>
constexpr weft::IssueCosts costs_of() {
  constexpr weft::Duration op{1'000 * ns};
  return {op, op, op, op, op, op, weft::Duration{1'000 * ns * composite_ops}, op, op, op};
}

/// A part of a PE as it is, but for the issue costs of a CPU.
template <class Part, std::size_t ns>
struct Issuing {
  using type = Part;
};
template <weft::CpuSpec spec, std::size_t ns>
struct Issuing<weft::Cpu<spec>, ns> {
  using type = weft::Cpu<weft::CpuSpec{spec.clock, costs_of<ns>()}>;
};

/// A PE with the parts of another and issue costs of `ns` ns.
template <class Parts, std::size_t ns>
struct IssuingParts;
template <class... Parts, std::size_t ns>
struct IssuingParts<weft::TypeList<Parts...>, ns> : weft::Pe<typename Issuing<Parts, ns>::type...> {
};

template <class Pe, std::size_t ns>
using IssuingPe = IssuingParts<typename Pe::parts, ns>;

}  // namespace decode_trace
