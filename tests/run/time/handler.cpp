// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/time/handler.hpp>

#include <cstddef>
#include <memory>

#include "support/catch.hpp"

namespace {

/// Counts what is allocated through it and not yet given back.
template <class T = void>
struct Counting {
  using value_type = T;
  int* live;
  explicit Counting(int& count) : live(&count) {}
  template <class U>
  Counting(const Counting<U>& other) : live(other.live) {}
  T* allocate(std::size_t n) {
    ++*live;
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T* p, std::size_t n) {
    --*live;
    std::allocator<T>().deallocate(p, n);
  }
  friend bool operator==(const Counting&, const Counting&) = default;
};

template <class Function, class Allocator>
weft::Handler& posted(const Allocator& allocator, Function function) {
  return weft::make_handler<weft::PostedHandler<Function, Allocator>>(allocator, std::move(function));
}

TEST_CASE("a posted function runs once, with its memory given back before") {
  int live = 0;
  int live_inside = -1;
  weft::Handler& handler = posted(Counting<>(live), [&] { live_inside = live; });
  CHECK(live == 1);
  handler.wake(handler);
  CHECK(live_inside == 0);
  CHECK(live == 0);
}

TEST_CASE("a discarded function is destroyed, not run") {
  int live = 0;
  bool ran = false;
  auto owned = std::make_shared<int>(1);
  weft::Handler& handler = posted(Counting<>(live), [&ran, owned] { ran = true; });
  CHECK(owned.use_count() == 2);
  handler.discard(handler);
  CHECK_FALSE(ran);
  CHECK(owned.use_count() == 1);
  CHECK(live == 0);
}

TEST_CASE("a move-only function, and the default allocator, which recycles") {
  int seen = 0;
  weft::Handler& handler = posted(std::allocator<void>(), [&seen, value = std::make_unique<int>(5)] { seen = *value; });
  handler.wake(handler);
  CHECK(seen == 5);
}

struct ThrowsWhenMoved {
  ThrowsWhenMoved() = default;
  ThrowsWhenMoved(const ThrowsWhenMoved&) { throw 1; }
  void operator()() const {}
};

TEST_CASE("a function that cannot be stored leaves no memory behind") {
  int live = 0;
  const ThrowsWhenMoved function;
  using Posted = weft::PostedHandler<ThrowsWhenMoved, Counting<>>;
  CHECK_THROWS_AS(weft::make_handler<Posted>(Counting<>(live), function), int);
  CHECK(live == 0);
}

}  // namespace
