// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include <weft/model/op/issue_costs.hpp>
#include <weft/model/op/work.hpp>
#include <weft/model/tensor/fwd.hpp>

namespace weft::op {

/// HBM to scratch: a tile of element type D and shape S. `work` is a full tile's; a masked one
/// moves fewer bytes.
template <class D, class S>
struct Load {
  using Result = Tensor<D, S>;
  static constexpr std::string_view name = "load";
  static constexpr std::string_view kind = "memory/dma_read";
  static constexpr ReadWork work{Bytes{S::elements * D::bytes}};
  static constexpr std::uint64_t flops = 0;
  static constexpr IssueCost IssueCosts::* issue = &IssueCosts::load;
};

}  // namespace weft::op
