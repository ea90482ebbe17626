// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/op/composite.hpp>
#include <weft/model/tensor/hbm_tensor.hpp>
#include <weft/run/kernel/deferred.hpp>
#include <weft/tl/argument.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <source_location>
#include <type_traits>
#include <utility>

namespace weft {

/// A range of loads that keeps `Ahead` of them in flight beyond the one in use: the loop a kernel author would rotate by
/// hand. Reaching element i makes load i + Ahead first. `Load` is called with the number of the element.
template <std::size_t Ahead, class Load>
class Prefetch {
 public:
  using value_type = std::remove_cvref_t<std::invoke_result_t<Load&, std::uint64_t>>;

  Prefetch(std::uint64_t count, Load load) : count_(count), load_(std::move(load)) {}

  class iterator {
   public:
    using value_type = typename Prefetch::value_type;
    using difference_type = std::ptrdiff_t;

    const value_type& operator*() const { return range_->ring_[range_->at_ % (Ahead + 1)]; }
    iterator& operator++() {
      ++range_->at_;
      range_->fetch();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator& i, std::default_sentinel_t) { return i.done(); }

   private:
    friend class Prefetch;
    [[nodiscard]] bool done() const { return range_->at_ == range_->count_; }
    explicit iterator(Prefetch& range) : range_(&range) {}
    Prefetch* range_;
  };

  iterator begin() {
    fetch();
    return iterator(*this);
  }
  [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

 private:
  void fetch() {
    for (; next_ != count_ && next_ <= at_ + Ahead; ++next_) {
      value_type& place = ring_[next_ % (Ahead + 1)];
      place = value_type{};  // its scratch is free before the next load takes some
      place = load_(next_);
    }
  }

  std::uint64_t count_;
  Load load_;
  std::uint64_t at_ = 0;
  std::uint64_t next_ = 0;
  std::array<value_type, Ahead + 1> ring_{};
};

/// `tl.prefetch`.
template <class Self>
class PrefetchCalls {
 public:
  /// The tiles of an HBM matrix from top to bottom, each a load, with `weft::depth<n>` of them ahead of the one in use:
  /// `for (auto k : tl.prefetch(keys, weft::shape<64, 128>, weft::depth<2>)) ...`. The last may stick out (masked).
  template <IsDType D, std::size_t M, std::size_t N, std::size_t Ahead>
  [[nodiscard]] auto prefetch(const HbmTensor<D>& matrix, Shape<M, N> size, Depth<Ahead> ahead,
                              std::source_location where = std::source_location::current()) {
    const std::uint64_t rows = HbmPosition<D>(matrix).rows;
    return prefetch((rows + M - 1) / M, ahead, [this, matrix, size, where](std::uint64_t i) {
      return static_cast<Self&>(*this).load(matrix.at(i * M, 0), size, where);
    });
  }
  /// `count` loads of any form: `load(i)` makes the i-th and returns its Deferred (or a struct of several).
  template <std::size_t Ahead, class Load>
  [[nodiscard]] auto prefetch(std::uint64_t count, Depth<Ahead>, Load load) {
    static_cast<Self&>(*this).count({});
    return Prefetch<Ahead, Load>(count, std::move(load));
  }
};

}  // namespace weft
