// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/data/tile_view.hpp>

#include "support/catch.hpp"

#include <array>
#include <vector>

using weft::ConstTileView;
using weft::TileView;

TEST_CASE("tile_view: row-major elements by row and column", "[data]") {
  std::vector<std::byte> bytes(6 * 2);
  const TileView<weft::f16> tile(bytes.data(), 2, 3);
  for (int row = 0; row < 2; ++row)
    for (int col = 0; col < 3; ++col) tile.set(row, col, static_cast<float>(10 * row + col));
  CHECK(weft::to_f32<weft::f16>(weft::load_element<weft::f16>(bytes.data() + 10)) == 12.0F);
  CHECK(tile.at(1, 0) == bytes.data() + 6);
  const ConstTileView<weft::f16> read = tile;
  CHECK(read.get(1, 2) == 12.0F);
  CHECK(read.transposed().get(2, 1) == 12.0F);
  CHECK(read.transposed().rows == 3);
}

TEST_CASE("tile_view: values are rounded to the dtype", "[data]") {
  std::byte byte{};
  const TileView<weft::i8> tile(&byte, 1, 1);
  tile.set(0, 0, 2.5F);
  CHECK(tile.get(0, 0) == 2.0F);
  tile.set(0, 0, -1e9F);
  CHECK(tile.get(0, 0) == -128.0F);
}

TEST_CASE("tile_view: nothing outside is reached", "[data]") {
  std::vector<std::byte> bytes(6 * 4);
  const TileView<weft::f32> tile(bytes.data(), 2, 3);
  CHECK_THROWS_SAYING(tile.get(2, 0), "element (2, 0) is outside a tile of 2x3");
  CHECK_THROWS_SAYING(tile.get(0, 3), "element (0, 3) is outside a tile of 2x3");
  CHECK_THROWS_SAYING(tile.set(-1, 0, 1.0F), "element (-1, 0) is outside a tile of 2x3");
  CHECK_THROWS_SAYING(tile.set(0, -1, 1.0F), "outside");
  CHECK_THROWS_SAYING(TileView<weft::f32>().get(0, 0), "outside a tile of 0x0");
}

TEST_CASE("tile_view: broadcast repeats rows, columns and single elements", "[data]") {
  std::array<float, 3> numbers{1, 2, 3};
  auto* const data = reinterpret_cast<std::byte*>(numbers.data());
  const TileView<weft::f32> row = TileView<weft::f32>(data, 1, 3).broadcast_to(4, 3);
  CHECK(row.rows == 4);
  CHECK(row.get(3, 2) == 3.0F);
  const TileView<weft::f32> column = TileView<weft::f32>(data, 3, 1).broadcast_to(3, 4);
  CHECK(column.get(2, 3) == 3.0F);
  const TileView<weft::f32> all = TileView<weft::f32>(data, 1, 1).broadcast_to(5, 6);
  CHECK(all.get(4, 5) == 1.0F);
  CHECK(TileView<weft::f32>(data, 1, 3).broadcast_to(1, 3).row_stride == 3);
  CHECK_THROWS_SAYING(TileView<weft::f32>(data, 1, 3).broadcast_to(3, 1),
                      "a tile of 1x3 does not broadcast to 3x1");
  CHECK_THROWS_SAYING(TileView<weft::f32>(data, 3, 1).broadcast_to(4, 1),
                      "a tile of 3x1 does not broadcast to 4x1");
  const float number = 7;
  CHECK(weft::scalar_view(number).broadcast_to(2, 2).get(1, 1) == 7.0F);
}
