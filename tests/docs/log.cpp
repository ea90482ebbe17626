// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// What docs/log.md quotes.
#include <weft/model/device/tiny.hpp>
#include <weft/weft.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <sstream>

#include "support/catch.hpp"

using namespace weft::literals;
using F16 = weft::HbmTensor<weft::f16>;

namespace {

constexpr auto kernel = [](auto& tl, F16 x) -> weft::Kernel<> {
  auto tile = tl.load(x, weft::shape<64, 128>);
  auto unused = tl.load(x, weft::shape<64, 128>);
  co_await tl.exp(tile);
};

// [sink]
/// A log of one's own: adds up the bytes that move.
struct BytesOnly {
  static constexpr bool keeps_records = false;
  std::uint64_t bytes = 0;

  template <std::size_t N>
  weft::RecordId op(const weft::OpEvent& event, const std::array<weft::RecordId, N>&) {
    bytes += event.bytes;
    return weft::no_record;
  }
  void amend(weft::RecordId, weft::Ps, weft::Ps) {}  // an op whose times were not known at once
  void amend_end(weft::RecordId, weft::Ps) {}
  void wait(const weft::WaitEvent&) {}
};
// [/sink]

}  // namespace

TEST_CASE("asking a report") {
  weft::Simulation<weft::device::Tiny> sim;
  sim.launch(kernel, sim.hbm().tensor(weft::dtype<weft::f16>, 64, 128));
  std::uint64_t bytes = 0;
  // [query]
  const weft::Report report = sim.run();
  for (const weft::OpRecord op : report.op_log())  // in the order performed
    if (op.kind == "memory/dma_read") bytes += op.bytes;
  weft::Duration waited{0};
  for (const weft::WaitRecord& wait : report.waits()) waited += wait.waited;
  const double reading =
      static_cast<double>(report.busy("dma.read").ps) / static_cast<double>(report.latency().ps);
  // [/query]
  CHECK(bytes == 32'768);
  CHECK(waited == 228_ns);
  CHECK(report.latency() == 456_ns);  // the unused load ends later than exp, at 356 ns
  CHECK(reading == 1.0);
  REQUIRE(report.unused_loads().size() == 1);
  CHECK(report.unused_loads()[0].count == 1);
  std::ostringstream json;
  weft::write_json(json, report);
  CHECK(json.str().find("\"latency\": 456000") != std::string::npos);
}

TEST_CASE("a log of one's own") {
  // [use]
  weft::Simulation<weft::device::Tiny, BytesOnly> sim;
  sim.launch(kernel, sim.hbm().tensor(weft::dtype<weft::f16>, 64, 128));
  sim.run();
  const std::uint64_t moved = sim.log().bytes;
  // [/use]
  CHECK(moved == 32'768);
}
