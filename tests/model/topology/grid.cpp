// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/device/tiny.hpp>
#include <weft/model/topology/grid.hpp>

#include "support/catch.hpp"

using namespace weft;

using Mesh = Grid<3, 4, device::TinyPe>;
static_assert(Mesh::rows == 3 && Mesh::cols == 4 && Mesh::pes == 12 &&
              Mesh::pe_type_index(11) == 0);
static_assert(std::is_same_v<Mesh::pe_types, TypeList<device::TinyPe>>);
static_assert(Mesh::position(0) == GridPosition{0, 0} && Mesh::position(7) == GridPosition{1, 3});
static_assert(Mesh::pe_at({1, 3}) == 7 && Mesh::pe_at({2, 0}) == 8);

// A grid of grids: positions count members of two PEs each.
using Tiles = Grid<2, 2, Grid<1, 2, device::TinyPe>>;
static_assert(Tiles::pes == 8 && Tiles::position(5) == GridPosition{1, 0} &&
              Tiles::pe_at({1, 1}) == 6);

TEST_CASE("a place outside the grid is refused in a sentence") {
  CHECK_THROWS_SAYING(Mesh::position(12), "PE 12 is outside its 12 PEs");
  CHECK_THROWS_SAYING(Mesh::pe_at({3, 0}), "(3, 0) is outside 3 rows and 4 columns");
  CHECK_THROWS_SAYING(Mesh::pe_at({0, 4}), "(0, 4) is outside 3 rows and 4 columns");
}
