// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/topology/engine_for.hpp>
#include <weft/model/topology/pe.hpp>
#include <weft/run/kernel/slot.hpp>
#include <weft/run/machine/composite_scheduler.hpp>
#include <weft/run/machine/timeline.hpp>
#include <weft/run/scratch/arena.hpp>

#include <cstdint>
#include <limits>
#include <vector>

namespace weft {

/// One PE, alive: the timelines of its servers in the order of its type's parts, its scratch memory, its scheduler.
struct PeState {
  std::vector<Timeline> servers;
  ScratchArena arena{std::numeric_limits<std::uint64_t>::max()};
  CompositeScheduler scheduler;
  SlotPool* slots = nullptr;  ///< its tiles; the runtime's
  std::uint32_t pe = 0;
  bool has_scratch = false;
};

/// A PE of type `PeT`, idle.
template <IsPe PeT>
[[nodiscard]] PeState make_pe(std::uint32_t pe) {
  PeState state;
  state.pe = pe;
  PeT::engines::for_each([&]<class Engine>(Type<Engine>) {
    for (const Server& server : Engine::servers)
      state.servers.emplace_back(server.name, server.capacity);
  });
  state.scheduler = CompositeScheduler(PeT::scheduler::spec.slots);
  if constexpr (PeT::has_scratch) {
    state.arena = ScratchArena(PeT::scratch::spec.capacity.count);
    state.has_scratch = true;
  }
  return state;
}

}  // namespace weft
