// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/launch.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace weft {

/// Nothing is pending and kernels still wait, or the limit on virtual time is reached: who waits, at which line, for
/// what, since when.
struct Deadlock : Error {
  Deadlock(Runtime& runtime, const Launch* waiting, std::optional<Duration> beyond = std::nullopt)
      : Error(text(runtime, waiting, beyond)) {}

 private:
  static std::string text(Runtime& runtime, const Launch* waiting, std::optional<Duration> beyond) {
    std::vector<const Launch*> kernels;
    for (; waiting != nullptr; waiting = waiting->next_launch) kernels.push_back(waiting);
    std::reverse(kernels.begin(), kernels.end());
    std::string all = beyond
                          ? sentence("the limit on virtual time is reached: the next event is at ",
                                     nanoseconds(*beyond), " ns;")
                          : sentence("deadlock at ", nanoseconds(Duration{runtime.clock.now()}),
                                     " ns: nothing is pending and ", kernels.size(),
                                     kernels.size() == 1 ? " kernel waits;" : " kernels wait;");
    for (const Launch* kernel : kernels) {
      all += sentence(" kernel ", kernel->launch, " on PE ", kernel->pe, " waits at ",
                      line_of(kernel->where), " since ",
                      nanoseconds(Duration{kernel->suspended_since}), " ns",
                      awaited(runtime, *kernel), ";");
    }
    all.pop_back();
    return all;
  }

  /// Which tile whose readiness nobody has decided the kernel waits for.
  static std::string awaited(Runtime& runtime, const Launch& kernel) {
    std::string what;
    runtime.slots.for_each_live([&](const Slot& slot) {
      for (const KernelActor* waiter = slot.waiters; waiter != nullptr;
           waiter = waiter->next_waiter)
        if (waiter == &kernel) what = " for what " + line_of(slot.producer) + " has begun";
    });
    return what;
  }
};

}  // namespace weft
