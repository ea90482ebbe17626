// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "laws/program.hpp"

namespace laws {

struct BlockTile {
  Place place{};
  bool last_k = false;  // of its output tile
};

/// The tiles of a composite's block: n-major, k inner, without those that lie wholly outside.
inline std::vector<BlockTile> tiles_of(const Step& s) {
  const std::int64_t n = s.transposed ? s.place.rows : s.place.cols;
  const std::int64_t k = s.transposed ? s.place.cols : s.place.rows;
  std::vector<BlockTile> tiles;
  for (std::int64_t nn = 0; nn < n; nn += s.tile_n) {
    bool any = false;
    for (std::int64_t kk = 0; kk < k; kk += s.tile_k) {
      Place p = s.place;
      p.row += s.transposed ? nn : kk;
      p.col += s.transposed ? kk : nn;
      p.rows = s.transposed ? s.tile_n : s.tile_k;
      p.cols = s.transposed ? s.tile_k : s.tile_n;
      if (p.row >= p.tensor_rows || p.col >= p.tensor_cols) continue;
      tiles.push_back({p, false});
      any = true;
    }
    if (any) tiles.back().last_k = true;
  }
  return tiles;
}

}  // namespace laws
