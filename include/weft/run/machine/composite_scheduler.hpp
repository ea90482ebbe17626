// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/log/events.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

namespace weft {

/// A composite as its scheduler sees it.
class ScheduledComposite {
 public:
  virtual ~ScheduledComposite() = default;
  /// It starts at `at`, now or later; said again, with an earlier moment, if one turns up.
  virtual void starts(Ps at) = 0;
};

/// The composites of one PE in the order issued: each starts at the first moment when fewer than `slots` earlier ones are
/// unfinished. Never before an earlier one: with more of them before it, that moment only gets later.
class CompositeScheduler {
 public:
  explicit CompositeScheduler(std::uint32_t slots = 1) noexcept : slots_(slots) {}

  /// A composite is issued at `now`; the scheduler owns it until it finishes.
  void add(std::unique_ptr<ScheduledComposite> composite, Ps now) {
    entries_.push_back({std::move(composite), now, unknown, unknown});
    update(now);
  }

  /// The last request of `composite` has been made: it will be ready at `ready`. Destroys it.
  void finishes(const ScheduledComposite& composite, Ps ready, Ps now) {
    for (Entry& entry : entries_)
      if (entry.composite.get() == &composite) {
        entry.finish = ready;
        const std::unique_ptr<ScheduledComposite> done = std::move(entry.composite);
        update(now);
        return;
      }
  }

  /// True while a composite has requests to make.
  [[nodiscard]] bool under_way() const noexcept {
    return std::ranges::any_of(entries_,
                               [](const Entry& entry) { return entry.composite != nullptr; });
  }

 private:
  static constexpr Ps unknown = std::numeric_limits<Ps>::max();

  struct Entry {
    std::unique_ptr<ScheduledComposite> composite;  // null once its readiness is known
    Ps issued;
    Ps start;
    Ps finish;
  };

  /// Looks no further than the first for which no slot will be free: none will be for those behind it.
  void update(Ps now) {
    const auto waiting = std::ranges::find(entries_, unknown, &Entry::start);
    const auto gone = std::remove_if(entries_.begin(), waiting, [&](const Entry& entry) {
      return entry.composite == nullptr && entry.finish <= now;
    });
    entries_.erase(gone, waiting);
    for (std::size_t i = 0; i != entries_.size(); ++i) {
      Entry& entry = entries_[i];
      if (entry.start == unknown || entry.start > now) {
        const Ps free = i < slots_ ? 0 : slot_free(i);
        if (free == unknown) return;
        const Ps start = std::max(entry.issued, free);
        if (start < entry.start) {
          entry.start = start;
          entry.composite->starts(std::max(start, now));
        }
      }
    }
  }

  /// The first moment when fewer than `slots` of the first `n` composites are unfinished: the slots-th latest finish.
  [[nodiscard]] Ps slot_free(std::size_t n) {
    finishes_.clear();
    for (std::size_t i = 0; i != n; ++i) finishes_.push_back(entries_[i].finish);
    const auto nth = finishes_.begin() + (slots_ - 1);
    std::nth_element(finishes_.begin(), nth, finishes_.end(), std::greater<>{});
    return *nth;
  }

  std::uint32_t slots_;
  std::vector<Entry> entries_;
  std::vector<Ps> finishes_;
};

}  // namespace weft
