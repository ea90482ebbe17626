// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/fabric/link.hpp>
#include <weft/model/units/literals.hpp>

#include "support/catch.hpp"

using namespace weft::literals;

TEST_CASE("link: one message at a time, without setup or latency, unless it says otherwise") {
  constexpr weft::LinkSpec plain{.bandwidth = 1_GBps};
  static_assert(weft::link_is_valid<plain>());
  CHECK(plain.setup == 0_ns);
  CHECK(plain.latency == 0_ns);
  CHECK(plain.slots == 1);
}
