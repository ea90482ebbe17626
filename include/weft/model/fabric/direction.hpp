// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace weft {

/// Where a neighbour lies: in a mesh, or along a ring.
enum class Direction : std::uint8_t { north, east, south, west, next, previous };
inline constexpr std::size_t directions = 6;

inline constexpr Direction north = Direction::north;
inline constexpr Direction east = Direction::east;
inline constexpr Direction south = Direction::south;
inline constexpr Direction west = Direction::west;
inline constexpr Direction next = Direction::next;
inline constexpr Direction previous = Direction::previous;

/// The way back.
[[nodiscard]] constexpr Direction opposite(Direction d) {
  switch (d) {
    case Direction::north:
      return Direction::south;
    case Direction::east:
      return Direction::west;
    case Direction::south:
      return Direction::north;
    case Direction::west:
      return Direction::east;
    case Direction::next:
      return Direction::previous;
    default:
      return Direction::next;
  }
}

[[nodiscard]] constexpr std::string_view name_of(Direction d) {
  constexpr std::string_view names[] = {"north", "east", "south", "west", "next", "previous"};
  return names[static_cast<std::size_t>(d)];
}

}  // namespace weft
