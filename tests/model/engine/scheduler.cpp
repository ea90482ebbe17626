// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/engine/scheduler.hpp>

#include "support/catch.hpp"

using namespace weft;

static_assert(Scheduler<>::spec.slots == 1 &&
              Scheduler<SchedulerSpec{.slots = 3}>::spec.slots == 3);
static_assert(Scheduler<>::part == PartKind::scheduler && !IsEngine<Scheduler<>>);

TEST_CASE("a scheduler has one slot unless given") { CHECK(SchedulerSpec{}.slots == 1); }
