// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>

namespace weft {

/// A text that can be a template argument: `Device<"one-pe", Pe>`. N counts the closing zero.
template <std::size_t N>
struct FixedString {
  char text[N]{};

  /// Implicit, so that a literal is enough.
  constexpr FixedString(const char (&literal)[N]) {  // NOLINT
    for (std::size_t i = 0; i < N; ++i) text[i] = literal[i];
  }

  /// The text without its closing zero.
  [[nodiscard]] constexpr std::string_view view() const { return {text, N - 1}; }

  constexpr bool operator==(const FixedString&) const = default;
};

}  // namespace weft
