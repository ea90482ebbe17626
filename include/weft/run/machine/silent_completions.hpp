// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/kernel_actor.hpp>
#include <weft/run/machine/pe_state.hpp>

#include <algorithm>
#include <vector>

namespace weft {

/// The completions of a machine that wake nobody: transfers and asynchronous ops in flight that no kernel waits for.
/// Asked only by `next_event_time` and at the end of a run; looks at every tile, also at those that have been dropped.
/// (One whose slot serves another tile by now is missed, if the dropped one had no bytes in scratch: a `store_async`,
/// `send_async` that nobody keeps, of a tile that is used again.)
class MachineCompletions final : public SilentCompletions {
 public:
  MachineCompletions(Runtime& runtime, std::vector<PeState>& states)
      : runtime_(&runtime), states_(&states) {}

  [[nodiscard]] Ps next(Ps after) const noexcept override {
    Ps earliest = runtime_->last_completion > after ? runtime_->last_completion : never;
    const auto look = [&](Ps done) {
      if (done > after && done != not_known) earliest = std::min(earliest, done);
    };
    for (const auto& pool : runtime_->slots)
      pool->for_each([&](const Slot& slot) {
        look(slot.ready);
        look(slot.read_until);
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
