// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/device/tiny.hpp>
#include <weft/model/topology/address.hpp>
#include <weft/model/topology/cube.hpp>
#include <weft/model/topology/device.hpp>
#include <weft/model/topology/grid.hpp>

#include "support/catch.hpp"

using namespace weft;

namespace {

using Big = device::TinyPe;
using Four = Cube<Grid<2, 2, Big>>;
/// PE 0; cube 0 is PEs 1 to 4; cubes 1 and 2 are PEs 5 and 6, and 7 and 8; PE 9 stands alone.
struct Mixed : Device<"mixed", Big, Four, Grid<2, 1, Cube<Big, Big>>, Big> {};

}  // namespace

TEST_CASE("cubes are counted through the machine") {
  CHECK(CubesOf<Mixed>::count == 3);
  CHECK_FALSE(CubesOf<Mixed>::at(0).exists());
  CHECK(CubesOf<Mixed>::at(1) == CubeAt{0, 1, 4});
  CHECK(CubesOf<Mixed>::at(4) == CubeAt{0, 1, 4});
  CHECK(CubesOf<Mixed>::at(5) == CubeAt{1, 5, 2});
  CHECK(CubesOf<Mixed>::at(8) == CubeAt{2, 7, 2});
  CHECK_FALSE(CubesOf<Mixed>::at(9).exists());
  CHECK(CubesOf<Cube<Four, Four>>::at(5) == CubeAt{0, 0, 8});  // the outermost
}

TEST_CASE("an address is said by the PEs that its channel belongs to") {
  const auto channel = [](std::uint32_t pe, std::uint32_t pes) {
    return start_of_channel<Mixed>(pe, pes).channel();
  };
  CHECK(channel(0, 1) == "PE 0, hbm");
  CHECK(channel(2, 1) == "cube 0, PE 2, hbm");
  CHECK(channel(1, 4) == "cube 0, hbm");
  CHECK(channel(3, 2) == "cube 0, PEs 3 to 4, hbm");
  CHECK(channel(0, 10) == "device, hbm");
  CHECK(start_of_channel<Mixed>(2, 1).place == Place::pe);
  CHECK(start_of_channel<Mixed>(1, 4).place == Place::cube);
  CHECK(start_of_channel<Mixed>(0, 10).place == Place::device);
  Address at = start_of_channel<Mixed>(8, 1);
  CHECK(at.text() == "cube 2, PE 8, hbm+0x0");
  at.offset = 0xa'0100'0000;
  CHECK(at.text() == "cube 2, PE 8, hbm+0xa01000000");
}
