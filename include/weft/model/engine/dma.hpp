// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <weft/model/engine/part.hpp>
#include <weft/model/op/work.hpp>
#include <weft/model/units/rates.hpp>

namespace weft {

/// One direction of a DMA engine. Each channel moves `bandwidth`, spends `setup` once per request,
/// and the data is ready `latency` after the transfer's end without occupying the channel.
struct DmaChannelSpec {
  Bandwidth bandwidth{};
  Duration setup{};
  Duration latency{};
  std::uint32_t channels = 1;
};

/// A DMA engine between HBM and scratch; reads and writes do not delay each other.
struct DmaSpec {
  DmaChannelSpec read{};
  DmaChannelSpec write{};
};

/// The rules of a Dma, one sentence each; a function, because a rule that fails in a class makes
/// clang distrust the class.
template <DmaSpec S>
constexpr bool check_dma() {
  static_assert(S.read.bandwidth.bytes_per_second > 0, "dma: the read bandwidth must not be zero");
  static_assert(S.write.bandwidth.bytes_per_second > 0,
                "dma: the write bandwidth must not be zero");
  static_assert(S.read.channels > 0, "dma: there must be at least one read channel");
  static_assert(S.write.channels > 0, "dma: there must be at least one write channel");
  static_assert(S.read.setup.ps >= 0 && S.write.setup.ps >= 0,
                "dma: the setup time must not be negative");
  static_assert(S.read.latency.ps >= 0 && S.write.latency.ps >= 0,
                "dma: the latency must not be negative");
  return true;
}

/// The DMA engine of a PE: loads and stores.
template <DmaSpec S>
struct Dma {
  static_assert(check_dma<S>());

  static constexpr PartKind part = PartKind::engine;
  static constexpr std::string_view name = "dma";
  static constexpr DmaSpec spec = S;
  static constexpr Server servers[] = {{"dma.read", S.read.channels},
                                       {"dma.write", S.write.channels}};

  template <class Work>
  static constexpr bool accepts = std::same_as<Work, ReadWork> || std::same_as<Work, WriteWork>;
  template <class Work>
  static constexpr std::size_t server = std::same_as<Work, WriteWork> ? 1 : 0;

  /// How long a transfer occupies its channel: setup + bytes / bandwidth, rounded up to a
  /// picosecond.
  [[nodiscard]] static constexpr Duration service(ReadWork work) {
    return S.read.setup + transfer_time(work.bytes, S.read.bandwidth);
  }
  [[nodiscard]] static constexpr Duration service(WriteWork work) {
    return S.write.setup + transfer_time(work.bytes, S.write.bandwidth);
  }
  /// The parts of that, for transfers over several stages.
  [[nodiscard]] static constexpr Bandwidth bandwidth(ReadWork) { return S.read.bandwidth; }
  [[nodiscard]] static constexpr Bandwidth bandwidth(WriteWork) { return S.write.bandwidth; }
  [[nodiscard]] static constexpr Duration setup(ReadWork) { return S.read.setup; }
  [[nodiscard]] static constexpr Duration setup(WriteWork) { return S.write.setup; }
  /// From the end of a transfer to readiness.
  [[nodiscard]] static constexpr Duration latency(ReadWork) { return S.read.latency; }
  [[nodiscard]] static constexpr Duration latency(WriteWork) { return S.write.latency; }
};

}  // namespace weft
