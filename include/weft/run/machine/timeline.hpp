// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/units/bytes.hpp>
#include <weft/run/time/actor.hpp>
#include <weft/run/time/overflow.hpp>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace weft {

/// When a request is served, in picoseconds.
struct Interval {
  Ps start;
  Ps end;
};

/// A FIFO server of one or more equal slots, kept as a timeline: a request knows its start and its end when it is made,
/// so queueing costs no event. Requests must be made in the order of virtual time.
class Timeline {
 public:
  explicit Timeline(std::string_view name, std::uint32_t slots = 1)
      : name_(name), slots_(slots), later_(slots - 1, 0) {}

  /// A request made at `at` that needs `service`: starts when the earliest slot is free, among equals the lowest.
  [[gnu::always_inline]] Interval request(Ps at, Ps service) {
    Ps& slot = slots_ == 1 ? free_ : earliest_slot();
    Interval served{std::max(at, slot), 0};
    if (__builtin_add_overflow(served.start, service, &served.end)) [[unlikely]]
      time_overflow();
    slot = served.end;
    busy_ += service;
    ++requests_;
    return served;
  }

  /// A request whose service cannot end before `earliest_end`, because its data still arrives: the slot is held from its
  /// start to its end.
  Interval hold(Ps at, Ps service, Ps earliest_end) {
    Ps& slot = slots_ == 1 ? free_ : earliest_slot();
    Interval held{std::max(at, slot), 0};
    if (__builtin_add_overflow(held.start, service, &held.end)) [[unlikely]]
      time_overflow();
    held.end = std::max(held.end, earliest_end);
    slot = held.end;
    busy_ += held.end - held.start;
    ++requests_;
    return held;
  }

  [[nodiscard]] std::string_view name() const noexcept { return name_; }
  [[nodiscard]] std::uint32_t slots() const noexcept { return slots_; }
  [[nodiscard]] Ps busy() const noexcept { return busy_; }
  [[nodiscard]] std::uint64_t requests() const noexcept { return requests_; }
  /// Counts bytes that requests move, where that is asked for: on links and ports.
  void moves(Bytes bytes) noexcept { bytes_ += bytes.count; }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  void reset_statistics() noexcept { busy_ = 0, requests_ = 0, bytes_ = 0; }

 private:
  [[nodiscard, gnu::noinline]] Ps& earliest_slot() noexcept {
    auto other = std::min_element(later_.begin(), later_.end());
    return *other < free_ ? *other : free_;
  }

  Ps free_ = 0;  // the first slot: nearly every server has just this one
  Ps busy_ = 0;
  std::uint64_t requests_ = 0;
  std::uint64_t bytes_ = 0;
  std::string_view name_;
  std::uint32_t slots_;
  std::vector<Ps> later_;
};

}  // namespace weft
