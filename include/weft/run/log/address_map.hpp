// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/error.hpp>
#include <weft/model/topology/address.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace weft {

/// Where the addresses of a machine's HBM live: its channels stand one behind the other.
class AddressMap {
 public:
  /// The next channel: `bytes` from the end of the one before.
  void add(const Address& start, std::uint64_t base, std::uint64_t bytes) {
    channels_.push_back({base, bytes, start});
  }
  /// Some channel has that address; that of a tensor made by hand may lie beyond all of them.
  [[nodiscard]] bool knows(std::uint64_t address) const {
    return !channels_.empty() && address < channels_.back().base + channels_.back().bytes;
  }
  /// An address of a log record or tensor, said. One beyond all channels: `Error`.
  [[nodiscard]] Address where(std::uint64_t address) const {
    if (!knows(address)) fail("hbm: no channel has the address ", address);
    const auto behind = std::upper_bound(
        channels_.begin(), channels_.end(), address,
        [](std::uint64_t at, const Channel& channel) { return at < channel.base; });
    Address at = (behind - 1)->start;
    at.offset = address - (behind - 1)->base;
    return at;
  }

 private:
  struct Channel {
    std::uint64_t base;
    std::uint64_t bytes;
    Address start;
  };
  std::vector<Channel> channels_;
};

}  // namespace weft
