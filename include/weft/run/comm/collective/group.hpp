// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/error.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace weft {

/// The PEs that take part in a collective, in an order: PE `group[r]` has rank r. Copied freely.
class Group {
 public:
  /// `count` PEs from `first` on: `weft::Group(0, 4)`. No PE at all: `Error`.
  template <std::integral First, std::integral Count>
  Group(First first, Count count) : first_(number(first)), count_(number(count)) {
    if (count_ == 0) throw Error("group: there must be at least one PE");
  }
  /// These PEs in this order, so that ranks that talk to each other can be neighbours. A PE named twice: `Error`.
  explicit Group(std::vector<std::uint32_t> pes)
      : first_(0), count_(static_cast<std::uint32_t>(pes.size())) {
    if (pes.empty()) throw Error("group: there must be at least one PE");
    std::vector<std::uint32_t> sorted = pes;
    std::sort(sorted.begin(), sorted.end());
    if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
      fail("group: PE ", *twice, " is in it twice");
    list_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(pes));
  }

  [[nodiscard]] std::uint32_t size() const noexcept { return count_; }
  /// The PE of a rank below `size()`.
  [[nodiscard]] std::uint32_t operator[](std::uint32_t rank) const {
    if (rank >= count_) fail("group: rank ", rank, " is outside its ", count_, " PEs");
    return list_ != nullptr ? (*list_)[rank] : first_ + rank;
  }
  [[nodiscard]] bool contains(std::uint32_t pe) const { return find(pe) != count_; }
  /// A PE that is not in the group: `Error`.
  [[nodiscard]] std::uint32_t rank_of(std::uint32_t pe) const {
    const std::uint32_t rank = find(pe);
    if (rank == count_) fail("group: PE ", pe, " is not one of its ", count_, " PEs");
    return rank;
  }
  /// The PE `steps` further round the ring of ranks.
  [[nodiscard]] std::uint32_t after(std::uint32_t rank, std::uint32_t steps = 1) const {
    return (*this)[(rank + steps) % count_];
  }
  [[nodiscard]] std::uint32_t before(std::uint32_t rank, std::uint32_t steps = 1) const {
    return (*this)[(rank + count_ - steps % count_) % count_];
  }

 private:
  static std::uint32_t number(std::integral auto value) {
    if (!std::in_range<std::uint32_t>(value)) fail("group: ", value, " is not a number of PEs");
    return static_cast<std::uint32_t>(value);
  }
  [[nodiscard]] std::uint32_t find(std::uint32_t pe) const {
    if (list_ != nullptr)
      return static_cast<std::uint32_t>(std::find(list_->begin(), list_->end(), pe) -
                                        list_->begin());
    return pe >= first_ && pe - first_ < count_ ? pe - first_ : count_;
  }

  std::uint32_t first_;
  std::uint32_t count_;
  std::shared_ptr<const std::vector<std::uint32_t>> list_;  // null: consecutive
};

/// How a collective goes about it: along a binomial tree, or round the ring of ranks.
struct TreeWay {};
struct RingWay {};
inline constexpr TreeWay tree{};
inline constexpr RingWay ring{};

}  // namespace weft
