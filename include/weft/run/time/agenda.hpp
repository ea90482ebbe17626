// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <weft/run/time/actor.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace weft {

/// A wake-up: whom, and when.
struct WakeUp {
  Ps time;
  Actor* actor;

  /// What happens first: the earlier, among equal times the lower rank.
  [[nodiscard]] bool before(const WakeUp& other) const noexcept {
    return time != other.time ? time < other.time : actor->label < other.actor->label;
  }
};

/// The next wake-ups in the order in which they happen. Taking the first costs a few instructions; inserting one moves
/// those on the shorter side of it.
class Agenda {
 public:
  [[nodiscard]] bool empty() const noexcept { return head_ == tail_; }
  [[nodiscard]] std::size_t size() const noexcept { return tail_ - head_; }
  [[nodiscard]] std::size_t capacity() const noexcept { return items_.size(); }
  [[nodiscard]] const WakeUp& front() const noexcept { return items_[head_]; }
  [[nodiscard]] const WakeUp& back() const noexcept { return items_[tail_ - 1]; }
  [[nodiscard]] const WakeUp& operator[](std::size_t i) const noexcept { return items_[head_ + i]; }

  /// Takes out the first. There must be one.
  Actor& pop() noexcept {
    Actor& first = *items_[head_++].actor;
    if (head_ + ahead < tail_) {
      const auto hot =
          reinterpret_cast<std::uintptr_t>(items_[head_ + ahead].actor->hot);  // may be null
      __builtin_prefetch(reinterpret_cast<const void*>(hot));
      __builtin_prefetch(reinterpret_cast<const void*>(hot + 64));
    }
    return first;
  }

  /// Adds a wake-up at its place: at either end in O(1), in between in O(size).
  void insert(const WakeUp& item) {
    if (tail_ == items_.size()) make_room();
    WakeUp* const head = items_.data() + head_;
    WakeUp* const tail = items_.data() + tail_;
    if (head == tail || !item.before(tail[-1])) {
      *tail = item;
      ++tail_;
      return;
    }
    WakeUp* const at = std::upper_bound(
        head, tail, item, [](const WakeUp& a, const WakeUp& b) { return a.before(b); });
    if (head_ != 0 && at - head < tail - at) {
      std::copy(head, at, head - 1);
      at[-1] = item;
      --head_;
    } else {
      std::copy_backward(at, tail, tail + 1);
      *at = item;
      ++tail_;
    }
  }

  /// Room for `count` wake-ups, at least one; all others must have been taken out. To be filled, then put in order.
  WakeUp* refill(std::size_t count) {
    head_ = 0;
    tail_ = count;
    if (items_.size() < count) items_.resize(std::bit_ceil(count + 1));
    return items_.data();
  }

  /// Puts them in order. `digit` is where in their times the six highest bits stand that differ.
  void sort(unsigned digit) {
    if (size() > 12)
      scatter([digit](const WakeUp& item) {
        return static_cast<std::size_t>(item.time >> digit) & 63;
      });
    finish();
  }

  /// Puts wake-ups of one time in order.
  void sort_by_rank() {
    if (size() > 12) {
      std::uint64_t low = items_[0].actor->label;
      std::uint64_t high = low;
      std::uint64_t before = 0;
      bool sorted = true;
      for (std::size_t i = 0; i != tail_; ++i) {
        const std::uint64_t label = items_[i].actor->label;
        sorted &= label > before;
        low = std::min(low, label);
        high = std::max(high, label);
        before = label;
      }
      if (sorted) return;
      const unsigned shift =
          static_cast<unsigned>(std::max(0, static_cast<int>(std::bit_width(high - low)) - 6));
      scatter([low, shift](const WakeUp& item) {
        return static_cast<std::size_t>((item.actor->label - low) >> shift);
      });
    }
    finish();
  }

  /// Drops all behind the first `count`.
  void resize(std::size_t count) noexcept { tail_ = head_ + count; }

  /// Takes out one actor that is in it.
  void erase(const Actor& actor) noexcept {
    WakeUp* const last = items_.data() + tail_;
    WakeUp* const found = std::find_if(items_.data() + head_, last,
                                       [&](const WakeUp& item) { return item.actor == &actor; });
    std::copy(found + 1, last, found);
    --tail_;
  }

  /// Takes out every one for which `gone(actor)` holds.
  template <class Predicate>
  void erase_if(Predicate gone) {
    const auto first = items_.begin() + static_cast<std::ptrdiff_t>(head_);
    const auto last = items_.begin() + static_cast<std::ptrdiff_t>(tail_);
    tail_ -= static_cast<std::size_t>(
        last - std::remove_if(first, last, [&](const WakeUp& item) { return gone(*item.actor); }));
  }

 private:
  static constexpr std::size_t ahead = 4;  // how many wake-ups ahead `hot` is fetched

  /// Sorts by `bin`, from 0 to 63, and leaves what is in one bin as it was.
  template <class Bin>
  void scatter(Bin bin) {
    spare_.resize(items_.size());
    std::array<std::uint32_t, 65> begin{};
    const WakeUp* const from = items_.data();
    WakeUp* const to = spare_.data();
    for (std::size_t i = 0; i != tail_; ++i) ++begin[bin(from[i]) + 1];
    for (std::size_t i = 1; i != 64; ++i) begin[i] += begin[i - 1];
    for (std::size_t i = 0; i != tail_; ++i) to[begin[bin(from[i])]++] = from[i];
    items_.swap(spare_);
  }

  /// Puts them in order; takes as many steps as there are pairs out of order.
  void finish() {
    WakeUp* const first = items_.data();
    Ps last_time = first[0].time;
    std::uint64_t last_label = first[0].actor->label;
    for (std::size_t i = 1; i < tail_; ++i) {
      const Ps time = first[i].time;
      const std::uint64_t label = first[i].actor->label;
      if ((time > last_time) | ((time == last_time) & (label > last_label))) {
        last_time = time;
        last_label = label;
        continue;
      }
      std::size_t at = i;
      do {
        std::swap(first[at], first[at - 1]);
      } while (--at != 0 && (time < first[at - 1].time ||
                             (time == first[at - 1].time && label < first[at - 1].actor->label)));
    }
  }

  void make_room() {
    if (head_ > tail_ / 2) {
      std::copy(items_.begin() + static_cast<std::ptrdiff_t>(head_),
                items_.begin() + static_cast<std::ptrdiff_t>(tail_), items_.begin());
      tail_ -= head_;
      head_ = 0;
    } else {
      items_.resize(std::max<std::size_t>(64, 2 * items_.size()));
    }
  }

  std::vector<WakeUp> items_;
  std::vector<WakeUp> spare_;
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
};

}  // namespace weft
