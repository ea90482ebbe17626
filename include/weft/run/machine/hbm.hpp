// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/error.hpp>
#include <weft/model/fabric/hbm.hpp>
#include <weft/model/tensor/hbm_tensor.hpp>
#include <weft/model/topology/address.hpp>
#include <weft/run/machine/timeline.hpp>

#include <cstdint>

namespace weft {

/// The HBM channel of one PE as an account of addresses: tensors are placed one behind the other, each at a multiple of
/// 256 bytes, and live as long as the simulation.
class HbmChannel {
 public:
  static constexpr std::uint64_t alignment = 256;

  /// The channel that lives at `start`, and whose addresses begin at `base`.
  HbmChannel(const Address& start, std::uint64_t base, const HbmSpec& spec)
      : start_(start), base_(base), spec_(spec), port_("hbm", 1) {}

  /// A dense row-major tensor of 1 to 4 extents (whole numbers), with unspecified contents.
  /// More bytes than are free throws `Error` with both sizes.
  template <IsDType D, std::convertible_to<Index>... Extents>
  [[nodiscard]] HbmTensor<D> tensor(DType<D>, Extents... extents) {
    static_assert(sizeof...(Extents) >= 1 && sizeof...(Extents) <= 4,
                  "hbm: a tensor has 1 to 4 extents");
    HbmTensor<D> tensor(base_ + next_, home(), {Index(extents)...}, start_.place);
    const std::uint64_t bytes = tensor.bytes().count;
    if (bytes > spec_.capacity.count - next_)
      fail("hbm: a tensor of ", bytes, " bytes does not fit into the ",
           spec_.capacity.count - next_, " bytes that are free of ", spec_.capacity.count,
           ", from ", next().text(), " on");
    const std::uint64_t rounded = (bytes + alignment - 1) / alignment * alignment;
    next_ = rounded > spec_.capacity.count - next_ ? spec_.capacity.count : next_ + rounded;
    return tensor;
  }
  template <IsDType D, std::convertible_to<Index>... Extents>
  [[nodiscard]] HbmTensor<D> tensor(Extents... extents) {
    return tensor(dtype<D>, extents...);
  }

  [[nodiscard]] std::uint64_t capacity() const noexcept { return spec_.capacity.count; }
  /// The PE it stands beside; of several that share it, the first.
  [[nodiscard]] std::uint32_t home() const noexcept { return start_.pe; }
  /// Where its first byte lives.
  [[nodiscard]] const Address& start() const noexcept { return start_; }
  [[nodiscard]] const HbmSpec& spec() const noexcept { return spec_; }
  /// Its port as a server, if it has a bandwidth.
  [[nodiscard]] Timeline* port() noexcept {
    return spec_.bandwidth.bytes_per_second != 0 ? &port_ : nullptr;
  }
  [[nodiscard]] std::uint64_t used() const noexcept { return next_; }

 private:
  /// Where the next tensor would be.
  [[nodiscard]] Address next() const {
    Address at = start_;
    at.offset = next_;
    return at;
  }

  Address start_;
  std::uint64_t base_;
  HbmSpec spec_;
  Timeline port_;
  std::uint64_t next_ = 0;
};

}  // namespace weft
