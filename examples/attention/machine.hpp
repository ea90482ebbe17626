// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>
#include <weft/model/device/ahbm.hpp>

#include "../kernels/mesh.hpp"

namespace attention {

/// The PEs of four `ahbm` stacks, 64, in a mesh.
using Machine = Mesh64<weft::device::AhbmPe>;

/// `pes` PEs in an order in which neighbours in rank are neighbours in the mesh; where an even rectangle of them exists,
/// the last and the first too: along the first row, back and forth through the others, home through the first column.
inline std::vector<std::uint32_t> ring_order(std::size_t pes) {
  std::vector<std::uint32_t> order;
  const auto visit = [&](std::size_t row, std::size_t col) {
    order.push_back(static_cast<std::uint32_t>(row * mesh_side + col));
  };
  for (std::size_t cols = mesh_side; cols > 1; --cols) {
    const std::size_t rows = pes / cols;
    if (pes % cols != 0 || rows % 2 != 0 || rows > mesh_side) continue;
    for (std::size_t col = 0; col != cols; ++col) visit(0, col);
    for (std::size_t row = 1; row != rows; ++row)
      for (std::size_t i = 1; i != cols; ++i) visit(row, row % 2 == 1 ? cols - i : i);
    for (std::size_t row = rows - 1; row != 0; --row) visit(row, 0);
    return order;
  }
  for (std::size_t at = 0; at != pes; ++at) {
    const std::size_t row = at / mesh_side;
    const std::size_t col = at % mesh_side;
    visit(row, row % 2 == 0 ? col : mesh_side - 1 - col);
  }
  return order;
}

}  // namespace attention
