// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/time/due_list.hpp>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <random>
#include <vector>

#include "support/catch.hpp"

namespace {

struct Ranked : weft::Actor {
  explicit Ranked(std::uint64_t rank) { label = rank; }
};

std::vector<std::uint64_t> drain(weft::DueList& due) {
  std::vector<std::uint64_t> labels;
  while (!due.empty()) labels.push_back(due.pop().label);
  return labels;
}

TEST_CASE("due actors come out by rank whatever the order of insertion") {
  weft::DueList due;
  Ranked a(1), b(2), c(3), d(4);
  for (Ranked* each : {&c, &a, &d, &b}) due.insert(*each);
  CHECK(due.size() == 4);
  CHECK(drain(due) == std::vector<std::uint64_t>{1, 2, 3, 4});
}

TEST_CASE("one of lower rank than those already taken comes next") {
  weft::DueList due;
  Ranked a(1), b(2), c(3), d(4);
  for (Ranked* each : {&b, &c, &d}) due.insert(*each);
  CHECK(due.pop().label == 2);
  due.insert(a);
  CHECK(due.pop().label == 1);
  CHECK(drain(due) == std::vector<std::uint64_t>{3, 4});
}

TEST_CASE("erase takes out one, erase_if every match") {
  weft::DueList due;
  Ranked a(1), b(2), c(3), d(4);
  for (Ranked* each : {&a, &b, &c, &d}) due.insert(*each);
  due.pop();
  due.erase(c);
  CHECK(due.size() == 2);
  due.erase_if([](weft::Actor& actor) { return actor.label == 2; });
  CHECK(drain(due) == std::vector<std::uint64_t>{4});
}

TEST_CASE("a chain that never drains the list keeps its memory small") {
  weft::DueList due;
  Ranked a(1), b(2);
  due.insert(a);
  due.insert(b);
  for (std::uint64_t i = 3; i < 100'000; ++i) {
    weft::Actor& next = due.pop();
    next.label = i;
    due.insert(next);
  }
  CHECK(due.size() == 2);
  CHECK(due.capacity() <= 16);
}

TEST_CASE("random insertions and removals agree with a sorted vector") {
  std::mt19937 random(7);
  std::deque<Ranked> actors;
  for (std::uint64_t i = 0; i < 200; ++i) actors.emplace_back(i);
  std::vector<weft::Actor*> idle;
  for (Ranked& each : actors) idle.push_back(&each);
  std::vector<std::uint64_t> model;
  weft::DueList due;
  for (int i = 0; i < 20'000; ++i) {
    const bool grow = random() % 100 < (i % 2'000 < 1'000 ? 60 : 40);
    if (grow && !idle.empty()) {
      std::swap(idle[random() % idle.size()], idle.back());
      model.insert(std::upper_bound(model.begin(), model.end(), idle.back()->label), idle.back()->label);
      due.insert(*idle.back());
      idle.pop_back();
    } else if (!model.empty()) {
      weft::Actor& first = due.pop();
      REQUIRE(first.label == model.front());
      model.erase(model.begin());
      idle.push_back(&first);
    }
    REQUIRE(due.size() == model.size());
  }
}

}  // namespace
