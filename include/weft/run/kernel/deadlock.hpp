// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/launch.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace weft {

/// What a kernel waits for, in words, and the PE that would have to act.
struct Awaited {
  std::string what;
  std::optional<std::uint32_t> peer;
};

/// Nothing is pending and kernels still wait, or the limit on virtual time is reached: who waits, at which line, for
/// what, since when; the cycle of PEs that wait for each other, and the smallest number of places in
/// the queues between PEs with which the kernels finish.
struct Deadlock : Error {
  using Error::Error;

  /// The sentence. `awaited(launch)` is asked for kernels that no tile's readiness explains.
  template <class AwaitedOf>
  static std::string text(Runtime& runtime, const Launch* waiting, const AwaitedOf& awaited,
                          std::optional<Duration> beyond = std::nullopt) {
    std::vector<const Launch*> kernels;
    for (; waiting != nullptr; waiting = waiting->next_launch) kernels.push_back(waiting);
    std::reverse(kernels.begin(), kernels.end());
    std::string all = beyond
                          ? sentence("the limit on virtual time is reached: the next event is at ",
                                     nanoseconds(*beyond), " ns;")
                          : sentence("deadlock at ", nanoseconds(Duration{runtime.clock.now()}),
                                     " ns: nothing is pending and ", kernels.size(),
                                     kernels.size() == 1 ? " kernel waits;" : " kernels wait;");
    std::map<std::uint32_t, std::uint32_t> waits_for;
    for (const Launch* kernel : kernels) {
      Awaited reason = awaited(*kernel);
      if (reason.what.empty()) reason.what = tile_of(runtime, *kernel);
      if (reason.peer) waits_for[kernel->pe] = *reason.peer;
      all += sentence(" kernel ", kernel->launch, " on PE ", kernel->pe, " waits at ",
                      line_of(kernel->where), " since ",
                      nanoseconds(Duration{kernel->suspended_since}), " ns", reason.what, ";");
    }
    all.pop_back();
    return all + cycle_in(waits_for);
  }

 private:
  /// Which tile whose readiness nobody has decided the kernel waits for.
  static std::string tile_of(Runtime& runtime, const Launch& kernel) {
    std::string what;
    runtime.for_each_tile([&](const Slot& slot) {
      for (const KernelActor* waiter = slot.waiters; waiter != nullptr;
           waiter = waiter->next_waiter)
        if (waiter == &kernel)
          what = slot.producer.line() == 0 ? std::string(" for an event that nobody has set")
                                           : " for the result of " + line_of(slot.producer);
    });
    return what;
  }

  static std::string cycle_in(const std::map<std::uint32_t, std::uint32_t>& waits_for) {
    for (const auto& [start, first] : waits_for) {
      std::vector<std::uint32_t> path{start};
      for (auto at = waits_for.find(first);
           at != waits_for.end() && path.size() <= waits_for.size();
           at = waits_for.find(at->second)) {
        if (at->first != start) {
          path.push_back(at->first);
          continue;
        }
        std::string text = "; a cycle:";
        for (const std::uint32_t pe : path) text += sentence(" PE ", pe, " waits for");
        return text + sentence(" PE ", start);
      }
    }
    return {};
  }
};

}  // namespace weft
