// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/kernel_actor.hpp>
#include <weft/run/machine/pe_state.hpp>

#include <algorithm>
#include <vector>

namespace weft {

/// The completions of a machine that wake nobody: transfers and asynchronous ops in flight that no kernel waits for.
/// Asked only by `next_event_time` and at the end of a run; looks at every live tile.
class MachineCompletions final : public SilentCompletions {
 public:
  MachineCompletions(Runtime& runtime, std::vector<PeState>& states)
      : runtime_(&runtime), states_(&states) {}

  [[nodiscard]] Ps next(Ps after) const noexcept override {
    Ps earliest = runtime_->last_completion > after ? runtime_->last_completion : never;
    runtime_->for_each_tile([&](const Slot& slot) {
      if (slot.ready > after) earliest = std::min(earliest, slot.ready);
    });
    for (const PeState& state : *states_)
      earliest = std::min(earliest, state.arena.next_landing(after));
    return earliest;
  }
  [[nodiscard]] Ps last() const noexcept override { return runtime_->last_completion; }

 private:
  Runtime* runtime_;
  std::vector<PeState>* states_;
};

}  // namespace weft
