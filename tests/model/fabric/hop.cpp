// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/fabric/hop.hpp>

#include "support/catch.hpp"

TEST_CASE("hop: none unless there is a link") {
  CHECK(!weft::Hop{}.exists());
  CHECK(weft::Hop{0, 0}.exists());
}
