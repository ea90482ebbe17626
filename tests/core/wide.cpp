// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/core/wide.hpp>

#include "support/catch.hpp"

using weft::ceil_mul_div;

// Exact beyond 64 bits: (2^64 - 1) * 10^12 / 10^12.
static_assert(ceil_mul_div(UINT64_MAX, 1'000'000'000'000, 1'000'000'000'000) == UINT64_MAX);
// One more than a multiple rounds up, a multiple does not: 2^63 * 6 / 3 and (2^63 + 1) * 2 / 4.
static_assert(ceil_mul_div(std::uint64_t{1} << 63, 3, 6) == std::uint64_t{1} << 62);
static_assert(ceil_mul_div((std::uint64_t{1} << 63) + 1, 2, 4) == (std::uint64_t{1} << 62) + 1);
static_assert(ceil_mul_div(0, 5, 7) == 0);
static_assert(ceil_mul_div(1, 1, 3) == 1);
static_assert(ceil_mul_div(7, 1, 7) == 1);
static_assert(weft::ceil_div(0, 4) == 0 && weft::ceil_div(1, 4) == 1 && weft::ceil_div(4, 4) == 1);
static_assert(weft::ceil_div(UINT64_MAX, 2) == (std::uint64_t{1} << 63));

TEST_CASE("a quotient beyond 64 bits is an error, not a wrap") {
  CHECK_THROWS_SAYING(ceil_mul_div(UINT64_MAX, 2, 1), "a quotient does not fit into 64 bits");
  CHECK(ceil_mul_div(UINT64_MAX, 2, 2) == UINT64_MAX);
  // 2^65 - 2 over 3 rounds up to 64 bits; the largest product over the smallest fitting divisor
  // just fits.
  CHECK(ceil_mul_div(UINT64_MAX, UINT64_MAX, UINT64_MAX) == UINT64_MAX);
  CHECK_THROWS_AS(ceil_mul_div(UINT64_MAX, UINT64_MAX, UINT64_MAX - 1), weft::Error);
}

TEST_CASE("a rate of zero is an error") {
  CHECK_THROWS_SAYING(ceil_mul_div(1, 1, 0), "a rate of zero");
}

TEST_CASE("checked arithmetic throws where it would wrap") {
  CHECK(weft::checked_add(INT64_MAX - 1, std::int64_t{1}) == INT64_MAX);
  CHECK_THROWS_SAYING(weft::checked_add(INT64_MAX, std::int64_t{1}), "a sum does not fit");
  CHECK_THROWS_SAYING(weft::checked_sub(std::uint64_t{0}, std::uint64_t{1}),
                      "a difference does not fit");
  CHECK_THROWS_SAYING(weft::checked_mul(INT64_MIN, std::int64_t{-1}), "a product does not fit");
  CHECK(weft::checked_mul(std::uint64_t{1} << 32, std::uint64_t{1} << 31) == std::uint64_t{1}
                                                                                 << 63);
}
