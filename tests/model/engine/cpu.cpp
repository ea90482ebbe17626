// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/engine/cpu.hpp>
#include <weft/model/op/load.hpp>
#include <weft/model/shape/shape.hpp>
#include <weft/model/units.hpp>
#include <weft/model/units/print.hpp>

#include "support/catch.hpp"

using namespace weft;
using namespace weft::literals;

using Free = Cpu<CpuSpec{.clock = 1_GHz}>;
static_assert(Free::issue_time(&IssueCosts::load) == 0_ps &&
              Free::issue_time(&IssueCosts::user) == 0_ps);

// 3 GHz: one cycle is 333.33.. ps, rounded up per op.
using Busy =
    Cpu<CpuSpec{.clock = 3_GHz, .issue = {.load = 4_ns, .dot = 1, .composite = 40_cycles}}>;
static_assert(Busy::issue_time(op::Load<f16, Shape<1, 1>>::issue) == 4_ns);
static_assert(Busy::issue_time(&IssueCosts::dot) == 334_ps);
static_assert(Busy::issue_time(&IssueCosts::composite) == 13'334_ps);
static_assert(Busy::issue_time(3) == 1_ns && Busy::issue_time(5_ns) == 5_ns);
static_assert(!IsEngine<Busy> && PartKind::cpu == Busy::part);

TEST_CASE("a CPU keeps its spec") { CHECK(Busy::spec.clock == 3_GHz); }
