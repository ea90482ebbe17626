// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <weft/model/fabric/direction.hpp>
#include <weft/model/fabric/link.hpp>
#include <weft/model/fabric/hop.hpp>

namespace weft {

/// Dimension-order routing: along the row to the column of the target, then along that column. Free of deadlock, and the
/// usual rule in meshes (Dally and Towles, "Principles and Practices of Interconnection Networks", 2004, section 8.4).
struct RowFirst {
  static constexpr Direction step(std::size_t row, std::size_t col, std::size_t to_row,
                                  std::size_t to_col) {
    if (col != to_col) return col < to_col ? Direction::east : Direction::west;
    return row < to_row ? Direction::south : Direction::north;
  }
};
/// Along the column first.
struct ColumnFirst {
  static constexpr Direction step(std::size_t row, std::size_t col, std::size_t to_row,
                                  std::size_t to_col) {
    if (row != to_row) return row < to_row ? Direction::south : Direction::north;
    return col < to_col ? Direction::east : Direction::west;
  }
};

/// A link each way between every two neighbours of a grid. `Rule` is the routing rule: a type whose `step` gives the
/// direction to take from a place towards another.
template <LinkSpec S, class Rule = RowFirst>
struct Mesh {
  static_assert(link_is_valid<S>());
  static constexpr std::string_view name = "mesh";
  static constexpr LinkSpec spec = S;

  /// Four links out of each place; those across the edge are never used.
  static constexpr std::size_t count(std::size_t rows, std::size_t cols) { return 4 * rows * cols; }

  /// The link out of a place in a direction; none across the edge, or along a ring.
  static constexpr Hop hop(std::size_t rows, std::size_t cols, std::size_t place, Direction d) {
    const std::size_t row = place / cols;
    const std::size_t col = place % cols;
    const auto link = static_cast<std::uint32_t>(4 * place + static_cast<std::size_t>(d));
    switch (d) {
      case Direction::north:
        return row == 0 ? Hop{} : Hop{link, static_cast<std::uint32_t>(place - cols)};
      case Direction::east:
        return col + 1 == cols ? Hop{} : Hop{link, static_cast<std::uint32_t>(place + 1)};
      case Direction::south:
        return row + 1 == rows ? Hop{} : Hop{link, static_cast<std::uint32_t>(place + cols)};
      case Direction::west:
        return col == 0 ? Hop{} : Hop{link, static_cast<std::uint32_t>(place - 1)};
      default:
        return {};
    }
  }
  static constexpr Direction step(std::size_t, std::size_t cols, std::size_t from, std::size_t to) {
    return Rule::step(from / cols, from % cols, to / cols, to % cols);
  }
};

/// A link each way between every two neighbours of the ring that runs through a grid row by row and closes.
template <LinkSpec S>
struct Ring {
  static_assert(link_is_valid<S>());
  static constexpr std::string_view name = "ring";
  static constexpr LinkSpec spec = S;

  static constexpr std::size_t count(std::size_t rows, std::size_t cols) { return 2 * rows * cols; }
  static constexpr Hop hop(std::size_t rows, std::size_t cols, std::size_t place, Direction d) {
    const std::size_t n = rows * cols;
    if (n == 1) return {};
    if (d == Direction::next)
      return {static_cast<std::uint32_t>(2 * place), static_cast<std::uint32_t>((place + 1) % n)};
    if (d == Direction::previous)
      return {static_cast<std::uint32_t>(2 * place + 1),
              static_cast<std::uint32_t>((place + n - 1) % n)};
    return {};
  }
  /// The shorter way round; forwards if both are equal.
  static constexpr Direction step(std::size_t rows, std::size_t cols, std::size_t from,
                                  std::size_t to) {
    const std::size_t n = rows * cols;
    return (to + n - from) % n <= n / 2 ? Direction::next : Direction::previous;
  }
};

}  // namespace weft
