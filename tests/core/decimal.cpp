// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/core/decimal.hpp>

#include "support/catch.hpp"

namespace {

template <std::size_t N>
weft::Decimal read(const char (&text)[N], std::uint64_t scale, std::uint64_t limit = UINT64_MAX) {
  char digits[N - 1]{};
  for (std::size_t i = 0; i + 1 < N; ++i) digits[i] = text[i];
  return weft::read_decimal(digits, scale, limit);
}

}  // namespace

TEST_CASE("a decimal number is read exactly and scaled") {
  CHECK(read("0", 1000).value == 0);
  CHECK(read("0.0", 1000).whole);
  CHECK(read("228", 1000).value == 228'000);
  CHECK(read("1.5", 1000).value == 1500);
  CHECK(read("0.001", 1000).value == 1);
  CHECK(read("1'000'000", 1).value == 1'000'000);
  CHECK(read("1e3", 1).value == 1000);
  CHECK(read("1.5E+3", 1).value == 1500);
  CHECK(read("2500e-2", 1).value == 25);
  CHECK(read(".5", 10).value == 5);
  CHECK(read("5.", 10).value == 50);
  CHECK(read("0.0009765625", 1024).value == 1);
  CHECK(read("1.50000000000000000000000000000000000", 2).value == 3);
  CHECK(read("100000000000000000000e-19", 1).value == 10);
}

TEST_CASE("a number that is not whole is told apart from one that is too large") {
  CHECK_FALSE(read("1.5", 1).whole);
  CHECK_FALSE(read("0.0001", 1000).whole);
  CHECK_FALSE(read("1e-40", 1).whole);
  CHECK_FALSE(read("0.333", 1024).whole);
  CHECK(read("18446744073709551615", 1).value == UINT64_MAX);
  CHECK_FALSE(read("18446744073709551616", 1).fits);
  CHECK_FALSE(read("1e20", 1).fits);
  CHECK_FALSE(read("1e999999999999", 1).fits);
  CHECK_FALSE(read("10", 1, 9).fits);
  CHECK(read("9", 1, 9).fits);
  CHECK(read("0e999999999999", 1).value == 0);
}

TEST_CASE("octal, hexadecimal and binary numbers are not decimal") {
  CHECK_FALSE(read("010", 1).plain);
  CHECK_FALSE(read("0x10", 1).plain);
  CHECK_FALSE(read("0b1", 1).plain);
  CHECK(read("0.5", 2).plain);
  CHECK(read("0e1", 2).plain);
}
