// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/values.hpp>

#include "support/catch.hpp"
#include "support/machines.hpp"

#include <cstdint>
#include <string>
#include <vector>

// Races that running kernels plant, one of each kind, and kernels that are near one. A byte takes 1 ns, so a 4x8 tile of f32
// is read or written in 128 ns; a message or a remote transfer passes a link that is as fast.

using namespace weft::literals;

namespace {

constexpr weft::LinkSpec link{.bandwidth = 1_GBps, .slots = 2};
struct Pair : weft::Device<"pair", weft::Grid<1, 2, weft_test::NsPe, weft::Mesh<link>>> {};
using Sim = weft::Simulation<Pair, weft::Values>;
using F32 = weft::HbmTensor<weft::f32>;
using Place = weft::HbmPosition<weft::f32>;
using weft::HazardKind;

constexpr auto f32 = weft::dtype<weft::f32>;
constexpr auto tile = weft::shape<4, 8>;

struct Lines {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

enum class Plan { load_then_store, store_then_load, store_then_store, load_then_load, one_by_one };

/// Two transfers at two places, the second issued while the first is in flight, or, `one_by_one`, after its end.
constexpr auto transfers = [](auto& tl, Plan plan, Place first, Place second,
                              Lines* lines) -> weft::Kernel<> {
  auto ones = tl.full(f32, tile, 1);
  if (plan == Plan::load_then_store || plan == Plan::load_then_load) {
    lines->first = __LINE__ + 1;
    auto loaded = tl.load(first, tile);
    if (plan == Plan::load_then_load) loaded = tl.load(second, tile);
    lines->second = __LINE__ + 1;
    if (plan == Plan::load_then_store) co_await tl.store_async(second, ones);
    co_await tl.wait(loaded);
  } else {
    lines->first = __LINE__ + 1;
    auto stored = co_await tl.store_async(first, ones);
    if (plan == Plan::one_by_one) co_await tl.wait(stored);
    lines->second = __LINE__ + 2;
    if (plan == Plan::store_then_store)
      co_await tl.store_async(second, ones);
    else {
      lines->second = __LINE__ + 1;
      auto loaded = tl.load(second, tile);
      co_await tl.wait(loaded);
    }
  }
};

struct Found {
  std::vector<weft::Hazard> hazards;
  Lines lines;
};
/// Runs the plan on PE 0, at two places of a matrix of 16x32 that lies beside PE `home`.
template <class Places>
Found run(Plan plan, Places places, std::uint32_t home = 0) {
  Sim sim;
  const F32 matrix = sim.hbm(home).tensor(f32, 16, 32);
  const auto [first, second] = places(matrix);
  Found found;
  sim.launch(transfers, plan, first, second, &found.lines);
  sim.run();
  found.hazards = sim.values().hazards();
  return found;
}
std::pair<Place, Place> same(const F32& matrix) { return {matrix.at(4, 8), matrix.at(4, 8)}; }
std::pair<Place, Place> partial(const F32& matrix) { return {matrix.at(4, 8), matrix.at(7, 15)}; }
std::pair<Place, Place> beside(const F32& matrix) { return {matrix.at(4, 8), matrix.at(4, 16)}; }
/// Even rows and odd rows.
std::pair<Place, Place> interleaved(const F32& matrix) {
  Place even = matrix.at(0, 0), odd = matrix.at(1, 0);
  even.row_stride = odd.row_stride = 64;
  odd.address += 32 * 4;
  even.rows = odd.rows = 8;
  odd.row = 0;
  return {even, odd};
}

}  // namespace

TEST_CASE("hazards in kernels: one of each kind, with lines, ops and intervals") {
  struct Case {
    Plan plan;
    HazardKind kind;
    const char* first;
    const char* second;
    std::int64_t second_done;  // in ns; two stores queue on one channel
  };
  for (const Case& planted :
       {Case{Plan::store_then_load, HazardKind::read_after_write, "store", "load", 128},
        Case{Plan::load_then_store, HazardKind::write_after_read, "load", "store", 128},
        Case{Plan::store_then_store, HazardKind::write_after_write, "store", "store", 256}})
    for (const bool all : {true, false}) {
      const Found found = run(planted.plan, all ? same : partial);
      REQUIRE(found.hazards.size() == 1);
      const weft::Hazard& hazard = found.hazards[0];
      CHECK(hazard.kind == planted.kind);
      CHECK(hazard.first.op == planted.first);
      CHECK(hazard.second.op == planted.second);
      CHECK(hazard.first.file.ends_with("value_hazards.cpp"));
      CHECK(hazard.first.line == found.lines.first);
      CHECK(hazard.second.line == found.lines.second);
      CHECK(hazard.first.issued == 0);
      CHECK(hazard.first.done == 128'000);
      CHECK(hazard.second.issued == 0);
      CHECK(hazard.second.done == planted.second_done * 1'000);
      // One row of the tile, or the one element that they share.
      CHECK(hazard.bytes.end - hazard.bytes.begin == (all ? 32 : 4));
    }
}

TEST_CASE("hazards in kernels: none where nothing races") {
  for (const Plan plan : {Plan::store_then_load, Plan::load_then_store, Plan::store_then_store}) {
    CHECK(run(plan, beside).hazards.empty());
    CHECK(run(plan, interleaved).hazards.empty());
    CHECK(run(plan, beside, 1).hazards.empty());
    CHECK(run(plan, interleaved, 1).hazards.empty());
  }
  for (const std::uint32_t home : {0U, 1U}) {
    CHECK(run(Plan::load_then_load, same, home).hazards.empty());
    CHECK(run(Plan::one_by_one, same, home).hazards.empty());
  }
}

TEST_CASE("hazards in kernels: transfers over a link are in flight until they arrive") {
  // Cut-through on channel and link, both 1 ns a byte and without latency: a lone tile arrives after 128 ns; of two on
  // one link in the same direction the second after 256.
  const Found raw = run(Plan::store_then_load, same, 1);
  REQUIRE(raw.hazards.size() == 1);
  CHECK(raw.hazards[0].kind == HazardKind::read_after_write);
  CHECK(raw.hazards[0].first.done == 128'000);
  CHECK(raw.hazards[0].second.done >= 128'000);
  CHECK(raw.hazards[0].second.done <= 256'000);
  CHECK(raw.hazards[0].second.line == raw.lines.second);
  CHECK(run(Plan::load_then_store, partial, 1).hazards.size() == 1);
  const Found waw = run(Plan::store_then_store, partial, 1);
  REQUIRE(waw.hazards.size() == 1);
  CHECK(waw.hazards[0].first.done == 128'000);
  CHECK(waw.hazards[0].second.done == 256'000);
}

TEST_CASE("hazards in kernels: between two kernels, on two PEs") {
  Sim sim;
  const F32 matrix = sim.hbm(1).tensor(f32, 4, 8);
  sim.launch_on(
      0,
      [](auto& tl, F32 x) -> weft::Kernel<> {
        auto remote = tl.load(x, tile);
        co_await tl.wait(remote);
      },
      matrix);
  sim.launch_on(
      1,
      [](auto& tl, F32 x) -> weft::Kernel<> {
        co_await tl.store(x.at(3, 7), tl.full(f32, weft::shape<1, 1>, 1));
      },
      matrix);
  sim.run();
  REQUIRE(sim.values().hazards().size() == 1);
  const weft::Hazard& hazard = sim.values().hazards()[0];
  CHECK(hazard.kind == HazardKind::write_after_read);
  CHECK(hazard.first.kernel == "0");
  CHECK(hazard.second.kernel == "1");
  CHECK(hazard.first.done == 128'000);
  CHECK(hazard.second.done == 4'000);
  CHECK(hazard.bytes.end - hazard.bytes.begin == 4);
}

TEST_CASE("hazards in kernels: a composite reads its block from issue to its end") {
  for (const std::uint32_t home : {0U, 1U})
    for (const int wait : {0, 1}) {
      CAPTURE(home, wait);
      Sim sim;
      const F32 b = sim.hbm(home).tensor(f32, 8, 24);
      sim.launch(
          [](auto& tl, F32 block, bool waits) -> weft::Kernel<> {
            auto a = tl.full(f32, tile, 1);
            auto c = co_await tl.composite(weft::gemm(weft::shape<4, 8>), a,
                                           tl.ref(block, weft::shape<8, 16>));
            co_await tl.store_async(block.at(0, 16), a);  // beside it
            if (waits) co_await tl.wait(c);
            co_await tl.store_async(block.at(6, 14), a);  // reaches into it
          },
          b, wait == 1);
      const weft::Report report = sim.run();
      if (wait == 1) {
        CHECK(sim.values().hazards().empty());
      } else {
        REQUIRE(sim.values().hazards().size() == 1);
        const weft::Hazard& hazard = sim.values().hazards()[0];
        CHECK(hazard.kind == HazardKind::write_after_read);
        CHECK(hazard.first.op == "composite");
        for (const weft::OpRecord& op : report.op_log())
          if (op.kind == "sched/composite") CHECK(hazard.first.done == op.end.ps);
        CHECK(hazard.second.op == "store");
        CHECK(hazard.bytes.end - hazard.bytes.begin == 8);
      }
    }
}

TEST_CASE("hazards in kernels: raise stops the run and says where") {
  for (const std::uint32_t home : {0U, 1U}) {
    Sim sim;
    sim.values().on_hazard(weft::OnHazard::raise);
    const F32 matrix = sim.hbm(home).tensor(f32, 16, 32);
    Lines lines;
    const Place place = matrix.at(0, 0);
    sim.launch(transfers, Plan::load_then_store, place, place, &lines);
    std::string text;
    try {
      sim.run();
    } catch (const weft::Error& error) {
      text = error.what();
    }
    CAPTURE(text);
    CHECK(text.find("write after read: store at ") != std::string::npos);
    CHECK(text.find("value_hazards.cpp:" + std::to_string(lines.first)) != std::string::npos);
    CHECK(text.find("value_hazards.cpp:" + std::to_string(lines.second)) != std::string::npos);
    CHECK(text.find("kernel 0 on PE 0 at ") == 0);
    CHECK_THAT(text, weft_test::EndsWith("from " + sim.where(matrix).text() + " on"));
    CHECK(sim.where(matrix).text() == "PE " + std::to_string(home) + ", hbm+0x0");
    CHECK(sim.values().hazards().size() == 1);
  }
}
