// expect: this PE has two engines that execute load
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model.hpp>

using namespace weft::literals;

struct Prefetcher {  // a user's engine that also executes loads
  static constexpr auto part = weft::PartKind::engine;
  static constexpr std::string_view name = "prefetcher";
  static constexpr weft::Server servers[] = {{"prefetcher"}};
  template <class Work>
  static constexpr bool accepts = std::is_same_v<Work, weft::ReadWork>;
  static constexpr weft::Duration service(weft::ReadWork) { return 1_ns; }
};
struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = 128_GBps},
                                             .write = {.bandwidth = 128_GBps}}>,
                     Prefetcher> {};
