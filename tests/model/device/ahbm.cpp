// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/device/ahbm.hpp>
#include <weft/model/topology/engine_for.hpp>
#include <weft/model/units/print.hpp>

#include "support/catch.hpp"

using namespace weft;
using namespace weft::literals;

using Reads = EngineFor<device::AhbmPe, ReadWork>;
// 16 channels make up the stack's 819.2 GB/s and 16 GiB.
static_assert(16 * Reads::spec.read.bandwidth == 819.2_GBps &&
              16 * device::Ahbm::hbm_capacity(0) == 16_GiB);
// A 64 x 128 tile of f16: 16 ns + 16,384 B / 51.2 GB/s = 336 ns.
static_assert(Reads::service(ReadWork{16_KiB}) == 336_ns &&
              Reads::latency(ReadWork{16_KiB}) == 122.2_ns);
// 64 x 64 x 128 on 32 x 32: 4 folds of 128 + 62 cycles, less one.
static_assert(EngineFor<device::AhbmPe, GemmWork>::service(GemmWork{64, 64, 128, DTypeId::f16}) ==
              759_ns);

TEST_CASE("ahbm has a PE beside each of its 16 channels") {
  CHECK(device::Ahbm::name == "ahbm");
  CHECK(device::Ahbm::pes == 16);
  CHECK(device::Ahbm::pe_types::size == 1);
  CHECK(device::AhbmPe::scheduler::spec.slots == 2);
}
