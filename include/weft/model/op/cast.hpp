// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include <weft/model/op/issue_costs.hpp>
#include <weft/model/op/work.hpp>
#include <weft/model/tensor/fwd.hpp>

namespace weft::op {

/// A tile X as elements of type To.
template <class X, class To>
struct Cast;
template <class D, class S, class To>
struct Cast<Tensor<D, S>, To> {
  using Result = Tensor<To, S>;
  static constexpr std::string_view name = "cast";
  static constexpr std::string_view kind = "compute/math";
  static constexpr MathWork work{S::elements, &FunctionCycles::cast};
  static constexpr std::uint64_t flops = work.elements;
  static constexpr IssueCost IssueCosts::* issue = &IssueCosts::cast;
};

}  // namespace weft::op
