// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/launch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weft {

/// What a kernel waits for, in words, and the PE that would have to act.
struct Awaited {
  std::string what;
  std::optional<std::uint32_t> peer;
};

/// A send in the background that waits for a place.
struct WaitingSend {
  Unreceived send;
  const Slot* done;   ///< ready once it has gone
  std::string place;  ///< what it waits for, in words
};

/// Everybody who waits in a simulation, in words: " kernel 1 on PE 0 waits at k.cpp:7 since 150 ns for ..;" one after the
/// other, in launch order, then the sends in the background; and which PE waits for which.
struct Waiters {
  std::string text;
  std::size_t kernels = 0;

  /// `waiting` are the kernels that have not returned, the latest first; `queues` says which of them waits for a queue, by
  /// `awaited(kernel)`, and has the `waiting_sends()`. `running` is left out.
  template <class Queues>
  Waiters(Runtime& runtime, const Launch* waiting, Queues& queues,
          const KernelActor* running = nullptr) {
    std::vector<const Launch*> launched;
    for (; waiting != nullptr; waiting = waiting->next_launch)
      if (waiting->enlisted()) launched.push_back(waiting);
    kernels = launched.size();
    std::reverse(launched.begin(), launched.end());
    const std::vector<WaitingSend> sends = queues.waiting_sends();
    for (const Launch* kernel : launched) add(runtime, *kernel, queues, sends, running);
    if (not_begun_ > named)
      text += sentence(" ", not_begun_ - named, " more kernels have not begun;");
    for (const auto& [send, done, place] : sends)
      text += sentence(" a send in the background of kernel ", send.kernel, " on PE ", send.pe,
                       " waits at ", line_of(send.where), " since ", nanoseconds(send.since), " ns",
                       place, ";");
  }

  /// "; a cycle: PE 0 waits for PE 1 waits for PE 0", or nothing.
  [[nodiscard]] std::string cycle() const {
    std::vector<std::uint32_t> path;
    std::vector<bool> seen(waits_for_.size());
    for (std::uint32_t pe = 0; pe != waits_for_.size(); ++pe) {
      if (!leads_back(pe, path, seen)) continue;
      std::string found = "; a cycle:";
      for (const std::uint32_t on_it : path) found += sentence(" PE ", on_it, " waits for");
      return found + sentence(" PE ", path.front());
    }
    return {};
  }

 private:
  template <class Queues>
  void add(Runtime& runtime, const KernelActor& kernel, Queues& queues,
           const std::vector<WaitingSend>& sends, const KernelActor* running) {
    std::vector<const KernelActor*> joined;  // that have not returned: they stand for it
    for (const KernelActor* inner = kernel.first_joined; inner != nullptr;
         inner = inner->next_joined)
      if (inner->enlisted()) joined.push_back(inner);
    for (auto inner = joined.rbegin(); inner != joined.rend(); ++inner)
      add(runtime, **inner, queues, sends, running);
    if (!joined.empty() || &kernel == running) return;
    const std::string name = sentence(" kernel ", kernel.launch, " on PE ", kernel.pe);
    if (kernel.where.line() == 0) {
      if (++not_begun_ <= named) text += name + " has not begun;";
      return;
    }
    text += name + sentence(" waits at ", line_of(kernel.where), " since ",
                            nanoseconds(Duration{kernel.suspended_since}), " ns");
    if (kernel.scheduled()) {
      text += sentence(" until ", nanoseconds(Duration{kernel.due}), " ns;");
      return;
    }
    Awaited reason = queues.awaited(kernel);
    if (reason.what.empty())
      for (const WaitingSend& one : sends)
        if (kernel.waits_for(*one.done))
          reason = {" for the send at " + line_of(one.send.where), one.send.peer};
    if (reason.what.empty()) reason.what = tile_of(runtime, kernel);
    if (reason.peer) {
      waits_for_.resize(
          std::max({waits_for_.size(), kernel.pe + std::size_t{1}, *reason.peer + std::size_t{1}}));
      waits_for_[kernel.pe].push_back(*reason.peer);
    }
    text += reason.what + ";";
  }

  /// Which tile whose readiness nobody has decided the kernel waits for.
  static std::string tile_of(Runtime& runtime, const KernelActor& kernel) {
    std::string what;
    runtime.for_each_tile([&](const Slot& slot) {
      if (kernel.waits_for(slot))
        what = slot.producer.line() == 0 ? std::string(" for an event that nobody has set")
                                         : " for the result of " + line_of(slot.producer);
    });
    return what;
  }

  /// Goes on from `pe`, which is the next on `path`. True: the path leads back to a PE on it, where it now begins.
  bool leads_back(std::uint32_t pe, std::vector<std::uint32_t>& path,
                  std::vector<bool>& seen) const {
    if (const auto known = std::find(path.begin(), path.end(), pe); known != path.end()) {
      path.erase(path.begin(), known);
      return true;
    }
    if (seen[pe]) return false;
    seen[pe] = true;
    path.push_back(pe);
    for (const std::uint32_t peer : waits_for_[pe])
      if (leads_back(peer, path, seen)) return true;
    path.pop_back();
    return false;
  }

  std::vector<std::vector<std::uint32_t>> waits_for_;  // PEs, by PE
  static constexpr std::size_t named = 4;  // of those that have not begun; the others are counted
  std::size_t not_begun_ = 0;
};

/// Nothing is pending and kernels still wait, or the limit on virtual time is reached: who waits, at which line, for
/// what, since when; the cycle of PEs that wait for each other, and the smallest number of places in
/// the queues between PEs with which the kernels finish.
struct Deadlock : Error {
  using Error::Error;

  /// The sentence; `beyond` is the moment that a limit on virtual time forbids.
  static std::string text(const Runtime& runtime, const Waiters& waiters,
                          std::optional<Duration> beyond = std::nullopt) {
    std::string all = beyond
                          ? sentence("the limit on virtual time is reached: the next event is at ",
                                     nanoseconds(*beyond), " ns;")
                          : sentence("deadlock at ", nanoseconds(Duration{runtime.clock.now()}),
                                     " ns: nothing is pending and ", waiters.kernels,
                                     waiters.kernels == 1 ? " kernel waits;" : " kernels wait;");
    all += waiters.text;
    all.pop_back();
    return all + waiters.cycle();
  }
};

}  // namespace weft
