// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/device/tiny.hpp>
#include <weft/model/topology/arrangement.hpp>

#include "support/catch.hpp"

using namespace weft;

using Pair = Sequence<device::TinyPe, device::TinyPe>;
static_assert(Pair::pes == 2 && Pair::pe_types::size == 1 && Sequence<>::pes == 0);
static_assert(Sequence<Pair, device::TinyPe, Hbm<>>::pes ==
              3);  // what holds no PEs counts for none
static_assert(IsArrangement<Pair> && HoldsPes<Pair> && HoldsPes<device::TinyPe> &&
              !HoldsPes<Hbm<>>);

TEST_CASE("a PE alone counts as one") { CHECK(PesOf<device::TinyPe>::pes == 1); }
