// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <weft/run/time/actor.hpp>

namespace weft {

/// The actors due at the current time, in rank order. Taking the first and adding a last cost a few instructions each.
class DueList {
 public:
  [[nodiscard]] bool empty() const noexcept { return head_ == items_.size(); }
  [[nodiscard]] std::size_t size() const noexcept { return items_.size() - head_; }

  [[nodiscard]] std::size_t capacity() const noexcept { return items_.capacity(); }

  /// Takes out the actor of lowest rank. The list must not be empty.
  Actor& pop() noexcept {
    Actor& first = *items_[head_++];
    if (head_ + ahead < items_.size()) __builtin_prefetch(items_[head_ + ahead]->hot);
    return first;
  }

  /// Adds an actor at its rank: at the end or at the front in O(1), in between in O(size).
  void insert(Actor& actor) {
    if (empty()) {
      items_.clear();
      head_ = 0;
    } else if (actor.label < items_.back()->label) {
      insert_before(actor);
      return;
    } else if (items_.size() == items_.capacity() && head_ > items_.size() / 2) {
      items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(head_));
      head_ = 0;
    }
    items_.push_back(&actor);
  }

  /// Makes the list hold just this actor.
  void assign(Actor& actor) {
    items_.resize(1);
    head_ = 0;
    items_[0] = &actor;
  }
  /// Makes the list hold just these two, in order of rank.
  void assign(Actor& a, Actor& b) {
    items_.resize(2);
    head_ = 0;
    const bool swapped = b.label < a.label;
    items_[0] = swapped ? &b : &a;
    items_[1] = swapped ? &a : &b;
  }

  /// Adds an actor at the end whatever its rank; `sort` then puts the list in order. The list must have been empty
  /// before the first of several calls.
  void append(Actor& actor) { items_.push_back(&actor); }

  /// Forgets what has been taken out. Call it before `append`.
  void restart() noexcept {
    items_.clear();
    head_ = 0;
  }

  void sort() {
    const auto by_label = [](const Actor* a, const Actor* b) { return a->label < b->label; };
    if (!std::is_sorted(items_.begin(), items_.end(), by_label)) std::sort(items_.begin(), items_.end(), by_label);
  }

  /// Takes out every actor for which `gone(actor)` holds. O(size).
  template <class Predicate>
  void erase_if(Predicate gone) {
    const auto first = items_.begin() + static_cast<std::ptrdiff_t>(head_);
    items_.erase(std::remove_if(first, items_.end(), [&](Actor* actor) { return gone(*actor); }), items_.end());
  }

  /// Takes out one actor that is in the list. O(size).
  void erase(const Actor& actor) noexcept {
    items_.erase(std::find(items_.begin() + static_cast<std::ptrdiff_t>(head_), items_.end(), &actor));
  }

 private:
  static constexpr std::size_t ahead = 3;  // how many wake-ups ahead `hot` is fetched

  std::vector<Actor*> items_;
  std::size_t head_ = 0;

  void insert_before(Actor& actor) {
    const auto first = items_.begin() + static_cast<std::ptrdiff_t>(head_);
    if (head_ > 0 && actor.label < (*first)->label) {
      items_[--head_] = &actor;
      return;
    }
    const auto by_label = [](const Actor* a, const Actor* b) { return a->label < b->label; };
    items_.insert(std::upper_bound(first, items_.end(), &actor, by_label), &actor);
  }
};

}  // namespace weft
