// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/source_line.hpp>
#include <weft/run/scratch/arena.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace weft {

/// The tiles of one arena that are live, by the line that made them.
struct LiveTiles {
  std::source_location where;
  std::uint64_t tiles;
  std::uint64_t bytes;
};

/// What is live in `arena`, the largest first. Looks at every slot of the simulation.
[[nodiscard]] inline std::vector<LiveTiles> live_tiles(SlotPool& slots, const ScratchArena& arena) {
  std::vector<LiveTiles> live;
  slots.for_each_live([&](const Slot& slot) {
    if (slot.arena != &arena) return;
    auto known = std::find_if(live.begin(), live.end(), [&](const LiveTiles& entry) {
      return same_line(entry.where, slot.producer);
    });
    if (known == live.end()) known = live.insert(live.end(), LiveTiles{slot.producer, 0, 0});
    ++known->tiles;
    known->bytes += slot.bytes;
  });
  std::sort(live.begin(), live.end(), [](const LiveTiles& a, const LiveTiles& b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : a.where.line() < b.where.line();
  });
  return live;
}

/// Throws the error for a tile that does not fit: how much was asked, and what is live, by line.
[[noreturn, gnu::cold]] inline void scratch_exhausted(SlotPool& slots, ScratchArena& arena,
                                                      std::uint64_t asked, Ps now) {
  std::string text = sentence("scratch exhausted: ", asked, " bytes asked, ", arena.used(), " of ",
                              arena.capacity(), " in use:");
  for (const LiveTiles& entry : live_tiles(slots, arena))
    text += sentence(" ", entry.tiles, entry.tiles == 1 ? " tile, " : " tiles, ", entry.bytes,
                     " bytes, made at ", line_of(entry.where), ";");
  if (const std::uint64_t dropped = arena.in_flight(now); dropped != 0)
    text += sentence(" ", dropped, " bytes of dropped tiles whose transfers are in flight;");
  text.pop_back();
  throw Error(text);
}

}  // namespace weft
