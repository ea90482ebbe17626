// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/engine/dma.hpp>
#include <weft/model/units.hpp>
#include <weft/model/units/print.hpp>

#include "support/catch.hpp"

using namespace weft;
using namespace weft::literals;

using Engine =
    Dma<DmaSpec{.read = {.bandwidth = 128_GBps, .setup = 100_ns, .latency = 50_ns, .channels = 2},
                .write = {.bandwidth = 3_TBps, .setup = 10_ns}}>;

static_assert(Engine::service(ReadWork{16_KiB}) == 228_ns);
static_assert(Engine::service(WriteWork{1_B}) == 10_ns + 1_ps);
static_assert(Engine::latency(ReadWork{16_KiB}) == 50_ns &&
              Engine::latency(WriteWork{16_KiB}) == 0_ns);
static_assert(Engine::accepts<ReadWork> && Engine::accepts<WriteWork> &&
              !Engine::accepts<MathWork>);
static_assert(Engine::servers[Engine::server<ReadWork>].name == "dma.read");
static_assert(Engine::servers[Engine::server<ReadWork>].capacity == 2);
static_assert(Engine::servers[Engine::server<WriteWork>].name == "dma.write");
static_assert(Engine::servers[Engine::server<WriteWork>].capacity == 1);
static_assert(IsEngine<Engine> && Executes<Engine, ReadWork> && !Executes<Engine, GemmWork>);

TEST_CASE("a transfer's size may be known at run time only") {
  for (std::uint64_t rows = 0; rows <= 64; ++rows) {
    // 256 bytes a row at 128 GB/s are 2 ns.
    CHECK(Engine::service(ReadWork{Bytes{rows * 256}}) ==
          100_ns + static_cast<std::int64_t>(rows) * 2_ns);
  }
  CHECK_THROWS_SAYING(Engine::service(ReadWork{Bytes{UINT64_MAX}}), "overflow");
}
