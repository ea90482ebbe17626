// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace weft {

/// What weft throws at run time: one sentence in the author's words, with the offending names and
/// values.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Joins text and whole numbers into one sentence: `sentence("row ", 7, " is outside 4 rows")`.
template <class... Parts>
[[nodiscard]] std::string sentence(const Parts&... parts) {
  std::string text;
  [[maybe_unused]] const auto append = [&text](const auto& part) {
    if constexpr (std::integral<std::remove_cvref_t<decltype(part)>>) {
      text += std::to_string(part);
    } else {
      text += std::string_view(part);
    }
  };
  (append(parts), ...);
  return text;
}

/// Throws `Error` with the sentence made of the parts. Calling it in a constant expression ends the
/// evaluation there.
template <class... Parts>
[[noreturn, gnu::cold, gnu::noinline]] void fail(const Parts&... parts) {
  throw Error(sentence(parts...));
}

}  // namespace weft
