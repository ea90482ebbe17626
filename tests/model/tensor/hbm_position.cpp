// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/shape/shape.hpp>
#include <weft/model/tensor/hbm_tensor.hpp>

#include "support/catch.hpp"

using namespace weft;

// A 100 x 64 matrix of f16 at 4096, in the HBM of PE 3.
constexpr HbmTensor<f16> matrix{4096, 3, {100, 64}};

static_assert(matrix.at(0, 0).origin() == 4096 &&
              matrix.at(64, 1).origin() == 4096 + (64 * 64 + 1) * 2);
static_assert(matrix.at(64, 0).holds<Shape<36, 64>>() && !matrix.at(64, 0).holds<Shape<37, 64>>());
static_assert(!matrix.at(0, 1).holds<Shape<1, 64>>());
static_assert(matrix.at(64, 0).rows_present(64) == 36 && matrix.at(0, 0).rows_present(64) == 64);
static_assert(matrix.at(0, 60).cols_present(64) == 4);
static_assert(matrix.at(0, 0).bytes_present<Shape<64, 64>>() == Bytes{8192});
static_assert(matrix.at(64, 0).bytes_present<Shape<64, 64>>() ==
              Bytes{36 * 64 * 2});  // the tail: 36 of 64 rows exist
static_assert(matrix.at(99, 63).bytes_present<Shape<64, 64>>() == Bytes{2});

TEST_CASE("a position is a plain copyable value") {
  CHECK(std::is_trivially_copyable_v<HbmPosition<f16>>);
  CHECK(matrix.at(5, 6) == matrix.at(5, 6));
  CHECK_FALSE(matrix.at(5, 6) == matrix.at(6, 5));
}
