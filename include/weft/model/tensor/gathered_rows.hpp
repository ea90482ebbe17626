// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <weft/core/error.hpp>
#include <weft/model/tensor/hbm_position.hpp>
#include <weft/model/tensor/hbm_tensor.hpp>

namespace weft {

/// Rows of an HBM matrix in the order of a list, from a column on: what a load through a page table reads. Refers to the
/// list, which must outlive the load's request. Made by `rows`.
template <IsDType D>
struct GatheredRows {
  using dtype = D;

  HbmPosition<D> from;  ///< the matrix, at row 0 and the first column
  const std::uint32_t* list = nullptr;
  std::uint32_t count = 0;
  std::uint32_t home = 0;

  /// Where row i of the tile lies.
  [[nodiscard]] constexpr HbmPosition<D> row(std::size_t i) const {
    HbmPosition<D> at = from;
    at.row = list[i];
    return at;
  }
  [[nodiscard]] constexpr std::uint64_t origin() const {
    return count == 0 ? from.origin() : row(0).origin();
  }
  [[nodiscard]] constexpr std::size_t rows_present(std::size_t wanted) const {
    return wanted < count ? wanted : count;
  }
  template <class S>
  [[nodiscard]] constexpr bool holds() const {
    return S::rows <= count && S::cols <= from.cols - from.col;
  }
  template <class S>
  [[nodiscard]] constexpr Bytes bytes_present() const {
    return {rows_present(S::rows) * from.cols_present(S::cols) * D::bytes};
  }
  /// How many unbroken runs of rows the first `wanted` are: each needs a setup of its own; at least 1.
  [[nodiscard]] constexpr std::int64_t runs(std::size_t wanted) const {
    std::int64_t found = 1;
    for (std::size_t i = 1; i < rows_present(wanted); ++i) found += list[i] != list[i - 1] + 1;
    return found;
  }
};

/// The rows of `matrix` that `list` names, in that order: the first of them are the rows of the tile that is loaded.
/// A row outside the matrix, an empty list, or one of 2^32 rows or more throws `Error`. The list is referred to, not copied.
template <IsDType D>
[[nodiscard]] constexpr GatheredRows<D> rows(const HbmTensor<D>& matrix,
                                             std::span<const std::uint32_t> list,
                                             Index first_col = 0) {
  const HbmPosition<D> from = matrix.at(0, first_col);
  if (list.empty()) fail("rows: the list is empty");
  const auto count = static_cast<std::uint32_t>(list.size());
  if (count != list.size()) fail("rows: the list has ", list.size(), " entries, that is too many");
  for (std::size_t i = 0; i != list.size(); ++i)
    if (list[i] >= from.rows)
      fail("rows: entry ", i, " is row ", list[i], ", the matrix has ", from.rows);
  return {from, list.data(), count, from.home};
}

}  // namespace weft
