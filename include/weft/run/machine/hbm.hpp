// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/error.hpp>
#include <weft/model/tensor/hbm_tensor.hpp>

#include <cstdint>

namespace weft {

/// The HBM channel of one PE as an account of addresses: tensors are placed one behind the other, each at a multiple of
/// 256 bytes, and live as long as the simulation.
class HbmChannel {
 public:
  static constexpr std::uint64_t alignment = 256;

  HbmChannel(std::uint32_t home, std::uint64_t capacity) noexcept
      : home_(home), capacity_(capacity) {}

  /// A dense row-major tensor of 1 to 4 extents (whole numbers), with unspecified contents.
  /// More bytes than are free throws `Error` with both sizes.
  template <IsDType D, std::convertible_to<Index>... Extents>
  [[nodiscard]] HbmTensor<D> tensor(DType<D>, Extents... extents) {
    static_assert(sizeof...(Extents) >= 1 && sizeof...(Extents) <= 4,
                  "hbm: a tensor has 1 to 4 extents");
    HbmTensor<D> tensor(next_, home_, {Index(extents)...});
    const std::uint64_t bytes = tensor.bytes().count;
    if (bytes > capacity_ - next_)
      fail("hbm: a tensor of ", bytes, " bytes does not fit into the ", capacity_ - next_,
           " bytes that are free of ", capacity_, " on PE ", home_);
    const std::uint64_t rounded = (bytes + alignment - 1) / alignment * alignment;
    next_ = rounded > capacity_ - next_ ? capacity_ : next_ + rounded;
    return tensor;
  }
  template <IsDType D, std::convertible_to<Index>... Extents>
  [[nodiscard]] HbmTensor<D> tensor(Extents... extents) {
    return tensor(dtype<D>, extents...);
  }

  [[nodiscard]] std::uint64_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] std::uint64_t used() const noexcept { return next_; }

 private:
  std::uint32_t home_;
  std::uint64_t capacity_;
  std::uint64_t next_ = 0;
};

}  // namespace weft
