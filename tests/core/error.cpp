// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/core/error.hpp>

#include "support/catch.hpp"

TEST_CASE("a sentence joins text and whole numbers") {
  CHECK(weft::sentence("row ", 7, " is outside ", std::uint64_t{4}, " rows of ",
                       std::string("q")) == "row 7 is outside 4 rows of q");
  CHECK(weft::sentence() == "");
  CHECK(weft::sentence(-3, std::string_view("x")) == "-3x");
}

TEST_CASE("fail throws an Error that says the sentence") {
  CHECK_THROWS_AS(weft::fail("dma: ", 3), weft::Error);
  CHECK_THROWS_AS(weft::fail("dma"), std::runtime_error);
  CHECK_THROWS_SAYING(weft::fail("dma: ", 3, " bytes"), "dma: 3 bytes");
}
