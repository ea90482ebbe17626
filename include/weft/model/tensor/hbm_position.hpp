// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include <weft/model/shape/dtype.hpp>
#include <weft/model/units/bytes.hpp>

namespace weft {

/// A matrix in HBM and a place in it: where a tile is loaded from or stored to. Made by
/// `HbmTensor::at`. Strides and places count elements; the place lies inside the matrix.
template <IsDType D>
struct HbmPosition {
  using dtype = D;

  std::uint64_t address = 0;  ///< byte address of element (0, 0)
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
  std::uint64_t row_stride = 0;
  std::uint64_t col_stride = 0;
  std::uint64_t row = 0;
  std::uint64_t col = 0;
  std::uint32_t home = 0;  ///< the PE whose HBM channel holds it

  /// The byte address of the place itself.
  [[nodiscard]] constexpr std::uint64_t origin() const {
    return address + (row * row_stride + col * col_stride) * D::bytes;
  }
  /// How many of `wanted` rows from the place on exist.
  [[nodiscard]] constexpr std::uint64_t rows_present(std::uint64_t wanted) const {
    return wanted < rows - row ? wanted : rows - row;
  }
  /// How many of `wanted` columns from the place on exist.
  [[nodiscard]] constexpr std::uint64_t cols_present(std::uint64_t wanted) const {
    return wanted < cols - col ? wanted : cols - col;
  }
  /// The bytes of a tile of shape S at the place that exist: what a load or store moves.
  template <class S>
  [[nodiscard]] constexpr Bytes bytes_present() const {
    return {rows_present(S::rows) * cols_present(S::cols) * D::bytes};
  }
  /// Whether a tile of shape S at the place lies wholly inside the matrix.
  template <class S>
  [[nodiscard]] constexpr bool holds() const {
    return S::rows <= rows - row && S::cols <= cols - col;
  }

  friend constexpr bool operator==(const HbmPosition&, const HbmPosition&) = default;
};

}  // namespace weft
