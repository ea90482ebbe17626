// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/live_tiles.hpp>
#include <weft/run/scratch/arena.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace weft {

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
