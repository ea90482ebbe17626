// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/device/tiny.hpp>
#include <weft/model/topology/cube.hpp>
#include <weft/model/topology/grid.hpp>

#include "support/catch.hpp"

using namespace weft;

struct Controller : Pe<Cpu<CpuSpec{.clock = {1'000'000'000}}>> {};
using Stack = Cube<Grid<2, 2, device::TinyPe>, Controller>;
static_assert(Stack::pes == 5 &&
              std::is_same_v<Stack::pe_types, TypeList<device::TinyPe, Controller>>);

TEST_CASE("a cube numbers its PEs on in the order of its members") {
  CHECK(Stack::pe_type_index(3) == 0);
  CHECK(Stack::pe_type_index(4) == 1);
}
