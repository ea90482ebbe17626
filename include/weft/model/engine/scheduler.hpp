// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include <weft/model/engine/part.hpp>

namespace weft {

/// The scheduler of composite commands: how many of a PE's composites may be unfinished at a time.
struct SchedulerSpec {
  std::uint32_t slots = 1;
};

/// The scheduler of a PE. It runs composites on the PE's own engines and is no server itself.
template <SchedulerSpec S = SchedulerSpec{}>
struct Scheduler {
  static_assert(S.slots > 0, "scheduler: there must be at least one slot");

  static constexpr PartKind part = PartKind::scheduler;
  static constexpr std::string_view name = "scheduler";
  static constexpr SchedulerSpec spec = S;
};

}  // namespace weft
