// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include <weft/core/wide.hpp>
#include <weft/model/op/issue_costs.hpp>
#include <weft/model/op/work.hpp>
#include <weft/model/shape/shape.hpp>
#include <weft/model/tensor/fwd.hpp>

namespace weft::op {

/// The matrix product of tiles A (MxK) and B (KxN) as elements of type Out; adding into an
/// accumulator changes no fact.
template <class A, class B, class Out>
struct Dot;
template <class D, class SA, class SB, class Out>
struct Dot<Tensor<D, SA>, Tensor<D, SB>, Out> {
  using Result = Tensor<Out, Shape<SA::rows, SB::cols>>;
  static constexpr std::string_view name = "dot";
  static constexpr std::string_view kind = "compute/gemm";
  static constexpr GemmWork work{SA::rows, SB::cols, SA::cols, dtype_id<D>};
  static constexpr std::uint64_t flops = checked_mul(
      checked_mul(2 * std::uint64_t{SA::rows}, std::uint64_t{SB::cols}), std::uint64_t{SA::cols});
  static constexpr IssueCost IssueCosts::* issue = &IssueCosts::dot;
};

}  // namespace weft::op
