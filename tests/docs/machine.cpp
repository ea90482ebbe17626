// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// What docs/machine.md quotes.
#include <weft/model/describe.hpp>
#include <weft/model/device.hpp>
#include <weft/weft.hpp>

#include <sstream>

#include "support/catch.hpp"

using namespace weft::literals;

namespace {

// [units]
static_assert(weft::transfer_time(16_KiB, 128_GBps) == 128_ns);
static_assert(1.5_GHz == 1'500_MHz);
// 0.3_Hz does not compile: a literal must be a whole number of its base unit
// [/units]

// [parts]
struct Pe
    : weft::Pe<
          weft::Cpu<weft::CpuSpec{.clock = 1_GHz, .issue = {.load = 8, .dot = 8, .math = 4}}>,
          weft::Dma<weft::DmaSpec{
              .read = {.bandwidth = 51.2_GBps, .setup = 16_ns, .latency = 122.2_ns, .channels = 2},
              .write = {.bandwidth = 51.2_GBps}}>,
          weft::Gemm<weft::GemmSpec{.rows = 32,
                                    .cols = 32,
                                    .dataflow = weft::Dataflow::weight_stationary,
                                    .clock = 1_GHz}>,
          weft::Math<weft::MathSpec{.lanes = 64, .clock = 1_GHz, .cycles = {.exp = 4, .div = 4}}>,
          weft::Scratch<weft::ScratchSpec{.capacity = 512_KiB, .alignment = 64}>,
          weft::Scheduler<weft::SchedulerSpec{.slots = 2}>> {};
// [/parts]

// [fabric]
constexpr weft::LinkSpec link{.bandwidth = 64_GBps, .setup = 20_ns, .latency = 5_ns, .slots = 2};
struct Machine : weft::Device<"mesh", weft::Grid<4, 4, Pe, weft::Mesh<link>>,
                              weft::Hbm<weft::HbmSpec{.capacity = 1_GiB, .bandwidth = 51.2_GBps}>> {
};
// [/fabric]

// [mixed]
struct Storer : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                         weft::Dma<weft::DmaSpec{.read = {.bandwidth = 32_GBps},
                                                 .write = {.bandwidth = 32_GBps}}>> {};
struct Mixed : weft::Device<"mixed", weft::Grid<2, 2, Pe>, Storer> {};
// [/mixed]

}  // namespace

TEST_CASE("a machine says what it is") {
  CHECK(Machine::pes == 16);
  CHECK(Mixed::pes == 5);
  std::ostringstream text;
  // [describe]
  weft::describe<Mixed>(text);
  // [/describe]
  CHECK(text.str().substr(0, 12) == "mixed: 5 PEs");
}

TEST_CASE("loads share the port of an HBM channel") {
  // 16,384 B at 51.2 GB/s: 320 ns. Issue 8 ns. Own channel: setup 16 ns, 8..344; its latency of 122.2 ns lies before the
  // port, which is held from 8 + 16 + 122.2 = 146.2 ns for 320: until 466.2 = 344 + 122.2.
  weft::Simulation<Machine> sim;
  sim.launch(
      [](auto& tl, weft::HbmTensor<weft::f16> x) -> weft::Kernel<> {
        co_await tl.load(x, weft::shape<64, 128>);
      },
      sim.hbm(0).tensor(weft::dtype<weft::f16>, 64, 128));
  CHECK(sim.run().latency() == 466.2_ns);
}

TEST_CASE("a tensor says where it lives") {
  // [place]
  weft::Simulation<weft::device::Ahbm> sim;  // one cube of 16 PEs, each with a channel of its own
  const auto a = sim.hbm(5).tensor(weft::dtype<weft::f16>, 32, 64);  // 4,096 B
  const auto b = sim.hbm(5).tensor(weft::dtype<weft::f16>, 32, 64);
  CHECK(a.place() == weft::Place::pe);
  CHECK(sim.where(b).text() == "cube 0, PE 5, hbm+0x1000");
  // [/place]
}
