// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include <weft/model/units/bandwidth.hpp>
#include <weft/model/units/duration.hpp>

namespace weft {

/// One direction of a link between two PEs: bandwidth, setup once per message, latency after its end, and how many
/// messages the receiver's queue holds.
struct LinkSpec {
  Bandwidth bandwidth{};
  Duration setup{};
  Duration latency{};
  std::uint32_t slots = 1;
};

}  // namespace weft
