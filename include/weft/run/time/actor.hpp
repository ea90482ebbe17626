// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <limits>

namespace weft {

/// A raw number of picoseconds since 0: what run/ computes with. `Duration` stands for it at the surface.
using Ps = std::int64_t;

/// The moment that never comes. It cannot be scheduled.
inline constexpr Ps never = std::numeric_limits<Ps>::max();

/// One place in the rank order: ranks compare as labels do.
struct RankNode {
  std::uint64_t label = 0;
  RankNode* prev = nullptr;
  RankNode* next = nullptr;
};

/// Whatever acts on virtual time: a kernel, a tile of a composite, a background transfer, a posted handler.
/// The owner of an actor derives from it, sets `wake`, and keeps it at one address while it is enlisted or scheduled.
/// As a `RankNode` it opens its own range of ranks; `range_end` closes it, and all its descendants lie between the two.
struct Actor : RankNode {
  /// Called when its moment has come, with the clock at that moment. What it throws leaves the run.
  void (*wake)(Actor&) = nullptr;
  /// Memory that `wake` touches first (a coroutine frame): fetched into cache a few wake-ups ahead. May be null.
  const void* hot = nullptr;
  /// The moment for which it is scheduled; `never` while it is not.
  Ps due = never;
  RankNode range_end;

  Actor() = default;
  explicit Actor(void (*on_wake)(Actor&)) noexcept : wake(on_wake) {}
  Actor(const Actor&) = delete;
  Actor& operator=(const Actor&) = delete;

  [[nodiscard]] bool scheduled() const noexcept { return due != never; }
  [[nodiscard]] bool enlisted() const noexcept { return next != nullptr; }

 protected:
  ~Actor() = default;
};

}  // namespace weft
