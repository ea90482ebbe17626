// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include "../../examples/decode_trace/percentile.hpp"

#include <cstdint>
#include <numeric>
#include <vector>

#include "support/catch.hpp"

using decode_trace::nearest_rank;

namespace {

std::vector<std::uint32_t> from_one_to(std::size_t n) {
  std::vector<std::uint32_t> values(n);
  std::iota(values.begin(), values.end(), 1u);
  return values;
}

}  // namespace

TEST_CASE("a percentile is the value at rank ceil(p/100 * n)") {
  const std::vector<std::uint32_t> five{15, 20, 35, 40, 50};
  CHECK(nearest_rank(five, 5) == 15);   // ceil(0.25) = 1
  CHECK(nearest_rank(five, 30) == 20);  // ceil(1.5)  = 2
  CHECK(nearest_rank(five, 40) == 20);  // ceil(2.0)  = 2
  CHECK(nearest_rank(five, 50) == 35);  // ceil(2.5)  = 3
  CHECK(nearest_rank(five, 100) == 50);
}

TEST_CASE("one value is every percentile of itself") {
  const std::vector<std::uint32_t> one{7};
  for (unsigned percent = 1; percent <= 100; ++percent) CHECK(nearest_rank(one, percent) == 7);
}

TEST_CASE("ranks are exact at every count") {
  CHECK(nearest_rank(from_one_to(100), 99) == 99);
  CHECK(nearest_rank(from_one_to(101), 99) == 100);  // ceil(99.99)
  CHECK(nearest_rank(from_one_to(200), 99) == 198);
  CHECK(nearest_rank(from_one_to(19'366), 10) == 1'937);  // ceil(1936.6)
  CHECK(nearest_rank(from_one_to(19'366), 50) == 9'683);
  CHECK(nearest_rank(from_one_to(19'366), 90) == 17'430);  // ceil(17429.4)
  CHECK(nearest_rank(from_one_to(19'366), 99) == 19'173);  // ceil(19172.34)
}

TEST_CASE("no values and no percent are refused") {
  CHECK_THROWS_AS(nearest_rank({}, 50), std::invalid_argument);
  const std::vector<std::uint32_t> one{7};
  CHECK_THROWS_AS(nearest_rank(one, 0), std::invalid_argument);
  CHECK_THROWS_AS(nearest_rank(one, 101), std::invalid_argument);
}
