// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/time/event_queue.hpp>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "support/catch.hpp"

namespace {

struct Ranked : weft::Actor {
  explicit Ranked(std::uint64_t rank) { label = rank; }
};

/// What the queue should do: a sorted set of (time, rank).
using Model = std::set<std::pair<weft::Ps, std::uint64_t>>;

/// Takes the first from both and compares.
weft::Ps pop_both(weft::EventQueue& queue, Model& model, std::vector<weft::Actor*>& idle) {
  const weft::Ps time = queue.earliest();
  weft::Actor& actor = queue.pop();
  REQUIRE(*model.begin() == std::pair(time, actor.label));
  REQUIRE(!actor.scheduled());
  model.erase(model.begin());
  idle.push_back(&actor);
  return time;
}

TEST_CASE("an empty queue has no earliest time") {
  const weft::EventQueue queue;
  CHECK(queue.empty());
  CHECK(queue.earliest() == weft::never);
}

TEST_CASE("times come out ascending, equal times together and by rank") {
  weft::EventQueue queue;
  Ranked a(1), b(2), c(3), d(4);
  queue.push(c, 70);
  queue.push(a, 5'000);
  queue.push(d, 70);
  queue.push(b, 70);
  CHECK(queue.earliest() == 70);
  CHECK(&queue.pop() == &b);
  CHECK(&queue.pop() == &c);
  CHECK(queue.earliest() == 70);
  CHECK(&queue.pop() == &d);
  CHECK(queue.earliest() == 5'000);
  CHECK(&queue.pop() == &a);
  CHECK(queue.empty());
}

TEST_CASE("the whole range of time fits") {
  weft::EventQueue queue;
  Ranked a(1), b(2), c(3);
  queue.push(a, weft::never - 1);
  queue.push(b, 0);
  queue.push(c, std::int64_t{1} << 62);
  CHECK(&queue.pop() == &b);
  CHECK(&queue.pop() == &c);
  CHECK(queue.earliest() == weft::never - 1);
  CHECK(&queue.pop() == &a);
  CHECK(queue.empty());
}

TEST_CASE("random pushes, pops and erasures agree with a sorted set") {
  const unsigned seed = GENERATE(range(0U, 12U));
  std::mt19937_64 random(seed);
  const std::size_t count = seed % 3 == 0 ? 8 : seed % 3 == 1 ? 100 : 2'000;
  const weft::Ps spread = std::int64_t{1} << (seed * 4 % 45);
  std::deque<Ranked> actors;
  std::vector<weft::Actor*> idle;
  for (std::size_t i = 0; i < count; ++i) idle.push_back(&actors.emplace_back(i + 1));
  weft::EventQueue queue;
  Model model;
  weft::Ps now = 0;
  for (int i = 0; i < 30'000; ++i) {
    const std::uint64_t what = random() % 100;
    const bool filling = i % 4'000 < 2'000;
    if (what < (filling ? 60U : 35U) && !idle.empty()) {
      std::swap(idle[random() % idle.size()], idle.back());
      weft::Actor& actor = *idle.back();
      idle.pop_back();
      const weft::Ps time =
          now + static_cast<weft::Ps>(random() % (static_cast<std::uint64_t>(spread) + 1));
      queue.push(actor, time);
      REQUIRE(actor.due == time);
      model.emplace(time, actor.label);
    } else if (what >= 97 && !model.empty()) {
      auto victim = model.begin();
      std::advance(victim, static_cast<std::ptrdiff_t>(random() % model.size()));
      Ranked& actor = actors[victim->second - 1];
      queue.erase(actor);
      model.erase(victim);
      idle.push_back(&actor);
    } else if (!model.empty()) {
      now = pop_both(queue, model, idle);
    } else if (spread > 1) {
      now += static_cast<weft::Ps>(random() % static_cast<std::uint64_t>(spread));  // elided waits
    }
    REQUIRE(queue.empty() == model.empty());
    REQUIRE(queue.earliest() == (model.empty() ? weft::never : model.begin()->first));
  }
  while (!model.empty()) pop_both(queue, model, idle);
  CHECK(queue.empty());
}

TEST_CASE("erase_if keeps the rest where it was") {
  weft::EventQueue queue;
  std::deque<Ranked> actors;
  Model model;
  std::vector<weft::Actor*> idle;
  for (std::uint64_t i = 1; i <= 1'000; ++i) {
    const auto time = static_cast<weft::Ps>(i * 7919 % 1'001);
    queue.push(actors.emplace_back(i), time);
    if (i % 3 != 0) model.emplace(time, i);
  }
  queue.erase_if([](weft::Actor& actor) { return actor.label % 3 == 0; });
  while (!model.empty()) pop_both(queue, model, idle);
  CHECK(queue.empty());
}

}  // namespace
