// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/slot.hpp>
#include <weft/run/kernel/source_line.hpp>
#include <weft/run/scratch/arena.hpp>

#include <algorithm>
#include <vector>

namespace weft {

/// What is live in `arena`, by the line that took the scratch, the largest first: all that has bytes, whether a handle holds
/// it, an op makes it, or (`dropped`) only a transfer still fills or reads it. Looks at every slot of the PE.
[[nodiscard]] inline std::vector<LiveTiles> live_tiles(SlotPool& slots, const ScratchArena& arena,
                                                       bool dropped) {
  std::vector<LiveTiles> live;
  const auto note = [&](std::source_location made, std::uint64_t bytes) {
    auto known = std::find_if(live.begin(), live.end(),
                              [&](const LiveTiles& entry) { return same_line(entry.where, made); });
    if (known == live.end()) known = live.insert(live.end(), LiveTiles{made, 0, 0});
    ++known->tiles;
    known->bytes += bytes;
  };
  slots.for_each([&](const Slot& slot) {
    if (slot.arena == &arena) note(slot.made, slot.bytes);
  });
  if (dropped) arena.for_each_dropped(note);
  std::sort(live.begin(), live.end(), [](const LiveTiles& a, const LiveTiles& b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : a.where.line() < b.where.line();
  });
  return live;
}

}  // namespace weft
