// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include <weft/model/op/issue_costs.hpp>
#include <weft/model/op/work.hpp>

namespace weft::op {

/// Scratch to HBM: a tile of shape S as elements of the destination's type D (the conversion is
/// free). `work` is a full tile's; a masked one moves fewer bytes.
template <class D, class S>
struct Store {
  using Result = void;
  using shape = S;
  static constexpr std::string_view name = "store";
  static constexpr std::string_view kind = "memory/dma_write";
  static constexpr WriteWork work{Bytes{S::elements * D::bytes}};
  static constexpr std::uint64_t flops = 0;
  static constexpr IssueCost IssueCosts::* issue = &IssueCosts::store;
};

}  // namespace weft::op
