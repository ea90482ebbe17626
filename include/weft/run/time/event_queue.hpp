// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <weft/run/time/actor.hpp>
#include <weft/run/time/due_list.hpp>

namespace weft {

/// Wake-ups in the future, by time alone: a radix heap of base 64 for whole, never decreasing times.
/// An entry lies at the level of the highest base-64 digit in which its time differs from the time taken last, in the
/// slot of that digit. Level 0 thus holds equal times; taking the earliest of a higher level spreads that slot over the
/// levels below, so an entry moves at most once per level. Push: O(1). Equal times come out together, as a `DueList`.
/// Entries lie in chunks from a free list: no allocation once warm, and the memory touched is what is pending.
class EventQueue {
 public:
  EventQueue() = default;
  EventQueue(const EventQueue&) = delete;
  EventQueue& operator=(const EventQueue&) = delete;

  [[nodiscard]] bool empty() const noexcept { return levels_ == 0; }

  /// The time of the earliest entry, `never` if there is none. One load.
  [[nodiscard]] Ps earliest() const noexcept { return earliest_; }

  /// Adds an actor. `time` must be at or after the time taken last and before `never`.
  void push(Actor& actor, Ps time) {
    actor.due = time;
    if (time < earliest_) earliest_ = time;
    place({time, &actor});
  }

  /// Moves every actor of the earliest time into `due`, which must be empty, in rank order. Returns that time.
  Ps pop(DueList& due) {
    due.restart();
    const unsigned level = static_cast<unsigned>(std::countr_zero(levels_));
    const unsigned slot = static_cast<unsigned>(std::countr_zero(slots_[level]));
    Bucket& bucket = buckets_[level][slot];
    const Ps time = earliest_;
    last_ = time;
    Chunk* chunk = bucket.head;
    bucket.head = bucket.tail = nullptr;
    clear(level, slot);
    while (chunk != nullptr) {
      for (std::uint32_t i = 0; i < chunk->count; ++i) {
        const Entry entry = chunk->entries[i];
        if (entry.time == time) {
          due.append(*entry.actor);
        } else {
          place(entry);
        }
      }
      chunk = release(chunk);
    }
    due.sort();
    find_earliest();
    return time;
  }

  /// Takes out an actor that is in the queue. Cost: the number of entries in its slot.
  void erase(const Actor& actor) noexcept {
    const auto [level, slot] = where(actor.due);
    Bucket& bucket = buckets_[level][slot];
    Ps earliest = never;
    Entry* found = nullptr;
    for (Chunk* chunk = bucket.head; chunk != nullptr; chunk = chunk->next) {
      for (std::uint32_t i = 0; i < chunk->count; ++i) {
        Entry& entry = chunk->entries[i];
        if (entry.actor == &actor) {
          found = &entry;
        } else {
          earliest = std::min(earliest, entry.time);
        }
      }
    }
    *found = bucket.tail->entries[--bucket.tail->count];
    bucket.min = earliest;
    if (bucket.tail->count == 0) drop_tail(bucket);
    if (bucket.head == nullptr) clear(level, slot);
    find_earliest();
  }

  /// Takes out every actor for which `gone(actor)` holds. O(size).
  template <class Predicate>
  void erase_if(Predicate gone) {
    std::vector<Actor*> kept;
    for (auto& level : buckets_) {
      for (Bucket& bucket : level) {
        for (Chunk* chunk = bucket.head; chunk != nullptr; chunk = release(chunk)) {
          for (std::uint32_t i = 0; i < chunk->count; ++i) {
            Actor& actor = *chunk->entries[i].actor;
            if (!gone(actor)) kept.push_back(&actor);
          }
        }
        bucket.head = bucket.tail = nullptr;
      }
    }
    std::fill(std::begin(slots_), std::end(slots_), 0);
    levels_ = 0;
    earliest_ = never;
    for (Actor* actor : kept) push(*actor, actor->due);
  }

 private:
  static constexpr unsigned digit = 6;
  static constexpr unsigned width = 1U << digit;
  static constexpr unsigned depth = (63 + digit - 1) / digit;

  struct Entry {
    Ps time;
    Actor* actor;
  };
  static constexpr std::uint32_t chunk_entries = 15;
  struct Chunk {
    Chunk* next;
    std::uint32_t count;
    Entry entries[chunk_entries];
  };
  struct Bucket {
    Chunk* head = nullptr;
    Chunk* tail = nullptr;
    Ps min = never;
  };
  struct Place {
    unsigned level;
    unsigned slot;
  };

  Ps earliest_ = never;
  Ps last_ = 0;
  std::uint32_t levels_ = 0;
  std::uint64_t slots_[depth] = {};
  Chunk* free_ = nullptr;
  Bucket buckets_[depth][width];
  std::vector<std::unique_ptr<Chunk[]>> slabs_;

  [[nodiscard]] Place where(Ps time) const noexcept {
    const auto differing = static_cast<std::uint64_t>(time ^ last_);
    const unsigned level = static_cast<unsigned>(63 - std::countl_zero(differing | 1)) / digit;
    return {level, static_cast<unsigned>(static_cast<std::uint64_t>(time) >> (level * digit)) & (width - 1)};
  }

  void place(Entry entry) {
    const auto [level, slot] = where(entry.time);
    Bucket& bucket = buckets_[level][slot];
    if (bucket.tail == nullptr) {
      bucket.head = bucket.tail = take();
      bucket.min = entry.time;
      slots_[level] |= std::uint64_t{1} << slot;
      levels_ |= 1U << level;
    } else {
      if (bucket.tail->count == chunk_entries) bucket.tail = bucket.tail->next = take();
      if (entry.time < bucket.min) bucket.min = entry.time;
    }
    bucket.tail->entries[bucket.tail->count++] = entry;
  }

  void clear(unsigned level, unsigned slot) noexcept {
    slots_[level] &= ~(std::uint64_t{1} << slot);
    if (slots_[level] == 0) levels_ &= ~(1U << level);
  }

  void find_earliest() noexcept {
    if (levels_ == 0) {
      earliest_ = never;
      return;
    }
    const unsigned level = static_cast<unsigned>(std::countr_zero(levels_));
    earliest_ = buckets_[level][std::countr_zero(slots_[level])].min;
  }

  void drop_tail(Bucket& bucket) noexcept {
    Chunk* before = nullptr;
    for (Chunk* chunk = bucket.head; chunk != bucket.tail; chunk = chunk->next) before = chunk;
    release(bucket.tail);
    bucket.tail = before;
    (before != nullptr ? before->next : bucket.head) = nullptr;
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
    Chunk* following = chunk->next;
    chunk->next = free_;
    free_ = chunk;
    return following;
  }

  [[gnu::noinline]] void grow() {
    constexpr std::size_t slab = 64;
    slabs_.push_back(std::make_unique_for_overwrite<Chunk[]>(slab));
    for (std::size_t i = slab; i-- > 0;) {
      slabs_.back()[i].next = free_;
      free_ = &slabs_.back()[i];
    }
  }
};

}  // namespace weft
