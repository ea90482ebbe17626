// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/device/tiny.hpp>
#include <weft/model/topology/cube.hpp>
#include <weft/model/topology/device.hpp>
#include <weft/model/topology/grid.hpp>

#include <string>

#include "support/catch.hpp"

using namespace weft;
using namespace weft::literals;

namespace {

struct Small : Pe<Cpu<CpuSpec{.clock = 1_GHz}>, Hbm<HbmSpec{.capacity = 1_GiB}>> {};
using Big = device::TinyPe;

struct Mixed : Device<"mixed", Small, Cube<Grid<2, 2, Big>, Small>, Grid<2, 1, Cube<Small, Big>>,
                      Hbm<HbmSpec{.capacity = 2_GiB}>> {};
struct Large : Device<"large", Grid<32, 32, Big>> {};

template <class Machine>
std::string types() {
  std::string text;
  for (std::size_t pe = 0; pe < Machine::pes; ++pe)
    text += std::to_string(Machine::pe_type_index(pe));
  return text;
}

}  // namespace

static_assert(Mixed::name == "mixed" && Mixed::pes == 10 &&
              std::is_same_v<Mixed::pe_types, TypeList<Small, Big>>);
static_assert(Large::pes == 1024 && Large::pe_types::size == 1 && Large::pe_type_index(1023) == 0);
static_assert(IsDevice<Mixed> && IsDevice<Device<"alias", Big>> && !IsDevice<Big> &&
              !IsDevice<Grid<1, 1, Big>>);

TEST_CASE("PEs are numbered through the members in order") {
  CHECK(types<Mixed>() == "0111100101");
}

TEST_CASE("the order of PE types is that of their first PEs") {
  CHECK(types<Device<"swapped", Big, Small, Big>>() == "010");
  CHECK(types<Device<"cubes", Cube<Big, Small>, Cube<Small, Big>>>() == "0110");
}

TEST_CASE("a PE's HBM is its own, the device's, or 1 TiB") {
  CHECK(Mixed::hbm_capacity(0) == 1_GiB);
  CHECK(Mixed::hbm_capacity(1) == 2_GiB);
  CHECK(Large::hbm_capacity(0) == 1_TiB);
  CHECK_THROWS_SAYING(Mixed::hbm_capacity(10), "PE 10 is outside its 10 PEs");
}
