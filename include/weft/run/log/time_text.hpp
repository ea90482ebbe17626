// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/units/duration.hpp>

#include <string>

namespace weft {

/// A duration in nanoseconds with all its digits and no more: "456", "587.072", "-0.5".
[[nodiscard]] inline std::string nanoseconds(Duration time) {
  const bool negative = time.ps < 0;
  const std::uint64_t ps =
      negative ? 0 - static_cast<std::uint64_t>(time.ps) : static_cast<std::uint64_t>(time.ps);
  std::string text;
  if (negative) text += '-';
  text += std::to_string(ps / 1000);
  if (ps % 1000 != 0) {
    std::string digits = std::to_string(1000 + ps % 1000).substr(1);
    while (digits.back() == '0') digits.pop_back();
    text += '.';
    text += digits;
  }
  return text;
}

}  // namespace weft
