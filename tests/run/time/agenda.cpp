// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/time/agenda.hpp>

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

using Moments = std::vector<std::pair<weft::Ps, std::uint64_t>>;

Moments drain(weft::Agenda& agenda) {
  Moments all;
  while (!agenda.empty()) {
    const weft::Ps time = agenda.front().time;
    all.emplace_back(time, agenda.pop().label);
  }
  return all;
}

TEST_CASE("wake-ups come out by time and rank whatever the order of insertion") {
  weft::Agenda agenda;
  Ranked a(1), b(2), c(3), d(4), e(5);
  agenda.insert({20, &c});
  agenda.insert({10, &e});
  agenda.insert({20, &a});
  agenda.insert({20, &d});
  agenda.insert({20, &b});
  CHECK(agenda.size() == 5);
  CHECK(drain(agenda) == Moments{{10, 5}, {20, 1}, {20, 2}, {20, 3}, {20, 4}});
}

TEST_CASE("one of lower rank than those already taken comes next") {
  weft::Agenda agenda;
  Ranked a(1), b(2), c(3), d(4);
  for (Ranked* each : {&b, &c, &d}) agenda.insert({7, each});
  CHECK(agenda.pop().label == 2);
  agenda.insert({7, &a});
  CHECK(agenda.pop().label == 1);
  CHECK(drain(agenda) == Moments{{7, 3}, {7, 4}});
}

TEST_CASE("erase takes out one, erase_if every match, resize the last ones") {
  weft::Agenda agenda;
  Ranked a(1), b(2), c(3), d(4), e(5);
  for (Ranked* each : {&a, &b, &c, &d, &e}) agenda.insert({7, each});
  agenda.pop();
  agenda.erase(c);
  CHECK(agenda.size() == 3);
  agenda.erase_if([](weft::Actor& actor) { return actor.label == 2; });
  agenda.resize(1);
  CHECK(drain(agenda) == Moments{{7, 4}});
}

TEST_CASE("a chain that never drains the agenda keeps its memory small") {
  weft::Agenda agenda;
  Ranked a(1), b(2);
  agenda.insert({0, &a});
  agenda.insert({0, &b});
  for (weft::Ps i = 3; i < 100'000; ++i) agenda.insert({i, &agenda.pop()});
  CHECK(agenda.size() == 2);
  CHECK(agenda.capacity() <= 64);
}

TEST_CASE("a refilled agenda is put in order") {
  std::mt19937_64 random(3);
  const std::size_t count = GENERATE(1U, 2U, 11U, 13U, 64U, 300U, 5'000U);
  const unsigned digit = GENERATE(0U, 6U, 30U);
  const bool spread_labels = GENERATE(false, true);
  std::deque<Ranked> actors;
  Moments model;
  weft::Agenda agenda;
  weft::WakeUp* const items = agenda.refill(count);
  for (std::size_t i = 0; i != count; ++i) {
    const auto time =
        static_cast<weft::Ps>(random() % 64 << digit | (digit == 0 ? 0 : random() % 3));
    const std::uint64_t label = spread_labels ? random() >> 1 : i * 7919 % 10'007;
    model.emplace_back(time, label);
    items[i] = {time, &actors.emplace_back(label)};
  }
  std::sort(model.begin(), model.end());
  agenda.sort(digit);
  CHECK(drain(agenda) == model);
}

TEST_CASE("a refilled agenda of one time is put in order of rank") {
  std::mt19937_64 random(4);
  const std::size_t count = GENERATE(1U, 2U, 13U, 300U, 5'000U);
  const int kind = GENERATE(range(0, 4));
  std::deque<Ranked> actors;
  Moments model;
  weft::Agenda agenda;
  weft::WakeUp* const items = agenda.refill(count);
  for (std::size_t i = 0; i != count; ++i) {
    const std::uint64_t label = kind == 0   ? i          // in order already
                                : kind == 1 ? count - i  // the other way round
                                : kind == 2 ? random()   // over all of 64 bits
                                            : (i % 2 << 63) + random() % 8 + 8 * i;  // two heaps
    model.emplace_back(5, label);
    items[i] = {5, &actors.emplace_back(label)};
  }
  std::sort(model.begin(), model.end());
  agenda.sort_by_rank();
  CHECK(drain(agenda) == model);
}

TEST_CASE("random insertions and removals agree with a sorted set") {
  std::mt19937 random(7);
  std::deque<Ranked> actors;
  std::vector<weft::Actor*> idle;
  for (std::uint64_t i = 0; i < 200; ++i) idle.push_back(&actors.emplace_back(i));
  std::set<std::pair<weft::Ps, std::uint64_t>> model;
  weft::Agenda agenda;
  weft::Ps now = 0;
  for (int i = 0; i < 20'000; ++i) {
    const bool grow = random() % 100 < (i % 2'000 < 1'000 ? 60 : 40);
    if (grow && !idle.empty()) {
      std::swap(idle[random() % idle.size()], idle.back());
      const weft::Ps time = now + static_cast<weft::Ps>(random() % 50);
      model.emplace(time, idle.back()->label);
      agenda.insert({time, idle.back()});
      idle.pop_back();
    } else if (!model.empty()) {
      now = agenda.front().time;
      weft::Actor& first = agenda.pop();
      REQUIRE(*model.begin() == std::pair(now, first.label));
      model.erase(model.begin());
      idle.push_back(&first);
    }
    REQUIRE(agenda.size() == model.size());
  }
}

}  // namespace
