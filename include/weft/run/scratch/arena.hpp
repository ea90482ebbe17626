// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/time/actor.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <source_location>
#include <vector>

namespace weft {

/// A tile's part of a scratch memory.
struct ScratchShare {
  std::uint64_t bytes = 0;
  std::uint64_t number = 0;     ///< how many were taken before it, plus one
  std::source_location made{};  ///< the line that took it
};

/// The scratch memory of one PE as an account of bytes: tiles are counted, each rounded up to the alignment of the spec, not placed,
/// so fragmentation is left out on purpose. Bytes of a tile dropped while its transfer is in flight stay taken until the
/// transfer is done. Remembers what it held when it was fullest (the first time, if several): all shares up to a number,
/// less those that had gone by then; those that have gone since are kept.
class ScratchArena {
 public:
  explicit ScratchArena(std::uint64_t capacity) noexcept : capacity_(capacity) {}

  /// Takes `bytes` at `now`, for a line; a share of number 0 if they do not fit.
  [[nodiscard, gnu::always_inline]] ScratchShare take(std::uint64_t bytes, Ps now,
                                                      std::source_location made) {
    if (!in_flight_.empty()) land(now);
    if (bytes > capacity_ - used_) return {};
    used_ += bytes;
    ++taken_;
    if (used_ > peak_) {
      peak_ = used_;
      taken_at_peak_ = taken_;
      gone_since_peak_.clear();
    }
    return {bytes, taken_, made};
  }

  /// Frees the share of a tile whose transfers are done at `done`: then, or now if that has passed.
  [[gnu::always_inline]] void release(const ScratchShare& share, Ps done, Ps now) {
    if (done <= now)
      free(share);
    else
      park({done, share});
  }

  [[nodiscard]] std::uint64_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] std::uint64_t used() const noexcept { return used_; }
  [[nodiscard]] std::uint64_t peak() const noexcept { return peak_; }
  /// Begins to look for its fullest anew, with what it holds at `now`.
  void reset_peak(Ps now) {
    land(now);
    peak_ = used_;
    taken_at_peak_ = taken_;
    gone_since_peak_.clear();
  }
  /// True if a share that is still taken was so at the peak.
  [[nodiscard]] bool was_at_peak(const ScratchShare& share) const noexcept {
    return share.number <= taken_at_peak_;
  }
  /// Calls `visit(share)` for what was taken at the peak and has no tile any more.
  template <class Visit>
  void for_each_gone_since_peak(Visit visit) const {
    for (const ScratchShare& share : gone_since_peak_) visit(share);
    for (const Dropped& dropped : in_flight_)
      if (was_at_peak(dropped.share)) visit(dropped.share);
  }
  /// Bytes whose handles are gone while their transfer is still in flight.
  [[nodiscard]] std::uint64_t in_flight(Ps now) {
    land(now);
    std::uint64_t sum = 0;
    for (const Dropped& dropped : in_flight_) sum += dropped.share.bytes;
    return sum;
  }

  /// The earliest end of a dropped tile's transfer after the given moment.
  [[nodiscard]] Ps next_landing(Ps after) const noexcept {
    Ps earliest = never;
    for (const Dropped& dropped : in_flight_)
      if (dropped.done > after) earliest = std::min(earliest, dropped.done);
    return earliest;
  }

 private:
  struct Dropped {
    Ps done;
    ScratchShare share;
    friend bool operator>(const Dropped& a, const Dropped& b) noexcept { return a.done > b.done; }
  };

  [[gnu::always_inline]] void free(const ScratchShare& share) {
    used_ -= share.bytes;
    if (was_at_peak(share)) [[unlikely]]
      keep(share);
  }
  [[gnu::noinline]] void keep(const ScratchShare& share) { gone_since_peak_.push_back(share); }
  [[gnu::noinline]] void park(const Dropped& dropped) {
    in_flight_.push_back(dropped);
    std::push_heap(in_flight_.begin(), in_flight_.end(), std::greater<>{});
  }
  [[gnu::noinline]] void land(Ps now) {
    while (!in_flight_.empty() && in_flight_.front().done <= now) {
      free(in_flight_.front().share);
      std::pop_heap(in_flight_.begin(), in_flight_.end(), std::greater<>{});
      in_flight_.pop_back();
    }
  }

  std::uint64_t capacity_;
  std::uint64_t used_ = 0;
  std::uint64_t peak_ = 0;
  std::uint64_t taken_ = 0;
  std::uint64_t taken_at_peak_ = 0;
  std::vector<ScratchShare> gone_since_peak_;
  std::vector<Dropped> in_flight_;  // a heap, the earliest first
};

}  // namespace weft
