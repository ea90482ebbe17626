// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include <weft/model/op/functions.hpp>
#include <weft/model/op/issue_costs.hpp>
#include <weft/model/op/tile_facts.hpp>
#include <weft/model/op/work.hpp>

namespace weft {

/// A plain number among the operands of an elementwise op.
struct Number {};

namespace op {

/// An elementwise function F of tiles and plain numbers, with rows, columns and numbers broadcast.
template <class F, class R, class... Operands>
struct Math {
  using Result = R;
  static constexpr std::string_view name = F::name;
  static constexpr std::string_view kind = "compute/math";
  static constexpr MathWork work{largest_element_count<R, Operands...>, F::cycles};
  static constexpr std::uint64_t flops = work.elements;
  static constexpr IssueCost IssueCosts::* issue = &IssueCosts::math;
};

}  // namespace op
}  // namespace weft
