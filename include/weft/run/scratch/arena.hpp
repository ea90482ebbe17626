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

/// The scratch memory of one PE as an account of bytes: tiles are counted, each rounded up to the alignment of the spec, not placed,
/// so fragmentation is left out on purpose. Bytes of a tile dropped while its transfer is in flight stay taken until the
/// transfer is done.
class ScratchArena {
 public:
  explicit ScratchArena(std::uint64_t capacity) noexcept : capacity_(capacity) {}

  /// Takes `bytes` at `now`; false if they do not fit.
  [[nodiscard, gnu::always_inline]] bool take(std::uint64_t bytes, Ps now) {
    if (!in_flight_.empty()) land(now);
    if (bytes > capacity_ - used_) return false;
    used_ += bytes;
    if (used_ > peak_) {
      peak_ = used_;
      at_new_peak_ = true;
    }
    return true;
  }

  /// Frees `bytes` of a tile whose transfers are done at `done`: then, or now if that has passed. `made` is its line.
  [[gnu::always_inline]] void release(std::uint64_t bytes, Ps done, Ps now,
                                      std::source_location made = {}) {
    if (done <= now)
      used_ -= bytes;
    else
      park({done, bytes, made});
  }

  [[nodiscard]] std::uint64_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] std::uint64_t used() const noexcept { return used_; }
  [[nodiscard]] std::uint64_t peak() const noexcept { return peak_; }
  /// It has never been fuller, and nobody has noted yet what is live.
  [[nodiscard]] bool at_new_peak() const noexcept { return at_new_peak_; }
  void peak_noted() noexcept { at_new_peak_ = false; }
  /// Some dropped tile's transfer is done by now, and its bytes still counted.
  [[nodiscard]] bool lands(Ps now) const noexcept {
    return !in_flight_.empty() && in_flight_.front().done <= now;
  }
  /// Calls `visit(line, bytes)` for every dropped tile that still counts.
  template <class Visit>
  void for_each_dropped(Visit visit) const {
    for (const Dropped& dropped : in_flight_) visit(dropped.made, dropped.bytes);
  }
  /// Bytes whose handles are gone while their transfer is still in flight.
  [[nodiscard]] std::uint64_t in_flight(Ps now) {
    land(now);
    std::uint64_t sum = 0;
    for (const Dropped& dropped : in_flight_) sum += dropped.bytes;
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
    std::uint64_t bytes;
    std::source_location made;
    friend bool operator>(const Dropped& a, const Dropped& b) noexcept { return a.done > b.done; }
  };

  [[gnu::noinline]] void park(const Dropped& dropped) {
    in_flight_.push_back(dropped);
    std::push_heap(in_flight_.begin(), in_flight_.end(), std::greater<>{});
  }
  [[gnu::noinline]] void land(Ps now) {
    while (!in_flight_.empty() && in_flight_.front().done <= now) {
      used_ -= in_flight_.front().bytes;
      std::pop_heap(in_flight_.begin(), in_flight_.end(), std::greater<>{});
      in_flight_.pop_back();
    }
  }

  std::uint64_t capacity_;
  std::uint64_t used_ = 0;
  std::uint64_t peak_ = 0;
  bool at_new_peak_ = false;
  std::vector<Dropped> in_flight_;  // a heap, the earliest first
};

}  // namespace weft
