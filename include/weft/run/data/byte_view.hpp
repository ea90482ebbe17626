// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/wide.hpp>
#include <weft/model/tensor/hbm_position.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace weft {

/// Bytes from `begin` up to, not including, `end`.
struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  friend constexpr bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// The bytes of a strided matrix in a memory: `rows` x `cols` elements of `element_bytes`, strides
/// in bytes.
struct ByteView {
  std::uint64_t address = 0;  ///< of element (0, 0)
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
  std::uint64_t row_stride = 0;
  std::uint64_t col_stride = 0;
  std::uint64_t element_bytes = 0;

  [[nodiscard]] constexpr bool empty() const {
    return rows == 0 || cols == 0 || element_bytes == 0;
  }
  /// Whether the elements of a row lie side by side.
  [[nodiscard]] constexpr bool solid_rows() const {
    return col_stride == element_bytes || cols == 1;
  }
  /// From the first byte to the last, gaps included. A view that reaches beyond 64 bits throws
  /// `Error`.
  [[nodiscard]] constexpr ByteRange bounds() const {
    if (empty()) return {address, address};
    const std::uint64_t last =
        checked_add(checked_mul(rows - 1, row_stride), checked_mul(cols - 1, col_stride));
    return {address, checked_add(checked_add(address, last), element_bytes)};
  }
};

/// `bytes` bytes in a row.
constexpr ByteView solid_bytes(std::uint64_t address, std::uint64_t bytes) {
  return {address, 1, 1, 0, 0, bytes};
}

/// The bytes that a `rows` x `cols` tile at `position` moves: only those that exist in its tensor.
template <IsDType D>
constexpr ByteView bytes_of_tile(const HbmPosition<D>& position, std::uint64_t rows,
                                 std::uint64_t cols) {
  return {position.origin(),
          position.rows_present(rows),
          position.cols_present(cols),
          checked_mul(position.row_stride, std::uint64_t{D::bytes}),
          checked_mul(position.col_stride, std::uint64_t{D::bytes}),
          D::bytes};
}

__extension__ using SignedWide = __int128;

/// One dimension of a sum `x * stride` with x in [0, count).
struct StridedSteps {
  std::uint64_t stride;
  std::uint64_t count;
};

/// Whether the steps, one x for each, can add up to something in [low, high]. Strides descend.
/// Tries only the x of a stride that the smaller ones can still correct; the last dimension is not
/// tried out at all.
constexpr bool sums_reach(std::span<const StridedSteps> steps, SignedWide low, SignedWide high) {
  if (steps.empty()) return low <= 0 && high >= 0;
  SignedWide rest = 0;
  for (const StridedSteps& smaller : steps.subspan(1))
    rest += SignedWide{smaller.stride} * (smaller.count - 1);
  const SignedWide stride = steps[0].stride;
  const SignedWide least = low - rest;
  SignedWide x = least > 0 ? (least + stride - 1) / stride : 0;
  const SignedWide last_x = high < 0 ? -1 : std::min(high / stride, SignedWide{steps[0].count - 1});
  if (steps.size() == 1) return x <= last_x;
  for (; x <= last_x; ++x)
    if (sums_reach(steps.subspan(1), low - x * stride, high - x * stride)) return true;
  return false;
}

/// Whether two views have a byte in common: exact, also for views that interleave. Disjoint bounds
/// cost a few comparisons; views of equal strides, such as tiles of one tensor, a few dozen.
/// Strides that have nothing to do with each other are tried out: about as many steps as one view
/// has rows, and more only if neither has solid rows.
constexpr bool overlap(const ByteView& a, const ByteView& b) {
  const ByteRange a_bounds = a.bounds();
  const ByteRange b_bounds = b.bounds();
  if (a_bounds.begin >= b_bounds.end || b_bounds.begin >= a_bounds.end || a.empty() || b.empty())
    return false;
  // Elements at p in a and q in b meet if p - q lies in (-a.element_bytes, b.element_bytes).
  // Counting b's steps backwards from its last element, p - q is a sum of steps forward from where
  // the two views are furthest apart.
  const SignedWide least = SignedWide{a.address} - (SignedWide{b_bounds.end} - b.element_bytes);
  SignedWide low = 1 - SignedWide{a.element_bytes} - least;
  const SignedWide high = SignedWide{b.element_bytes} - 1 - least;
  std::array<StridedSteps, 4> steps{{{a.row_stride, a.rows},
                                     {a.col_stride, a.cols},
                                     {b.row_stride, b.rows},
                                     {b.col_stride, b.cols}}};
  std::ranges::sort(steps, {}, &StridedSteps::stride);
  std::size_t kept = 0;
  for (const StridedSteps& step : steps) {
    if (step.count == 1 || step.stride == 0) continue;
    if (kept > 0 && steps[kept - 1].stride == step.stride)
      steps[kept - 1].count += step.count - 1;  // equal strides are one longer dimension
    else
      steps[kept++] = step;
  }
  std::size_t first = 0;
  // A stride within the width of the target leaves no gap: the target only grows.
  for (; first < kept && SignedWide{steps[first].stride} <= high - low + 1; ++first)
    low -= SignedWide{steps[first].stride} * (steps[first].count - 1);
  std::reverse(steps.begin() + first, steps.begin() + kept);
  return sums_reach(std::span(steps).subspan(first, kept - first), low, high);
}

/// Calls `visit(ByteRange)` for each unbroken piece, row by row, until it returns true.
template <class Visit>
constexpr void for_each_piece(const ByteView& view, Visit visit) {
  const std::uint64_t pieces = view.solid_rows() ? 1 : view.cols;
  const std::uint64_t length =
      view.solid_rows() ? view.cols * view.element_bytes : view.element_bytes;
  if (view.empty()) return;
  for (std::uint64_t row = 0; row < view.rows; ++row)
    for (std::uint64_t piece = 0; piece < pieces; ++piece) {
      const std::uint64_t begin = view.address + row * view.row_stride + piece * view.col_stride;
      if (visit(ByteRange{begin, begin + length})) return;
    }
}

/// The first unbroken piece, in the order of a's rows, that two views have in common. Costs a walk
/// through both.
constexpr std::optional<ByteRange> first_common(const ByteView& a, const ByteView& b) {
  std::optional<ByteRange> common;
  if (!overlap(a, b)) return common;
  for_each_piece(a, [&](ByteRange mine) {
    if (!overlap(solid_bytes(mine.begin, mine.end - mine.begin), b)) return false;
    for_each_piece(b, [&](ByteRange theirs) {
      const ByteRange both{std::max(mine.begin, theirs.begin), std::min(mine.end, theirs.end)};
      if (both.begin < both.end && (!common || both.begin < common->begin)) common = both;
      return false;
    });
    return true;
  });
  return common;
}

}  // namespace weft
