// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/slot.hpp>
#include <weft/run/kernel/source_line.hpp>
#include <weft/run/scratch/arena.hpp>

#include <algorithm>
#include <vector>

namespace weft {

/// What is live in `arena`, the largest first; `going`, if given, is a tile whose last handle has just gone. Looks at every
/// slot of the simulation.
[[nodiscard]] inline std::vector<LiveTiles> live_tiles(SlotPool& slots, const ScratchArena& arena,
                                                       const Slot* going = nullptr) {
  std::vector<LiveTiles> live;
  const auto note = [&](const Slot& slot) {
    if (slot.arena != &arena) return;
    auto known = std::find_if(live.begin(), live.end(), [&](const LiveTiles& entry) {
      return same_line(entry.where, slot.producer);
    });
    if (known == live.end()) known = live.insert(live.end(), LiveTiles{slot.producer, 0, 0});
    ++known->tiles;
    known->bytes += slot.bytes;
  };
  slots.for_each_live(note);
  if (going != nullptr) note(*going);
  std::sort(live.begin(), live.end(), [](const LiveTiles& a, const LiveTiles& b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : a.where.line() < b.where.line();
  });
  return live;
}

}  // namespace weft
