// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <weft/run/time/actor.hpp>
#include <weft/run/time/agenda.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace weft {

/// Every pending wake-up, the earliest first, among equal times that of the lowest rank: an `Agenda` of the nearest ones,
/// in order, and behind its end a radix heap of base 64 (times are whole and never decrease).
///
/// A wake-up behind the agenda lies at the level of the highest base-64 digit in which its time differs from `base_`, in
/// the slot of that digit, in no order. When the agenda is empty, the slot that comes next becomes the new agenda, put in
/// order all at once; if it holds many, it is spread over the levels below first. So a push is an append, as a rule, and a
/// wake-up moves once or twice. Slots hold chunks from a free list: no allocation once warm, and the memory touched is
/// what is pending.
class EventQueue {
 public:
  EventQueue() = default;
  EventQueue(const EventQueue&) = delete;
  EventQueue& operator=(const EventQueue&) = delete;
  ~EventQueue() {
    while (slabs_ != nullptr) delete std::exchange(slabs_, slabs_->before);
  }

  [[nodiscard]] bool empty() const noexcept { return earliest_ == never; }

  /// The time of the earliest wake-up, `never` if there is none. One load.
  [[nodiscard]] Ps earliest() const noexcept { return earliest_; }

  /// Adds a wake-up. `time` must be at or after the time of the last one taken, and before `never`.
  void push(Actor& actor, Ps time) {
    actor.due = time;
    if (earliest_ == never) end_ = time + 1;  // alone: the agenda
    if (time < earliest_) earliest_ = time;
    if (time >= end_) {
      place({time, &actor});
    } else {
      agenda_.insert({time, &actor});
      if (agenda_.size() > 2 * few) [[unlikely]]
        shorten();
    }
  }

  /// Takes out the first. There must be one.
  Actor& pop() {
    if (agenda_.empty()) refill();
    Actor& first = agenda_.pop();
    first.due = never;
    earliest_ = agenda_.empty() ? earliest_behind() : agenda_.front().time;
    return first;
  }

  /// Takes out an actor that is in the queue. Cost: the number of wake-ups near it.
  void erase(const Actor& actor) noexcept {
    if (actor.due < end_)
      agenda_.erase(actor);
    else
      erase_behind(actor);
    earliest_ = agenda_.empty() ? earliest_behind() : agenda_.front().time;
  }

  /// Takes out every actor for which `gone(actor)` holds. O(size).
  template <class Predicate>
  void erase_if(Predicate gone) {
    agenda_.erase_if(gone);
    std::vector<WakeUp> kept;
    while (levels_ != 0)
      for_each(cut(nearest()), [&](const WakeUp& item) {
        if (!gone(*item.actor)) kept.push_back(item);
      });
    for (const WakeUp& item : kept) place(item);
    earliest_ = agenda_.empty() ? earliest_behind() : agenda_.front().time;
  }

 private:
  static constexpr unsigned digit = 6;
  static constexpr unsigned width = 1U << digit;
  static constexpr unsigned depth = (63 + digit - 1) / digit;
  static constexpr std::size_t few = 256;  // so many are put in order at once

  static constexpr std::uint32_t chunk_items = 15;
  struct Chunk {
    Chunk* next;
    std::uint32_t count;
    WakeUp items[chunk_items];
  };
  struct Slab {
    Slab* before;
    Chunk chunks[64];
  };
  struct Bucket {
    Chunk* head = nullptr;
    Chunk* tail = nullptr;
    Ps earliest = never;
    std::size_t count = 0;
  };
  struct Place {
    unsigned level;
    unsigned slot;
  };

  Ps earliest_ = never;
  Ps end_ = 0;   // what is earlier is in the agenda
  Ps base_ = 0;  // at or before everything in the slots
  std::uint32_t levels_ = 0;
  std::uint64_t slots_[depth] = {};
  Chunk* free_ = nullptr;
  Agenda agenda_;
  Bucket buckets_[depth][width];
  Slab* slabs_ = nullptr;  // where the chunks are

  [[nodiscard]] Place where(Ps time) const noexcept {
    const auto differing = static_cast<std::uint64_t>(time ^ base_);
    const unsigned level = static_cast<unsigned>(63 - std::countl_zero(differing | 1)) / digit;
    return {level, static_cast<unsigned>(static_cast<std::uint64_t>(time) >> (level * digit)) &
                       (width - 1)};
  }

  void place(const WakeUp& item) {
    const auto [level, slot] = where(item.time);
    Bucket& bucket = buckets_[level][slot];
    slots_[level] |= std::uint64_t{1} << slot;
    levels_ |= 1U << level;
    bucket.earliest = std::min(bucket.earliest, item.time);
    ++bucket.count;
    if (bucket.tail == nullptr) {
      bucket.head = bucket.tail = take();
    } else if (bucket.tail->count == chunk_items) {
      bucket.tail = bucket.tail->next = take();
    }
    bucket.tail->items[bucket.tail->count++] = item;
  }

  /// The slot that comes next; there must be one.
  [[nodiscard]] Place nearest() const noexcept {
    const unsigned level = static_cast<unsigned>(std::countr_zero(levels_));
    return {level, static_cast<unsigned>(std::countr_zero(slots_[level]))};
  }
  [[nodiscard]] Ps earliest_behind() const noexcept {
    if (levels_ == 0) return never;
    const auto [level, slot] = nearest();
    return buckets_[level][slot].earliest;
  }

  Bucket cut(Place at) noexcept {
    slots_[at.level] &= ~(std::uint64_t{1} << at.slot);
    if (slots_[at.level] == 0) levels_ &= ~(1U << at.level);
    return std::exchange(buckets_[at.level][at.slot], Bucket{});
  }

  /// Calls `visit` for everything of a slot that has been cut out.
  template <class Visit>
  void for_each(const Bucket& bucket, Visit visit) {
    for (Chunk* chunk = bucket.head; chunk != nullptr; chunk = release(chunk)) {
      fetch(chunk->next);
      for (std::uint32_t i = 0; i != chunk->count; ++i) visit(chunk->items[i]);
    }
  }

  /// Makes the slot that comes next the agenda; of one that holds many only the earliest, and spreads the rest over the
  /// levels below.
  void refill() {
    const Place at = nearest();
    const Bucket bucket = cut(at);
    const bool all = at.level == 0 || bucket.count <= few;
    base_ = bucket.earliest;
    WakeUp* const first = agenda_.refill(bucket.count);
    WakeUp* next_free = first;
    for_each(bucket, [&](const WakeUp& item) {
      if (!all && item.time != base_) return place(item);
      __builtin_prefetch(item.actor);
      *next_free++ = item;
    });
    if (at.level == 0 || !all) {
      agenda_.resize(static_cast<std::size_t>(next_free - first));
      agenda_.sort_by_rank();
    } else {
      agenda_.sort((at.level - 1) * digit);
    }
    end_ = agenda_.back().time + 1;
  }

  void erase_behind(const Actor& actor) noexcept {
    const Place at = where(actor.due);
    Bucket& bucket = buckets_[at.level][at.slot];
    if (--bucket.count == 0) {
      for_each(cut(at), [](const WakeUp&) {});
      return;
    }
    Ps earliest = never;
    WakeUp* found = nullptr;
    Chunk* before_last = nullptr;
    for (Chunk* chunk = bucket.head; chunk != nullptr; chunk = chunk->next) {
      if (chunk->next == bucket.tail) before_last = chunk;
      for (std::uint32_t i = 0; i != chunk->count; ++i)
        if (chunk->items[i].actor == &actor)
          found = &chunk->items[i];
        else
          earliest = std::min(earliest, chunk->items[i].time);
    }
    bucket.earliest = earliest;
    *found = bucket.tail->items[--bucket.tail->count];
    if (bucket.tail->count == 0) {
      release(bucket.tail);
      bucket.tail = before_last;
      before_last->next = nullptr;
    }
  }

  /// Moves the later half of a long agenda behind its end, if it has more than one time.
  [[gnu::noinline]] void shorten() {
    const std::size_t count = agenda_.size();
    std::size_t keep = few;
    while (keep != 0 && agenda_[keep - 1].time == agenda_[keep].time) --keep;
    if (keep == 0) return;
    end_ = agenda_[keep].time;
    for (std::size_t i = keep; i != count; ++i) place(agenda_[i]);
    agenda_.resize(keep);
  }

  /// Fetches a chunk into cache.
  static void fetch(const Chunk* chunk) noexcept {
    if (chunk == nullptr) return;
    for (std::size_t line = 0; line < sizeof(Chunk); line += 64)
      __builtin_prefetch(reinterpret_cast<const char*>(chunk) + line);
  }

  Chunk* take() {
    if (free_ == nullptr) grow();
    Chunk* chunk = free_;
    free_ = chunk->next;
    chunk->next = nullptr;
    chunk->count = 0;
    return chunk;
  }

  /// Gives a chunk back; returns the one that followed it.
  Chunk* release(Chunk* chunk) noexcept {
    return std::exchange(chunk->next, std::exchange(free_, chunk));
  }

  [[gnu::noinline]] void grow() {
    Slab* slab = new Slab;
    slab->before = std::exchange(slabs_, slab);
    for (Chunk& chunk : slab->chunks) release(&chunk);
  }
};

}  // namespace weft
