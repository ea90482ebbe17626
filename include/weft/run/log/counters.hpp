// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/log/events.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace weft {

/// How often ops of one kind of facts happened.
struct OpCount {
  const OpFacts* facts;
  std::uint64_t count;
  std::uint64_t bytes;
};

/// The policy that counts ops and bytes but keeps no record of any: `Report::count()` works, `op_log()` and `waits()` stay empty.
class Counters {
 public:
  static constexpr bool keeps_records = false;

  template <std::size_t N>
  RecordId op(const OpEvent& event, const std::array<RecordId, N>&) {
    OpCount& entry = find(event.facts);
    ++entry.count;
    entry.bytes += event.bytes;
    return no_record;
  }
  void amend(RecordId, Ps, Ps) noexcept {}
  void amend_end(RecordId, Ps) noexcept {}
  void wait(const WaitEvent&) noexcept {}
  [[nodiscard]] std::vector<OpCount> take() {
    std::vector<OpCount> counts;
    counts.swap(counts_);
    recent_ = {};
    return counts;
  }

 private:
  OpCount& find(const OpFacts* facts) {
    const std::size_t slot =
        (reinterpret_cast<std::uintptr_t>(facts) / alignof(OpFacts)) % recent_.size();
    if (const std::uint32_t i = recent_[slot]; i < counts_.size() && counts_[i].facts == facts)
      return counts_[i];
    return search(facts, slot);
  }
  OpCount& search(const OpFacts* facts, std::size_t slot) {
    std::uint32_t i = 0;
    while (i != counts_.size() && counts_[i].facts != facts) ++i;
    if (i == counts_.size()) counts_.push_back({facts, 0, 0});
    recent_[slot] = i;
    return counts_[i];
  }

  std::vector<OpCount> counts_;
  std::array<std::uint32_t, 64> recent_{};  // where `counts_` was last found, by address: a hint
};

/// The policy that keeps nothing but what every run knows: latency, busy times and kernels.
class NoLog {
 public:
  static constexpr bool keeps_records = false;

  template <std::size_t N>
  RecordId op(const OpEvent&, const std::array<RecordId, N>&) noexcept {
    return no_record;
  }
  void amend(RecordId, Ps, Ps) noexcept {}
  void amend_end(RecordId, Ps) noexcept {}
  void wait(const WaitEvent&) noexcept {}
};

}  // namespace weft
