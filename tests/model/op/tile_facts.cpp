// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/op/tile_facts.hpp>
#include <weft/model/tensor/tensor.hpp>

#include "support/catch.hpp"

TEST_CASE("tile facts: elements of a tile, 1 of a number; the largest of several") {
  using weft::element_count, weft::largest_element_count;
  using Tile = weft::Tensor<weft::f16, weft::Shape<4, 8>>;
  using Column = weft::Tensor<weft::f32, weft::Shape<4, 1>>;
  CHECK(element_count<Tile> == 32);
  CHECK(element_count<double> == 1);
  CHECK(largest_element_count<> == 1);
  CHECK(largest_element_count<Column, double> == 4);
  CHECK(largest_element_count<Column, Tile, double> == 32);
  CHECK(largest_element_count<Tile, Column> == 32);
}
