// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/shape/shape.hpp>
#include <weft/model/tensor/gathered_rows.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "support/catch.hpp"

namespace {

const weft::HbmTensor<weft::f16> matrix(1000, 3,
                                        {10, 8});  // at address 1000, beside PE 3; rows of 16 bytes
weft::GatheredRows<weft::f16> rows(const std::vector<std::uint32_t>& list, std::size_t col = 0) {
  return weft::rows(matrix, std::span<const std::uint32_t>(list), col);
}

}  // namespace

TEST_CASE("gathered rows: in the order of the list, from a column on") {
  const std::vector<std::uint32_t> list{4, 9, 0};
  const auto from = rows(list, 2);
  CHECK(from.home == 3);
  CHECK(from.row(0).origin() == 1000 + 4 * 16 + 2 * 2);
  CHECK(from.row(1).origin() == 1000 + 9 * 16 + 2 * 2);
  CHECK(from.row(2).origin() == 1000 + 2 * 2);
  CHECK(from.origin() == from.row(0).origin());
}

TEST_CASE("gathered rows: only what the list and the matrix have moves") {
  const std::vector<std::uint32_t> list{4, 9, 0};
  const auto from = rows(list, 2);
  CHECK(from.rows_present(2) == 2);
  CHECK(from.rows_present(5) == 3);
  CHECK(from.holds<weft::Shape<3, 6>>());
  CHECK(!from.holds<weft::Shape<4, 6>>());
  CHECK(!from.holds<weft::Shape<3, 7>>());
  CHECK(from.bytes_present<weft::Shape<2, 4>>().count == 2 * 4 * 2);
  CHECK(from.bytes_present<weft::Shape<5, 8>>().count == 3 * 6 * 2);
}

TEST_CASE("gathered rows: an unbroken run counts once") {
  const auto runs = [](const std::vector<std::uint32_t>& list, std::size_t wanted) {
    return rows(list).runs(wanted);
  };
  CHECK(runs({5}, 1) == 1);
  CHECK(runs({5, 6, 7}, 3) == 1);
  CHECK(runs({5, 6, 8, 9, 1}, 5) == 3);
  CHECK(runs({5, 6, 8, 9, 1}, 3) == 2);  // only those of the tile
  CHECK(runs({7, 6, 5}, 3) == 3);        // backwards is no run
  CHECK(runs({5, 5}, 2) == 2);
  CHECK(runs({5, 6}, 9) == 1);
}

TEST_CASE("gathered rows: a row that is not there, or none at all, is an error") {
  CHECK_THROWS_SAYING(rows({0, 10}), "rows: entry 1 is row 10, the matrix has 10");
  CHECK_THROWS_SAYING(rows({}), "rows: the list is empty");
}
