// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/kernel/source_line.hpp>

#include <source_location>
#include <string>

#include "support/catch.hpp"

TEST_CASE("a line is named by its file without folders") {
  CHECK(weft::base_name("a/b/c.cpp") == "c.cpp");
  CHECK(weft::base_name("c.cpp") == "c.cpp");
  CHECK(weft::base_name("a/") == "");
  CHECK(weft::base_name("") == "");
  const auto here = std::source_location::current();
  CHECK(weft::line_of(here) == "source_line.cpp:" + std::to_string(here.line()));
}

TEST_CASE("columns do not distinguish lines") {
  const auto a = std::source_location::current(), b = std::source_location::current();
  const auto c = std::source_location::current();
  CHECK(weft::same_line(a, b));
  CHECK(!weft::same_line(a, c));
  CHECK(weft::same_line({}, {}));
}
