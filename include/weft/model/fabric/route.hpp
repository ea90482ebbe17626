// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <weft/core/error.hpp>

namespace weft {

/// A link out of a place, and the place it leads to.
struct Hop {
  static constexpr std::uint32_t none = UINT32_MAX;
  std::uint32_t link = none;
  std::uint32_t to = none;
  [[nodiscard]] constexpr bool exists() const { return link != none; }
};

/// The links from one PE to another, in the order taken.
class Route {
 public:
  static constexpr std::size_t capacity = 256;

  constexpr void append(std::uint32_t link) {
    if (size_ == capacity) fail("fabric: a route has more than ", capacity, " links");
    links_[size_++] = link;
  }
  constexpr void append(const Route& other, std::uint32_t first_link) {
    for (std::size_t i = 0; i < other.size_; ++i) append(other.links_[i] + first_link);
  }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] constexpr std::uint32_t operator[](std::size_t i) const { return links_[i]; }
  [[nodiscard]] constexpr const std::uint32_t* begin() const { return links_; }
  [[nodiscard]] constexpr const std::uint32_t* end() const { return links_ + size_; }

 private:
  std::uint32_t links_[capacity]{};
  std::size_t size_ = 0;
};

}  // namespace weft
