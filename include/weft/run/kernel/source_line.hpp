// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/error.hpp>

#include <source_location>
#include <string>
#include <string_view>

namespace weft {

/// A path without its folders.
[[nodiscard]] inline std::string_view base_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

/// `file:line` without the folders: how weft names a line of a kernel.
[[nodiscard]] inline std::string line_of(const std::source_location& where) {
  return sentence(base_name(where.file_name()), ":", where.line());
}

[[nodiscard]] inline bool same_line(const std::source_location& a, const std::source_location& b) {
  return a.line() == b.line() && std::string_view(a.file_name()) == b.file_name();
}

}  // namespace weft
