// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include <weft/core/wide.hpp>
#include <weft/model/tensor/hbm_position.hpp>
#include <weft/model/tensor/place.hpp>

namespace weft {

/// A whole number that indexes or sizes a dimension, from any integer type; a negative one is
/// caught where it is used.
struct Index {
  std::uint64_t value = 0;
  bool negative = false;

  constexpr Index() = default;
  template <std::integral I>
  constexpr Index(I number)  // NOLINT: implicit, so that indices are written as numbers
      : value{static_cast<std::uint64_t>(number)},
        negative{std::signed_integral<I> && number < I{}} {}

  /// The number as it was written.
  [[nodiscard]] std::string text() const {
    return negative ? std::to_string(static_cast<std::int64_t>(value)) : std::to_string(value);
  }
};

/// A tensor in HBM: rank 1 to 4, extents known at run time, no data. Trivially copyable: pass it to
/// kernels by value. Rank 1 counts as one row; higher ranks are narrowed to a matrix by leading
/// indices (`t[i]`, or `t.at(i, row, col)`).
template <IsDType D>
class HbmTensor {
 public:
  using dtype = D;
  static constexpr std::size_t max_rank = 4;

  constexpr HbmTensor() = default;

  /// A dense row-major tensor at a byte address in the HBM of PE `home`, whose `place` is that.
  /// No extents, more than 4, an extent below 1, or a size beyond 64 bits of bytes throws `Error`.
  constexpr HbmTensor(std::uint64_t address, std::uint32_t home,
                      std::initializer_list<Index> extents, Place place = Place::pe)
      : HbmTensor(address, home, extents.begin(), extents.size(), place) {}

  /// The same with the extents in an array.
  constexpr HbmTensor(std::uint64_t address, std::uint32_t home, const Index* extents,
                      std::size_t rank, Place place = Place::pe)
      : address_{address}, home_{home}, rank_{static_cast<std::uint16_t>(rank)}, place_{place} {
    if (rank == 0 || rank > max_rank) fail("HBM tensor: rank ", rank, " is not between 1 and 4");
    for (std::size_t i = 0; i < rank; ++i) {
      if (extents[i].negative || extents[i].value == 0) {
        fail("HBM tensor: extent ", i, " is ", extents[i].text(), ", it must be at least 1");
      }
      extents_[i] = extents[i].value;
    }
    std::uint64_t stride = 1;
    for (std::size_t i = rank; i-- > 0;) {
      strides_[i] = stride;
      stride = checked_mul(stride, extents_[i]);
    }
    (void)checked_add(address, checked_mul(stride, std::uint64_t{D::bytes}));
  }

  /// Byte address of the first element.
  [[nodiscard]] constexpr std::uint64_t address() const { return address_; }
  /// The PE whose HBM channel holds it.
  [[nodiscard]] constexpr std::uint32_t home() const { return home_; }
  /// Whose memory that is: one PE's, a cube's, the device's. `sim.where(tensor)` says more.
  [[nodiscard]] constexpr Place place() const { return place_; }
  [[nodiscard]] constexpr std::size_t rank() const { return rank_; }
  /// Extent of dimension i < rank.
  [[nodiscard]] constexpr std::uint64_t extent(std::size_t i) const {
    return extents_[checked_dimension(i)];
  }
  /// Elements between neighbours in dimension i < rank.
  [[nodiscard]] constexpr std::uint64_t stride(std::size_t i) const {
    return strides_[checked_dimension(i)];
  }
  [[nodiscard]] constexpr std::uint64_t elements() const {
    std::uint64_t product = rank_ == 0 ? 0 : 1;
    for (std::size_t i = 0; i < rank_; ++i) product *= extents_[i];
    return product;
  }
  [[nodiscard]] constexpr Bytes bytes() const { return {elements() * D::bytes}; }

  /// The tensor at index i of the leading dimension: one rank less. An index outside, or rank 1,
  /// throws `Error`.
  [[nodiscard]] constexpr HbmTensor operator[](Index i) const {
    if (rank_ < 2)
      fail("HBM tensor: [", i.text(), "] needs rank 2 or more, this tensor has rank ", rank_);
    check("leading index", i, extents_[0]);
    HbmTensor inner = *this;
    inner.address_ += i.value * strides_[0] * D::bytes;
    --inner.rank_;
    for (std::size_t d = 0; d < inner.rank_; ++d) {
      inner.extents_[d] = extents_[d + 1];
      inner.strides_[d] = strides_[d + 1];
    }
    inner.extents_[inner.rank_] = inner.strides_[inner.rank_] = 0;
    return inner;
  }

  /// A position, one index per dimension: `q.at(row, col)`, `kv.at(head, row, col)`.
  /// An index outside its dimension, or a number of indices other than the rank, throws `Error`.
  [[nodiscard]] constexpr HbmPosition<D> at(Index col) const {
    need_rank(1);
    check("column", col, extents_[0]);
    return {address_, 1, extents_[0], extents_[0] * strides_[0], strides_[0], 0, col.value, home_};
  }
  [[nodiscard]] constexpr HbmPosition<D> at(Index row, Index col) const {
    need_rank(2);
    check("row", row, extents_[0]);
    check("column", col, extents_[1]);
    return {address_,    extents_[0], extents_[1], strides_[0],
            strides_[1], row.value,   col.value,   home_};
  }
  [[nodiscard]] constexpr HbmPosition<D> at(Index i, Index row, Index col) const {
    need_rank(3);
    return (*this)[i].at(row, col);
  }
  [[nodiscard]] constexpr HbmPosition<D> at(Index i, Index j, Index row, Index col) const {
    need_rank(4);
    return (*this)[i][j].at(row, col);
  }

  /// The position of the first element; rank 3 and 4 throw `Error`: select a matrix by its leading
  /// indices first.
  constexpr operator HbmPosition<D>()
      const {  // NOLINT: implicit, so that a matrix names its own origin
    if (rank_ == 2) [[likely]]
      return {address_, extents_[0], extents_[1], strides_[0], strides_[1], 0, 0, home_};
    if (rank_ == 1) return at(0);
    fail("HBM tensor: a tile needs a matrix, this tensor has rank ", rank_,
         ": give its leading indices");
  }

  friend constexpr bool operator==(const HbmTensor&, const HbmTensor&) = default;

 private:
  [[gnu::always_inline]] static constexpr void check(const char* what, Index index,
                                                     std::uint64_t extent) {
    if (index.negative || index.value >= extent) [[unlikely]]
      outside(what, index, extent);
  }
  [[gnu::cold]] static constexpr void outside(const char* what, Index index, std::uint64_t extent) {
    fail("HBM tensor: ", what, " ", index.text(), " is outside its extent ", extent);
  }
  constexpr void need_rank(std::uint32_t indices) const {
    if (rank_ != indices)
      fail("HBM tensor: at() got ", indices, " indices, this tensor has rank ", rank_);
  }
  [[nodiscard]] constexpr std::size_t checked_dimension(std::size_t i) const {
    if (i >= rank_)
      fail("HBM tensor: dimension ", i, " does not exist, this tensor has rank ", rank_);
    return i;
  }

  std::uint64_t address_ = 0;
  std::uint32_t home_ = 0;
  std::uint16_t rank_ = 0;
  Place place_ = Place::pe;
  std::uint64_t extents_[max_rank]{};
  std::uint64_t strides_[max_rank]{};
};

}  // namespace weft
