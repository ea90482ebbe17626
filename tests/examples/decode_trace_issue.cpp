// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include "../../examples/decode_trace/issue.hpp"

#include <weft/model/device/ahbm.hpp>
#include <weft/model/device/tiny.hpp>

#include <type_traits>

#include "../../examples/kernels/decode_step.hpp"
#include "support/catch.hpp"

using namespace attention;
using decode_trace::costs_of;
using decode_trace::FreePe;

namespace {

struct Tiny : weft::Device<"tiny-free", FreePe<weft::device::TinyPe>> {};

struct Decoded {
  weft::Report report;
  std::int64_t issued;
};
template <class Kernel, class... More>
Decoded decode(std::size_t ns, const Kernel& kernel, std::size_t keys, More... more) {
  weft::Simulation<Tiny, weft::AtRunTime> sim({.issue = costs_of(ns)});
  launch_decode(sim, kernel, place_decode(sim, {1, 4, 128, keys}), nullptr, more...);
  weft::Report report = sim.run();
  const std::int64_t issued = report.kernels().front().issued;
  return {std::move(report), issued};
}

}  // namespace

TEST_CASE("issue costs: another CPU, all else as it is") {
  using Ahbm = weft::device::AhbmPe;
  using Free = FreePe<Ahbm>;
  CHECK(Free::cpu::spec.issue.composite.time.ps == 0);
  CHECK(Free::cpu::spec.issue.dot.cycles.count == 0);  // the machine's own are gone
  CHECK(Free::cpu::spec.clock.hz == Ahbm::cpu::spec.clock.hz);
  CHECK(std::is_same_v<Free::engines, Ahbm::engines>);
  CHECK(std::is_same_v<Free::scratch, Ahbm::scratch>);
  CHECK(std::is_same_v<Free::hbm, Ahbm::hbm>);
  CHECK(costs_of(4).load.time.ps == 4'000);
  CHECK(costs_of(4).cast.time.ps == 4'000);
  CHECK(costs_of(4).composite.time.ps == 40'000);
}

TEST_CASE("issue costs: 4 ns for every op, 40 ns for a composite") {
  constexpr auto tiles = flash_decode<4, 128, 64>;
  constexpr auto composites = flash_decode_composite<4, 128, 256>;
  for (const std::size_t keys : {64U, 200U, 500U}) {
    CAPTURE(keys);
    const Decoded free = decode(0, tiles, keys, std::size_t{0});
    const Decoded costly = decode(4, tiles, keys, std::size_t{0});
    CHECK(free.issued == 0);
    CHECK(costly.issued == 4'000 * static_cast<std::int64_t>(costly.report.op_log().size()));
    CHECK(costly.report.op_log().size() == free.report.op_log().size());

    // Of composites the kernel issues q's load, the command, its own math and the store.
    const Decoded blocks = decode(4, composites, keys);
    std::int64_t own = 0, commands = 0;
    for (const weft::OpRecord op : blocks.report.op_log()) {
      if (op.kind == "sched/composite")
        ++commands;
      else if (op.parent == weft::no_record)
        ++own;
    }
    CHECK(commands == 2 * static_cast<std::int64_t>(tiles_of(keys, std::size_t{256})));
    CHECK(blocks.issued == 4'000 * own + 40'000 * commands);
  }
}

TEST_CASE("issue costs: two full tiles, nothing hoisted, to the picosecond") {
  // As in decode_trace_kernel.cpp, 1,242.768 ns, and 4 ns for each op: q; K, S, 12 of softmax, V and O for each tile; a
  // division, a store. All but the first K are issued while nothing else goes on: that one hides under q.
  const Decoded costly = decode(4, flash_decode<4, 128, 64>, 128, std::size_t{0});
  const std::int64_t ops = 1 + 2 * (1 + 1 + 12 + 1 + 1) + 2;
  CHECK(costly.report.op_log().size() == static_cast<std::size_t>(ops));
  CHECK(costly.report.latency().ps == 1'242'768 + 4'000 * (ops - 1));
}
