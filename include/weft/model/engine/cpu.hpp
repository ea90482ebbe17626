// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <initializer_list>
#include <string_view>

#include <weft/model/engine/part.hpp>
#include <weft/model/op/issue_costs.hpp>
#include <weft/model/units/rates.hpp>

namespace weft {

/// The processor that runs a kernel: its clock, and what issuing one op of each kind costs it.
struct CpuSpec {
  Frequency clock{};
  IssueCosts issue{};
};

/// No cost is negative.
constexpr bool costs_are_valid(const IssueCosts& costs) {
  for (const IssueCost& cost : {costs.load, costs.store, costs.dot, costs.math, costs.reduce,
                                costs.cast, costs.composite, costs.send, costs.recv, costs.user}) {
    if (cost.cycles.count < 0 || cost.time.ps < 0) return false;
  }
  return true;
}

/// The rules of a Cpu, one sentence each; a function, because a rule that fails in a class makes
/// clang distrust the class.
template <CpuSpec S>
constexpr bool check_cpu() {
  static_assert(S.clock.hz > 0, "cpu: the clock must not be zero");
  static_assert(costs_are_valid(S.issue), "cpu: an issue cost must not be negative");
  return true;
}

/// The CPU of a PE. It is not a server: kernels that share a PE do not delay each other's issue.
template <CpuSpec S>
struct Cpu {
  static_assert(check_cpu<S>());

  static constexpr PartKind part = PartKind::cpu;
  static constexpr std::string_view name = "cpu";
  static constexpr CpuSpec spec = S;

  /// The time that an issue cost takes: its cycles at this clock rounded up to a picosecond, plus
  /// its time.
  [[nodiscard]] static constexpr Duration issue_time(IssueCost cost) {
    return cycles_time(cost.cycles, S.clock) + cost.time;
  }
  /// The time that issuing an op takes, from its facts' `issue` member:
  /// `issue_time(op::Load<..>::issue)`.
  [[nodiscard]] static constexpr Duration issue_time(IssueCost IssueCosts::* kind) {
    return issue_time(S.issue.*kind);
  }
};

}  // namespace weft
