// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include "../../examples/decode_trace/check_step.hpp"

#include <cmath>
#include <limits>

#include "support/catch.hpp"

using decode_trace::Checked;
using decode_trace::CheckedElement;

TEST_CASE("check: keeps the largest error, and how near any came to its bound") {
  Checked checked;
  checked.look({0, 100, 0, 1, 2, 0.25, 1.0});
  checked.look({1, 200, 3, 4, 5, 0.125, 0.25});  // smaller, but nearer
  checked.requests = 2;
  CHECK(checked.worst.keys == 100);
  CHECK(checked.nearest == 0.5);
  CHECK(checked.good());
  CHECK(checked.text() ==
        "Check: 2 requests computed by the kernel, from random q, K and V in tiles of 64 keys, and "
        "again in f64\n"
        "  largest error   2.500e-01, request 1 (100 keys), KV head 0, query 1, column 2\n"
        "  its bound       1.000e+00, from the roundings of f16 and f32 "
        "(kernels/attention_bound.hpp)\n"
        "  all elements    2: within their bounds, the nearest takes 50 % of its bound; no "
        "hazards\n");
}

TEST_CASE("check: an element beyond its bound, a NaN or a hazard is not good") {
  Checked beyond;
  beyond.look({0, 1, 0, 0, 0, 1.5, 1.0});
  CHECK_FALSE(beyond.good());
  Checked not_a_number;
  not_a_number.look({0, 1, 0, 0, 0, 0.5, 1.0});
  not_a_number.look({0, 1, 0, 0, 1, std::numeric_limits<double>::quiet_NaN(), 1.0});
  not_a_number.look({0, 1, 0, 0, 2, 0.75, 1.0});
  CHECK_FALSE(not_a_number.good());
  Checked racing;
  racing.hazards = 1;
  CHECK_FALSE(racing.good());
}

TEST_CASE("check: the kernel is within its bounds at ragged lengths") {
  Checked checked;
  for (const std::uint32_t keys : {1U, 16U, 35U})
    decode_trace::check_step<decode_trace::HeadShape{2, 32}, 16>(checked, 2, keys);
  CHECK(checked.requests == 3);
  CHECK(checked.elements == 3 * 2 * 2 * 32);
  CHECK(checked.worst.error > 0);
  CHECK(checked.nearest > 0.02);
  CHECK(checked.good());
}
