// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include <weft/model/engine/part.hpp>
#include <weft/model/op/work.hpp>
#include <weft/model/units/rates.hpp>

namespace weft {

/// A vector engine: `lanes` elements side by side, each group for the function's number of cycles;
/// `startup` once per op.
struct MathSpec {
  std::uint32_t lanes = 0;
  Frequency clock{};
  Duration startup{};
  FunctionCycles cycles{};
};

/// No function takes a negative number of cycles.
constexpr bool cycles_are_valid(const FunctionCycles& c) {
  for (const std::int64_t cycles :
       {c.exp, c.exp2, c.log, c.rsqrt, c.sigmoid, c.tanh, c.gelu, c.neg, c.abs, c.add, c.sub, c.mul,
        c.div, c.max, c.min, c.compare, c.where, c.reduce, c.cast}) {
    if (cycles < 0) return false;
  }
  return true;
}

/// The rules of a Math, one sentence each; a function, because a rule that fails in a class makes
/// clang distrust the class.
template <MathSpec S>
constexpr bool check_math() {
  static_assert(S.lanes > 0, "math: there must be at least one lane");
  static_assert(S.clock.hz > 0, "math: the clock must not be zero");
  static_assert(S.startup.ps >= 0, "math: the startup time must not be negative");
  static_assert(cycles_are_valid(S.cycles), "math: the cycles of a function must not be negative");
  return true;
}

/// The math engine of a PE: elementwise functions, comparisons, where, cast, reduce.
template <MathSpec S>
struct Math {
  static_assert(check_math<S>());

  static constexpr PartKind part = PartKind::engine;
  static constexpr std::string_view name = "math";
  static constexpr MathSpec spec = S;
  static constexpr Server servers[] = {{"math", 1}};

  template <class Work>
  static constexpr bool accepts = std::same_as<Work, MathWork>;

  /// How long an op takes: startup + ceil(elements / lanes) * cycles(function) / clock. The dtype
  /// does not matter.
  [[nodiscard]] static constexpr Duration service(MathWork work) {
    const std::uint64_t groups = ceil_div(work.elements, S.lanes);
    if (groups > static_cast<std::uint64_t>(INT64_MAX))
      fail("overflow: a number of cycles does not fit into 64 bits");
    return S.startup +
           cycles_time(Cycles{static_cast<std::int64_t>(groups)} * (S.cycles.*work.cycles),
                       S.clock);
  }
};

}  // namespace weft
