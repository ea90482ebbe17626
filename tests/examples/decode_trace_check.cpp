// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include "../../examples/decode_trace/check_step.hpp"

#include <cmath>
#include <limits>

#include "../../examples/kernels/flash_prefill.hpp"
#include "support/catch.hpp"

using namespace decode_trace;

TEST_CASE("check: keeps the largest error, and how near any came to its bound") {
  Checked checked;
  checked.of("a kernel").look({0.25, 1.0});
  checked.of("a kernel").look({0.125, 0.25});  // smaller, but nearer
  checked.of("another").look({0.5, 2.0});
  checked.requests = 2;
  REQUIRE(checked.kernels.size() == 2);
  CHECK(checked.kernels[0].nearest == 0.5);
  CHECK(checked.good());
  CHECK(
      checked.text() ==
      "Check: 2 requests computed by the kernels, from random q, K and V, and again in f64\n"
      "                                         elements   largest error    its bound   nearest to "
      "its bound\n"
      "  a kernel                                      2       2.500e-01    1.000e+00              "
      "     50 %\n"
      "  another                                       1       5.000e-01    2.000e+00              "
      "     25 %\n"
      "  Bounds follow from the roundings of f16 and f32 (kernels/attention_bound.hpp): all within "
      "them; no hazards.\n");
}

TEST_CASE("check: an element beyond its bound, a NaN or a hazard is not good") {
  Checked beyond;
  beyond.of("").look({1.5, 1.0});
  CHECK_FALSE(beyond.good());
  Checked not_a_number;
  not_a_number.of("").look({0.5, 1.0});
  not_a_number.of("").look({std::numeric_limits<double>::quiet_NaN(), 1.0});
  not_a_number.of("").look({0.75, 1.0});
  CHECK_FALSE(not_a_number.good());
  Checked racing;
  racing.of("").hazards = 1;
  CHECK_FALSE(racing.good());
}

TEST_CASE("check: the kernels are within their bounds at ragged lengths, paged, and on many PEs") {
  Checked checked;
  constexpr auto tiles = attention::flash_decode<2, 32, 16>;
  constexpr auto composite = attention::flash_decode_composite<2, 32, 64>;
  for (const std::size_t keys : {1U, 16U, 35U, 100U}) {
    const attention::DecodeShape one{2, 2, 32, keys};
    check_decode(checked, "tiles", tiles, 16, one, {}, std::size_t{1});
    check_decode(checked, "composite", composite, 64, one, {});
    check_decode(checked, "paged", tiles, 16, one, {4, 1}, std::size_t{2});
    for (const std::size_t pes : {3U, 64U}) {
      const attention::DecodeShape split{2, 2, 32, keys, pes};
      check_decode(checked, "tiles on many", tiles, 16, split, {}, std::size_t{2});
      check_decode(checked, "paged on many", tiles, 16, split, {4, 1}, std::size_t{2});
      check_decode(checked, "composite on many", composite, 64, split, {});
    }
    check_prefill(checked, "prefill", attention::flash_prefill<32, 16>, 16, keys, 32, 40,
                  std::size_t{2});
    ++checked.requests;
  }
  REQUIRE(checked.kernels.size() == 7);
  for (const CheckedKernel& kernel : checked.kernels) {
    CAPTURE(kernel.title);
    CHECK(kernel.good());
    CHECK(kernel.worst.error > 0);
    CHECK(kernel.nearest > 0.02);  // the bounds are about these roundings, not about anything
  }
  CHECK(checked.of("tiles").elements == 4 * 2 * 2 * 32);
  CHECK(checked.of("prefill").elements == (1 + 16 + 35 + 40) * 32);
}
