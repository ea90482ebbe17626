// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/fabric/mesh.hpp>
#include <weft/model/topology/cube.hpp>
#include <weft/model/topology/device.hpp>
#include <weft/model/topology/fabric.hpp>
#include <weft/model/topology/grid.hpp>
#include <weft/model/topology/pe.hpp>
#include <weft/model/units/literals.hpp>

#include <cstdint>
#include <string>

#include "support/catch.hpp"

using namespace weft::literals;

namespace {

constexpr weft::LinkSpec link{.bandwidth = 1_GBps};
struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>> {};
/// Two stacks of 2 x 2 PEs, whose first PEs a ring connects.
struct Stack : weft::Cube<weft::Grid<2, 2, Pe, weft::Mesh<link>>> {};
struct Machine : weft::Device<"two-stacks", weft::Grid<1, 2, Stack, weft::Ring<link>>> {};

}  // namespace

TEST_CASE("fabric: every link there is, with its ends") {
  std::string all;
  weft::FabricOf<Machine>::for_each_link(
      [&](std::uint32_t number, std::uint32_t from, std::uint32_t to, weft::Direction direction) {
        all += weft::sentence(number, ": ", from, " ", weft::name_of(direction), " ", to, "\n");
      },
      0, 0);
  CHECK(all ==
        "1: 0 east 1\n2: 0 south 2\n6: 1 south 3\n7: 1 west 0\n"
        "8: 2 north 0\n9: 2 east 3\n12: 3 north 1\n15: 3 west 2\n"
        "17: 4 east 5\n18: 4 south 6\n22: 5 south 7\n23: 5 west 4\n"
        "24: 6 north 4\n25: 6 east 7\n28: 7 north 5\n31: 7 west 6\n"
        "32: 0 next 4\n33: 0 previous 4\n34: 4 next 0\n35: 4 previous 0\n");
}

TEST_CASE("fabric: from stack to stack by way of their first PEs") {
  std::string way;
  weft::route_between<Machine>(5, 3,
                               [&](std::uint32_t number) { way += weft::sentence(number, " "); });
  CHECK(way == "23 34 1 6 ");
}
