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

/// The rules of a Scheduler, one sentence each; a function, because a rule that fails in a class
/// makes clang distrust the class.
template <SchedulerSpec S>
constexpr bool check_scheduler() {
  static_assert(S.slots > 0, "scheduler: there must be at least one slot");
  return true;
}

/// The scheduler of a PE. It runs composites on the PE's own engines and is no server itself.
template <SchedulerSpec S = SchedulerSpec{}>
struct Scheduler {
  static_assert(check_scheduler<S>());

  static constexpr PartKind part = PartKind::scheduler;
  static constexpr std::string_view name = "scheduler";
  static constexpr SchedulerSpec spec = S;
};

}  // namespace weft
