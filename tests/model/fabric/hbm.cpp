// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/fabric/hbm.hpp>
#include <weft/model/units.hpp>

#include "support/catch.hpp"

using namespace weft;
using namespace weft::literals;

static_assert(Hbm<>::spec.capacity == 1_TiB &&
              Hbm<HbmSpec{.capacity = 16_GiB}>::spec.capacity == 16_GiB);

TEST_CASE("an HBM channel is a part") { CHECK(Hbm<>::part == PartKind::hbm); }
