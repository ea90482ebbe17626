// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/slot.hpp>
#include <weft/run/kernel/source_line.hpp>
#include <weft/run/scratch/arena.hpp>

#include <algorithm>
#include <source_location>
#include <vector>

namespace weft {

inline void add_by_line(std::vector<LiveTiles>& tiles, const ScratchShare& share) {
  auto known = std::find_if(tiles.begin(), tiles.end(), [&](const LiveTiles& entry) {
    return same_line(entry.where, share.made);
  });
  if (known == tiles.end()) known = tiles.insert(tiles.end(), LiveTiles{share.made, 0, 0});
  ++known->tiles;
  known->bytes += share.bytes;
}
inline void largest_first(std::vector<LiveTiles>& tiles) {
  std::sort(tiles.begin(), tiles.end(), [](const LiveTiles& a, const LiveTiles& b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : a.where.line() < b.where.line();
  });
}

/// What a PE's tiles have of its scratch, by the line that took it, the largest first. Looks at every slot of the PE.
[[nodiscard]] inline std::vector<LiveTiles> live_tiles(SlotPool& slots, const ScratchArena& arena) {
  std::vector<LiveTiles> live;
  slots.for_each([&](const Slot& slot) {
    if (slot.arena == &arena) add_by_line(live, slot.share);
  });
  largest_first(live);
  return live;
}

/// The same as it was when the scratch was fullest.
[[nodiscard]] inline std::vector<LiveTiles> tiles_at_peak(SlotPool& slots,
                                                          const ScratchArena& arena) {
  std::vector<LiveTiles> tiles;
  slots.for_each([&](const Slot& slot) {
    if (slot.arena == &arena && arena.was_at_peak(slot.share)) add_by_line(tiles, slot.share);
  });
  arena.for_each_gone_since_peak([&](const ScratchShare& share) { add_by_line(tiles, share); });
  largest_first(tiles);
  return tiles;
}

}  // namespace weft
