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
  [[gnu::always_inline]] RecordId op(const OpEvent& event, const std::array<RecordId, N>&) {
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
  [[gnu::always_inline]] OpCount& find(const OpFacts* facts) {
    OpCount*& hint =
        recent_[(reinterpret_cast<std::uintptr_t>(facts) / alignof(OpFacts)) % recent_.size()];
    if (hint == nullptr || hint->facts != facts) [[unlikely]]
      hint = search(facts);
    return *hint;
  }
  [[gnu::noinline]] OpCount* search(const OpFacts* facts) {
    for (OpCount& entry : counts_)
      if (entry.facts == facts) return &entry;
    if (counts_.size() == counts_.capacity()) recent_ = {};  // the entries move
    counts_.push_back({facts, 0, 0});
    return &counts_.back();
  }

  std::vector<OpCount> counts_;
  std::array<OpCount*, 64> recent_{};  // where facts were last found, by their address: a hint
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
