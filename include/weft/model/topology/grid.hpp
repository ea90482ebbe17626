// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

#include <weft/core/error.hpp>
#include <weft/model/topology/arrangement.hpp>

namespace weft {

/// A place in a grid.
struct GridPosition {
  std::size_t row = 0;
  std::size_t col = 0;
  friend constexpr bool operator==(const GridPosition&, const GridPosition&) = default;
};

/// The rules of a Grid, one sentence each; a function, because a rule that fails in a class makes
/// clang distrust the class.
template <std::size_t R, std::size_t C, class Member, class... Links>
constexpr bool check_grid() {
  static_assert(R > 0 && C > 0, "grid: there must be at least one row and one column");
  static_assert(sizeof(Member) != 0);  // completes the member, so that its own rules speak first
  static_assert(HoldsPes<Member>, "grid: the member must be a PE or an arrangement of PEs");
  return true;
}

/// R rows of C equal members (a PE, or an arrangement of PEs), numbered row by row. `Links`, each a
/// Mesh or Ring, connect neighbours (the first PEs of neighbouring arrangements).
template <std::size_t R, std::size_t C, class Member, class... Links>
struct Grid {
  static_assert(check_grid<R, C, Member, Links...>());

  static constexpr std::size_t rows = R;
  static constexpr std::size_t cols = C;
  using member = Member;
  using links = TypeList<Links...>;
  static constexpr std::size_t pes = R * C * PesOf<Member>::pes;
  using pe_types = typename PesOf<Member>::pe_types;

  /// The place in `pe_types` of the type of a PE < pes.
  [[nodiscard]] static constexpr std::size_t pe_type_index(std::size_t pe) {
    if constexpr (pe_types::size <= 1) {
      return 0;
    } else {
      return PesOf<Member>::pe_type_index(pe % PesOf<Member>::pes);
    }
  }
  /// Where the member that holds a PE stands; a PE that is not in the grid throws `Error`.
  [[nodiscard]] static constexpr GridPosition position(std::size_t pe) {
    if (pe >= pes) fail("grid: PE ", pe, " is outside its ", pes, " PEs");
    const std::size_t place = pe / PesOf<Member>::pes;
    return {place / C, place % C};
  }
  /// The first PE of the member at a position; one outside throws `Error`.
  [[nodiscard]] static constexpr std::size_t pe_at(GridPosition at) {
    if (at.row >= R || at.col >= C)
      fail("grid: (", at.row, ", ", at.col, ") is outside ", R, " rows and ", C, " columns");
    return (at.row * C + at.col) * PesOf<Member>::pes;
  }
};

}  // namespace weft
