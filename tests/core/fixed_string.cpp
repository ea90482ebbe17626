// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/core/fixed_string.hpp>

#include "support/catch.hpp"

template <weft::FixedString Name>
struct Named {
  static constexpr std::string_view name = Name.view();
};

static_assert(Named<"one-pe">::name == "one-pe");
static_assert(Named<"">::name.empty());
static_assert(std::is_same_v<Named<"a">, Named<"a">>);
static_assert(!std::is_same_v<Named<"a">, Named<"b">>);

TEST_CASE("a text that is a template argument is there at run time") {
  CHECK(std::string(Named<"ahbm">::name) == "ahbm");
}
