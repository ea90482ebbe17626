// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/engine/dma.hpp>
#include <weft/model/engine/math.hpp>
#include <weft/model/topology/engine_for.hpp>
#include <weft/model/topology/pe.hpp>
#include <weft/model/units.hpp>

#include "support/catch.hpp"

using namespace weft;
using namespace weft::literals;

namespace {

struct SortWork {
  std::uint64_t keys = 0;
};
struct MergeWork {};
struct Sorter {  // a user's engine: two servers, and results that arrive later
  static constexpr PartKind part = PartKind::engine;
  static constexpr std::string_view name = "sorter";
  static constexpr Server servers[] = {{"sorter.sort", 1}, {"sorter.merge", 4}};
  template <class Work>
  static constexpr bool accepts = std::is_same_v<Work, SortWork> || std::is_same_v<Work, MergeWork>;
  template <class Work>
  static constexpr std::size_t server = std::is_same_v<Work, MergeWork> ? 1 : 0;
  static constexpr Duration service(SortWork work) {
    return Duration{static_cast<std::int64_t>(work.keys)};
  }
  static constexpr Duration service(MergeWork) { return 1_ns; }
  static constexpr Duration latency(SortWork) { return 7_ns; }
};

struct SortingPe
    : Pe<Cpu<CpuSpec{.clock = 1_GHz}>, weft::Math<MathSpec{.lanes = 64, .clock = 1_GHz}>,
         Dma<DmaSpec{.read = {.bandwidth = 1_GBps}, .write = {.bandwidth = 1_GBps}}>, Sorter> {};

}  // namespace

static_assert(HasEngine<SortingPe, SortWork> && HasEngine<SortingPe, WriteWork> &&
              !HasEngine<SortingPe, GemmWork>);
static_assert(std::is_same_v<EngineFor<SortingPe, MergeWork>, Sorter>);
static_assert(EngineFor<SortingPe, WriteWork>::name == "dma");
static_assert(latency_of<Sorter>(SortWork{3}) == 7_ns);
static_assert(server_count<Sorter> == 2 && server_of<Sorter, MergeWork> == 1);
static_assert(server_of<EngineFor<SortingPe, MathWork>, MathWork> == 0);
static_assert(latency_of<EngineFor<SortingPe, MathWork>>(MathWork{}) == 0_ns);

TEST_CASE("a PE's servers stand side by side in the order of its engines") {
  using All = Servers<SortingPe>;
  CHECK(All::count == 5);
  CHECK(All::place<MathWork> == 0);
  CHECK(All::place<ReadWork> == 1);
  CHECK(All::place<WriteWork> == 2);
  CHECK(All::place<SortWork> == 3);
  CHECK(All::place<MergeWork> == 4);
  CHECK(All::at(0).name == "math");
  CHECK(All::at(2).name == "dma.write");
  CHECK(All::at(4).name == "sorter.merge");
  CHECK(All::at(4).capacity == 4);
}
