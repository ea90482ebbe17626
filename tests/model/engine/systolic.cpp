// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/engine/systolic.hpp>

#include "support/catch.hpp"

using weft::Cycles;
using weft::Dataflow;
using weft::systolic_cycles;

// One fold each on a 4 x 8 array, so that rows and columns cannot be mistaken for one another.
static_assert(systolic_cycles(Dataflow::output_stationary, 4, 8, 4, 8, 16) ==
              Cycles{16 + 4 + 8 - 2 - 1});
static_assert(systolic_cycles(Dataflow::weight_stationary, 4, 8, 16, 8, 4) ==
              Cycles{16 + 8 + 8 - 2 - 1});
static_assert(systolic_cycles(Dataflow::input_stationary, 4, 8, 8, 16, 4) ==
              Cycles{16 + 8 + 8 - 2 - 1});
// One element more in a folded direction doubles the folds.
static_assert(systolic_cycles(Dataflow::output_stationary, 4, 8, 5, 8, 16) == Cycles{2 * 26 - 1});
static_assert(systolic_cycles(Dataflow::weight_stationary, 4, 8, 16, 9, 4) == Cycles{2 * 30 - 1});
static_assert(systolic_cycles(Dataflow::input_stationary, 4, 8, 9, 16, 4) == Cycles{2 * 30 - 1});

namespace {

struct Row {
  std::uint64_t m, n, k, rows, cols;
  Dataflow dataflow;
  std::int64_t cycles;
};

// As SCALE-Sim reports them (it counts from 0).
constexpr Row scale_sim[] = {
    {32, 32, 8, 32, 32, Dataflow::output_stationary, 69},
    {32, 32, 32, 32, 32, Dataflow::output_stationary, 93},
    {32, 32, 128, 32, 32, Dataflow::output_stationary, 189},
    {32, 32, 256, 32, 32, Dataflow::output_stationary, 317},
    {32, 32, 512, 32, 32, Dataflow::output_stationary, 573},
    {32, 32, 1024, 32, 32, Dataflow::output_stationary, 1085},
    {64, 32, 512, 32, 32, Dataflow::output_stationary, 1147},
    {64, 64, 256, 32, 32, Dataflow::output_stationary, 1271},
    {256, 128, 256, 32, 32, Dataflow::output_stationary, 10175},
    {256, 128, 256, 32, 32, Dataflow::weight_stationary, 11199},
    {256, 128, 256, 32, 32, Dataflow::input_stationary, 14207},
};

}  // namespace

TEST_CASE("a systolic array takes the cycles that SCALE-Sim reports") {
  for (const Row& row : scale_sim) {
    CAPTURE(row.m, row.n, row.k, row.rows, row.cols, static_cast<int>(row.dataflow));
    CHECK(systolic_cycles(row.dataflow, row.rows, row.cols, row.m, row.n, row.k) ==
          Cycles{row.cycles});
  }
}

TEST_CASE("cycles beyond 64 bits are an error") {
  CHECK_THROWS_SAYING(systolic_cycles(Dataflow::output_stationary, 1, 1, UINT64_MAX, 2, 1),
                      "overflow");
  CHECK_THROWS_SAYING(systolic_cycles(Dataflow::output_stationary, 1, 1, 1, 1, UINT64_MAX),
                      "overflow");
}
