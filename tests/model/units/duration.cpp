// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/units/duration.hpp>
#include <weft/model/units/print.hpp>

#include "support/catch.hpp"

using weft::Duration;

static_assert(Duration{} == Duration{0} && Duration{1} < Duration{2});
static_assert(Duration{3} + Duration{4} == Duration{7} &&
              Duration{3} - Duration{4} == Duration{-1});
static_assert(-Duration{3} == Duration{-3} && Duration{3} * 4 == Duration{12} &&
              4 * Duration{3} == Duration{12});
static_assert(max(Duration{3}, Duration{4}) == Duration{4} &&
              min(Duration{3}, Duration{4}) == Duration{3});
static_assert(std::is_trivially_copyable_v<Duration> && sizeof(Duration) == 8);

TEST_CASE("a duration beyond 64 bits is an error, not a wrap") {
  Duration late{INT64_MAX};
  CHECK_THROWS_AS(late + Duration{1}, weft::Error);
  CHECK_THROWS_AS(late += Duration{1}, weft::Error);
  CHECK_THROWS_AS(late * 2, weft::Error);
  CHECK_THROWS_AS(Duration{INT64_MIN} - Duration{1}, weft::Error);
  CHECK_THROWS_AS(-Duration{INT64_MIN}, weft::Error);
  CHECK(late == Duration{INT64_MAX});
}
