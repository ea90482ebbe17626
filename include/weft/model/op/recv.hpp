// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include <weft/model/op/issue_costs.hpp>

namespace weft::op {

/// A tile from another PE.
template <class T>
struct Recv {
  using Result = T;
  static constexpr std::string_view name = "recv";
  static constexpr std::string_view kind = "comm/recv";
  static constexpr std::uint64_t flops = 0;
  static constexpr IssueCost IssueCosts::* issue = &IssueCosts::recv;
};

}  // namespace weft::op
