// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/time/actor.hpp>

#include <cstddef>
#include <type_traits>

#include "support/catch.hpp"

namespace {

struct Counter : weft::Actor {
  int woken = 0;
  Counter() : Actor([](Actor& self) { ++static_cast<Counter&>(self).woken; }) {}
};

TEST_CASE("an actor stays at its address") {
  CHECK_FALSE(std::is_copy_constructible_v<Counter>);
  CHECK_FALSE(std::is_move_constructible_v<Counter>);
}

TEST_CASE("a fresh actor is neither enlisted nor scheduled") {
  Counter counter;
  CHECK_FALSE(counter.enlisted());
  CHECK_FALSE(counter.scheduled());
  CHECK(counter.due == weft::never);
}

TEST_CASE("wake is a plain call") {
  Counter counter;
  counter.wake(counter);
  counter.wake(counter);
  CHECK(counter.woken == 2);
}

}  // namespace
