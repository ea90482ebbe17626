// expect: this PE has two engines that execute this op's work
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model.hpp>

using namespace weft::literals;

struct SortWork {};
template <int I>
struct Sorter {
  static constexpr auto part = weft::PartKind::engine;
  static constexpr std::string_view name = "sorter";
  static constexpr weft::Server servers[] = {{"sorter"}};
  template <class Work>
  static constexpr bool accepts = std::is_same_v<Work, SortWork>;
  static constexpr weft::Duration service(SortWork) { return 1_ns; }
};
struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>, Sorter<0>, Sorter<1>> {};
using Engine = weft::EngineFor<Pe, SortWork>;
