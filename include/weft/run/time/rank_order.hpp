// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <weft/run/time/actor.hpp>

namespace weft {

/// The rank order of actors: an ordered list whose labels grow along it, so that comparing two ranks is one compare.
/// An actor covers a range of the list and its children lie inside that range, so a new child goes to the end of it.
/// Where labels run out of room, the smallest sparse neighbourhood is spread anew (Bender, Cole, Demaine, Farach-Colton,
/// Zito: "Two simplified algorithms for maintaining order in a list", 2002). Amortised cost of an insertion: O(log n);
/// no memory of its own.
class RankOrder {
 public:
  /// Labels of actors stay below this; what must come after every actor takes a label from here on.
  static constexpr std::uint64_t end_label = std::uint64_t{1} << 63;

  RankOrder() noexcept {
    ends_.next = ends_.prev = &ends_;
    ends_.label = 0;
  }
  RankOrder(const RankOrder&) = delete;
  RankOrder& operator=(const RankOrder&) = delete;

  /// Ranks `actor` after everything.
  void enlist(Actor& actor) noexcept { insert_pair(*ends_.prev, actor, root_room); }

  /// Ranks `child` after `parent` and everything enlisted below it so far, and before whatever ranked after those.
  void enlist_child(Actor& parent, Actor& child) noexcept { insert_pair(*parent.range_end.prev, child, 0); }

  /// Takes `actor` out. Its children keep their ranks and belong to its parent from now on.
  void delist(Actor& actor) noexcept {
    unlink(actor);
    unlink(actor.range_end);
  }

 private:
  static constexpr std::uint64_t root_room = std::uint64_t{1} << 32;
  static constexpr double density = 2.0 / 1.3;  // how much fuller a range twice as large may be

  RankNode ends_;

  [[nodiscard]] std::uint64_t label_after(const RankNode& node) const noexcept {
    return node.next == &ends_ ? end_label : node.next->label;
  }

  /// Links the pair after `prev`: roots at a fixed distance, children closer to what precedes them than to what follows,
  /// because the next child comes between this one and what follows.
  void insert_pair(RankNode& prev, Actor& actor, std::uint64_t room) noexcept {
    std::uint64_t gap = label_after(prev) - prev.label;
    while (gap < 4) {
      spread(prev);
      gap = label_after(prev) - prev.label;
    }
    std::uint64_t step = std::max<std::uint64_t>(gap / 64, 1);
    if (room != 0 && gap / 4 > room) step = room;
    link(prev, actor, prev.label + step);
    link(actor, actor.range_end, prev.label + 2 * step);
  }

  void link(RankNode& prev, RankNode& node, std::uint64_t label) noexcept {
    node.label = label;
    node.prev = &prev;
    node.next = prev.next;
    prev.next->prev = &node;
    prev.next = &node;
  }

  static void unlink(RankNode& node) noexcept {
    node.prev->next = node.next;
    node.next->prev = node.prev;
    node.prev = node.next = nullptr;
  }

  /// Makes room after `node`: finds the smallest aligned range of labels around it that is sparse enough, and spaces
  /// the nodes of that range evenly. `node` may be the head of the list, which keeps its label 0.
  void spread(RankNode& node) noexcept {
    RankNode* first = &node == &ends_ ? ends_.next : &node;
    RankNode* last = first;
    std::uint64_t count = 1;
    double capacity = 1.0;
    const std::uint64_t centre = first->label;
    for (unsigned bits = 1; bits <= 63; ++bits) {
      const std::uint64_t size = std::uint64_t{1} << bits;
      const std::uint64_t base = centre & ~(size - 1);
      capacity *= density;
      for (; first->prev != &ends_ && first->prev->label >= base; ++count) first = first->prev;
      for (; last->next != &ends_ && last->next->label - base < size; ++count) last = last->next;
      const std::uint64_t spacing = size / (count + 1);
      if ((static_cast<double>(count) <= capacity && spacing >= 8) || bits == 63) {
        std::uint64_t label = base;
        for (RankNode* each = first;; each = each->next) {
          each->label = label += spacing;
          if (each == last) return;
        }
      }
    }
  }
};

}  // namespace weft
