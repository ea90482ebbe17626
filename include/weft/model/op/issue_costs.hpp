// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <weft/model/units/cycles.hpp>
#include <weft/model/units/duration.hpp>

namespace weft {

/// What the CPU spends to issue one op: cycles of its clock, or a time. Written as `40`,
/// `40_cycles` or `4_ns`.
struct IssueCost {
  Cycles cycles{};
  Duration time{};

  constexpr IssueCost() = default;
  constexpr IssueCost(int count) : cycles{count} {}           // NOLINT: implicit, as numbers are
  constexpr IssueCost(Cycles count) : cycles{count} {}        // NOLINT
  constexpr IssueCost(Duration duration) : time{duration} {}  // NOLINT

  friend constexpr bool operator==(const IssueCost&, const IssueCost&) = default;
};

/// Issue costs by kind of op; 0 unless given. Comparisons, `where` and elementwise functions are
/// `math`.
struct IssueCosts {
  IssueCost load{};
  IssueCost store{};
  IssueCost dot{};
  IssueCost math{};
  IssueCost reduce{};
  IssueCost cast{};
  IssueCost composite{};
  IssueCost send{};
  IssueCost recv{};
  IssueCost user{};
};

}  // namespace weft
