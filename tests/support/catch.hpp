// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The one door to Catch2, version 2 or 3: tests include this and nothing else of it.
/// It brings TEST_CASE, SECTION, CHECK, REQUIRE, CHECK_THROWS_WITH and the string matchers
/// `Contains`, `StartsWith`, `EndsWith`, `Equals` in `weft_test`, under the same names for both.

#if __has_include(<catch2/catch_all.hpp>)

#include <catch2/catch_test_macros.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>

namespace weft_test {
using Catch::Matchers::EndsWith;
using Catch::Matchers::Equals;
using Catch::Matchers::StartsWith;
inline auto Contains(const std::string& part) { return Catch::Matchers::ContainsSubstring(part); }
}  // namespace weft_test

#else

#include <catch2/catch.hpp>

namespace weft_test {
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::Equals;
using Catch::Matchers::StartsWith;
}  // namespace weft_test

#endif

/// Says that a statement throws a weft::Error (or any std::exception) whose text has `part` in it.
#define CHECK_THROWS_SAYING(expression, part) \
  CHECK_THROWS_WITH(expression, ::weft_test::Contains(part))
