// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <weft/model/op/functions.hpp>
#include <weft/model/op/issue_costs.hpp>
#include <weft/model/op/work.hpp>
#include <weft/model/shape/shape.hpp>
#include <weft/model/tensor/fwd.hpp>

namespace weft::op {

/// A tile X folded along axis A by F (sum or max); the axis stays, with extent 1. Charged for the
/// elements of X.
template <class F, class X, std::size_t A>
struct Reduce;
template <class F, class D, class S, std::size_t A>
struct Reduce<F, Tensor<D, S>, A> {
  using Result = Tensor<D, reduced_t<S, A>>;
  using function = F;
  static constexpr std::string_view name = "reduce";
  static constexpr std::string_view kind = "compute/math";
  static constexpr MathWork work{S::elements, &FunctionCycles::reduce};
  static constexpr std::uint64_t flops = work.elements;
  static constexpr IssueCost IssueCosts::* issue = &IssueCosts::reduce;
};

}  // namespace weft::op
