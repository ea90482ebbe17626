// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/engine/dma.hpp>
#include <weft/model/engine/gemm.hpp>
#include <weft/model/topology/pe.hpp>
#include <weft/model/units.hpp>

#include "support/catch.hpp"

using namespace weft;
using namespace weft::literals;

struct Core : Cpu<CpuSpec{.clock = 2_GHz}> {};  // parts may be named by deriving from them
struct Array : Gemm<GemmSpec{.peak = 8_TFLOPS}> {};
struct Full : Pe<Array, Scratch<ScratchSpec{.capacity = 1_MiB}>, Core,
                 Scheduler<SchedulerSpec{.slots = 2}>, Hbm<HbmSpec{.capacity = 1_GiB}>> {};
struct Bare : Pe<Cpu<CpuSpec{.clock = 1_GHz}>> {};

static_assert(std::is_same_v<Full::cpu, Core> && std::is_same_v<Full::engines, TypeList<Array>> &&
              Full::parts::size == 5);
static_assert(Full::has_scratch && Full::scratch::spec.capacity == 1_MiB);
static_assert(Full::has_scheduler && Full::scheduler::spec.slots == 2);
static_assert(Full::has_hbm && Full::hbm::spec.capacity == 1_GiB);
static_assert(!Bare::has_scratch && std::is_same_v<Bare::scratch, UnlimitedScratch> &&
              Bare::engines::size == 0);
static_assert(!Bare::has_scheduler && !Bare::has_hbm && Bare::hbm::spec.capacity == 1_TiB);
static_assert(IsPe<Full> && IsPe<Pe<Core>> && !IsPe<Core> && !IsPe<int>);

TEST_CASE("a PE is empty") { CHECK(std::is_empty_v<Full>); }
