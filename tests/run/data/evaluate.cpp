// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/data/evaluate.hpp>

#include "support/catch.hpp"

#include <cmath>
#include <vector>

namespace fn = weft::fn;
namespace eval = weft::eval;
using weft::TileView;

TEST_CASE("evaluate: a masked softmax of one row, op by op", "[data]") {
  // Scores of [1, 2] with keys [1 0], [0 1], [1 1] and a column that does not exist.
  std::vector<std::byte> memory(256);
  const TileView<weft::f32> query(memory.data(), 1, 2);
  const TileView<weft::f32> keys(memory.data() + 16, 4, 2);
  const TileView<weft::f32> scores(memory.data() + 64, 1, 4);
  const TileView<weft::i32> index(memory.data() + 96, 1, 4);
  const TileView<weft::b8> exists(memory.data() + 128, 1, 4);
  const TileView<weft::f32> peak(memory.data() + 144, 1, 1);
  const TileView<weft::f32> total(memory.data() + 160, 1, 1);
  const TileView<weft::i32> count(memory.data() + 176, 1, 1);
  query.set(0, 0, 1);
  query.set(0, 1, 2);
  for (const auto& [row, col] : {std::pair{0, 0}, {1, 1}, {2, 0}, {2, 1}}) keys.set(row, col, 1);

  eval::dot(scores, query, keys.transposed());
  eval::iota(index, 1);
  eval::fill(count, 3);
  eval::elementwise<fn::lt>(exists, index, count);
  const float low = -INFINITY;
  eval::elementwise<fn::where>(scores, exists, scores, weft::scalar_view(low));
  eval::reduce<fn::max>(peak, scores, 1);
  CHECK(peak.get(0, 0) == 3.0F);
  eval::elementwise<fn::sub>(scores, scores, peak);
  eval::elementwise<fn::exp>(scores, scores);
  eval::reduce<fn::sum>(total, scores, 1);
  eval::elementwise<fn::div>(scores, scores, total);

  const double sum = std::exp(-2.0) + std::exp(-1.0) + 1;
  for (const auto& [col, exact] :
       {std::pair{0, std::exp(-2.0) / sum}, {1, std::exp(-1.0) / sum}, {2, 1 / sum}})
    CHECK(std::fabs(static_cast<double>(scores.get(0, col)) - exact) <= 4 * 0x1p-24 * exact);
  CHECK(scores.get(0, 3) == 0.0F);
}
