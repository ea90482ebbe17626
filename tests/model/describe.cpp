// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/describe.hpp>
#include <weft/model/device.hpp>
#include <weft/model/fabric/mesh.hpp>

#include <sstream>

#include "support/catch.hpp"

namespace {

struct FanSpec {
  int blades = 3;
  weft::Frequency speed{};
};
template <FanSpec S>
struct Fan {  // an engine that executes nothing, with a spec of its own
  static constexpr weft::PartKind part = weft::PartKind::engine;
  static constexpr std::string_view name = "fan";
  static constexpr FanSpec spec = S;
  static constexpr weft::Server servers[] = {{"fan"}};
  template <class Work>
  static constexpr bool accepts = false;
};
struct CooledPe
    : weft::Pe<
          weft::Cpu<weft::CpuSpec{.clock = {7}, .issue = {.load = weft::Duration{5}, .dot = 40}}>,
          Fan<FanSpec{.speed = {50}}>, weft::Hbm<weft::HbmSpec{.capacity = {1024}}>> {};

template <class Machine>
std::string text() {
  std::ostringstream out;
  weft::describe<Machine>(out);
  return out.str();
}

}  // namespace

BOOST_HANA_ADAPT_STRUCT(FanSpec, blades, speed);

TEST_CASE("a machine is described by what its specs say") {
  CHECK(text<weft::device::Tiny>() ==
        "tiny: 1 PE\n"
        "1 PE, the first is PE 0\n"
        "  cpu, clock = 1 GHz\n"
        "  dma, read.bandwidth = 128 GB/s, read.setup = 100 ns, write.bandwidth = 128 GB/s, "
        "write.setup = 100 ns\n"
        "  gemm, peak = 8 TFLOP/s\n"
        "  math, lanes = 64, clock = 1 GHz\n"
        "  scratch, capacity = 1 MiB\n"
        "  hbm, capacity = 1 TiB\n");
}

TEST_CASE("PE types are described once each, a user's engine with them") {
  CHECK(text<weft::Device<"cooled", weft::device::TinyPe, weft::Grid<2, 3, CooledPe>>>() ==
        "cooled: 7 PEs\n"
        "1 PE, the first is PE 0\n"
        "  cpu, clock = 1 GHz\n"
        "  dma, read.bandwidth = 128 GB/s, read.setup = 100 ns, write.bandwidth = 128 GB/s, "
        "write.setup = 100 ns\n"
        "  gemm, peak = 8 TFLOP/s\n"
        "  math, lanes = 64, clock = 1 GHz\n"
        "  scratch, capacity = 1 MiB\n"
        "  hbm, capacity = 1 TiB\n"
        "6 PEs, the first is PE 1\n"
        "  cpu, clock = 7 Hz, issue.load = 5 ps, issue.dot = 40 cycles\n"
        "  fan, speed = 50 Hz\n"
        "  hbm, capacity = 1 KiB\n");
}

TEST_CASE("links and channels are described with all that was specified") {
  using namespace weft::literals;
  constexpr weft::LinkSpec inner{.bandwidth = 64_GBps, .setup = 20_ns, .latency = 5_ns, .slots = 2};
  constexpr weft::LinkSpec outer{.bandwidth = 8_GBps};
  struct Plain : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = {7}}>> {};
  using Chip = weft::Grid<2, 3, Plain, weft::Mesh<inner>>;
  using Machine =
      weft::Device<"chips", weft::Grid<1, 2, Chip, weft::Ring<outer>, weft::Mesh<inner>>,
                   weft::Hbm<weft::HbmSpec{
                       .capacity = 2_GiB, .bandwidth = 51.2_GBps, .latency = 9_ns, .sharers = 3}>>;
  CHECK(text<Machine>() ==
        "chips: 12 PEs\n"
        "12 PEs, the first is PE 0\n"
        "  cpu, clock = 7 Hz\n"
        "  hbm, capacity = 2 GiB, bandwidth = 51.2 GB/s, latency = 9 ns, sharers = 3\n"
        "2x3 mesh, bandwidth = 64 GB/s, setup = 20 ns, latency = 5 ns, slots = 2\n"
        "1x2 ring, bandwidth = 8 GB/s\n"
        "1x2 mesh, bandwidth = 64 GB/s, setup = 20 ns, latency = 5 ns, slots = 2\n");
}
