// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/time/virtual_clock.hpp>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "support/catch.hpp"

namespace {

using Clock = weft::VirtualClock;

/// An actor that calls a function object given to it.
template <class Function>
struct Calls : weft::Actor {
  Function function;
  explicit Calls(Function f)
      : Actor([](Actor& self) { static_cast<Calls&>(self).function(self); }),
        function(std::move(f)) {}
};

TEST_CASE("earlier wake-ups come first, and among equal times the lower rank") {
  Clock clock;
  std::vector<std::pair<char, weft::Ps>> log;
  const auto say = [&](char name) {
    return Calls([&log, &clock, name](auto&) { log.emplace_back(name, clock.now()); });
  };
  auto a = say('a');
  auto b = say('b');
  auto c = say('c');
  clock.enlist(a);
  clock.enlist(b);
  clock.enlist(c);
  clock.schedule(c, 5);
  clock.schedule(b, 9);
  clock.schedule(a, 9);
  clock.run();
  CHECK(log == std::vector<std::pair<char, weft::Ps>>{{'c', 5}, {'a', 9}, {'b', 9}});
  CHECK(clock.now() == 9);
}

TEST_CASE(
    "one woken at the current time with a lower rank runs next, one of higher rank in its turn") {
  Clock clock;
  std::vector<char> log;
  auto a = Calls([&](auto&) { log.push_back('a'); });
  auto e = Calls([&](auto&) { log.push_back('e'); });
  auto c = Calls([&](auto&) {
    clock.schedule(e, 3);
    clock.schedule(a, 3);
    log.push_back('c');
  });
  auto d = Calls([&](auto&) { log.push_back('d'); });
  clock.enlist(a);
  clock.enlist(c);
  clock.enlist(d);
  clock.enlist(e);
  clock.schedule(c, 3);
  clock.schedule(d, 3);
  clock.run();
  CHECK(log == std::vector<char>{'c', 'a', 'd', 'e'});
}

TEST_CASE("advance is granted strictly before everything pending, and for moments that have come") {
  Clock clock;
  int checks = 0;
  auto other = Calls([&](auto&) {});
  auto actor = Calls([&](auto&) {
    CHECK(clock.advance(4));
    CHECK(clock.now() == 10);
    CHECK(clock.advance(99));
    CHECK(clock.now() == 99);
    CHECK_FALSE(clock.advance(100));
    CHECK_FALSE(clock.advance(200));
    CHECK(clock.now() == 99);
    ++checks;
  });
  clock.enlist(actor);
  clock.enlist(other);
  clock.schedule(actor, 10);
  clock.schedule(other, 100);
  CHECK_FALSE(clock.advance(1));
  CHECK(clock.advance(0));
  clock.run();
  CHECK(checks == 1);
  CHECK(clock.now() == 100);
  CHECK_FALSE(clock.advance(101));
}

TEST_CASE("what one schedules bounds its own advance; others due now forbid it") {
  Clock clock;
  auto later = Calls([](auto&) {});
  auto last = Calls([](auto&) {});
  auto actor = Calls([&](auto&) {
    CHECK_FALSE(clock.advance(6));  // `last` is due now
    clock.cancel(last);
    clock.schedule(later, 50);
    CHECK_FALSE(clock.advance(50));
  });
  for (weft::Actor* each : {static_cast<weft::Actor*>(&actor), static_cast<weft::Actor*>(&later),
                            static_cast<weft::Actor*>(&last)})
    clock.enlist(*each);
  clock.schedule(actor, 5);
  clock.schedule(last, 5);
  clock.run();
  CHECK(clock.now() == 50);
}

TEST_CASE("run_until performs what is due at its time, leaves the clock there and bounds elision") {
  Clock clock;
  std::vector<weft::Ps> woken;
  auto ticker = Calls([&](weft::Actor& self) {
    for (;;) {
      woken.push_back(clock.now());
      const weft::Ps next = clock.now() + 10;
      if (!clock.advance(next)) {
        clock.schedule(self, next);
        return;
      }
    }
  });
  clock.enlist(ticker);
  clock.schedule(ticker, 10);
  clock.run_until(9);
  CHECK(clock.now() == 9);
  CHECK(woken.empty());
  clock.run_until(weft::Duration{30});
  CHECK(woken == std::vector<weft::Ps>{10, 20, 30});
  clock.run_for(weft::Duration{5});
  CHECK(clock.now() == 35);
  CHECK(clock.next_event_time() == 40);
  CHECK(clock.step());
  CHECK(clock.now() == 40);
  CHECK(woken == std::vector<weft::Ps>{10, 20, 30, 40});
}

TEST_CASE("step performs everything due at one time, also what is woken meanwhile") {
  Clock clock;
  std::vector<char> log;
  auto a = Calls([&](auto&) { log.push_back('a'); });
  auto b = Calls([&](auto&) {
    log.push_back('b');
    clock.schedule(a, clock.now());
  });
  clock.enlist(a);
  clock.enlist(b);
  clock.schedule(b, 7);
  CHECK(clock.step());
  CHECK(log == std::vector<char>{'b', 'a'});
  CHECK_FALSE(clock.step());
  CHECK(clock.next_event_time() == weft::never);
}

TEST_CASE("what is scheduled last comes after all actors of its time, in the order of the calls") {
  Clock clock;
  std::vector<char> log;
  auto h2 = Calls([&](auto&) { log.push_back('2'); });
  auto a = Calls([&](auto&) { log.push_back('a'); });
  auto h1 = Calls([&](auto&) {
    log.push_back('1');
    clock.schedule(a, clock.now());
  });
  clock.enlist(a);
  clock.schedule_last(h1, 5);
  clock.schedule_last(h2, 5);
  clock.schedule(a, 5);
  clock.run();
  CHECK(log == std::vector<char>{'a', '1', 'a', '2'});
}

TEST_CASE("an exception leaves run and the rest goes on afterwards") {
  Clock clock;
  std::vector<char> log;
  auto a = Calls([&](auto&) { throw std::runtime_error("a failed"); });
  auto b = Calls([&](auto&) { log.push_back('b'); });
  auto c = Calls([&](auto&) { log.push_back('c'); });
  clock.enlist(a);
  clock.enlist(b);
  clock.enlist(c);
  clock.schedule(a, 5);
  clock.schedule(b, 5);
  clock.schedule(c, 6);
  CHECK_THROWS_SAYING(clock.run(), "a failed");
  CHECK_FALSE(clock.running());
  CHECK(clock.now() == 5);
  CHECK(clock.next_event_time() == 5);
  CHECK_FALSE(clock.advance(6));
  CHECK(log.empty());
  clock.run();
  CHECK(log == std::vector<char>{'b', 'c'});
}

TEST_CASE("the past, the end of time, a second run inside the first: refused in a sentence") {
  Clock clock;
  auto actor = Calls([&](auto&) { clock.run(); });
  auto late = Calls([](auto&) {});
  clock.enlist(actor);
  clock.enlist(late);
  clock.run_until(10);
  CHECK_THROWS_SAYING(clock.schedule(late, 9),
                      "schedule: 9 ps has passed, the clock stands at 10 ps");
  CHECK_THROWS_SAYING(clock.schedule(late, weft::never),
                      "overflow: a wake-up at the end of 64-bit time");
  CHECK_THROWS_SAYING(clock.run_until(9), "run_until: 9 ps has passed, the clock stands at 10 ps");
  CHECK_THROWS_SAYING(clock.run_until(weft::never), "overflow");
  CHECK_THROWS_SAYING(clock.run_for(weft::Duration{-1}), "run_for: a negative length of -1 ps");
  CHECK_THROWS_SAYING(clock.run_for(weft::Duration{weft::never}), "overflow");
  clock.schedule(actor, 11);
  CHECK_THROWS_SAYING(clock.run(),
                      "run: called from inside a kernel or a handler of the same clock");
  CHECK_FALSE(clock.running());
}

struct InFlight final : weft::SilentCompletions {
  std::vector<weft::Ps> ends;
  weft::Ps next(weft::Ps after) const noexcept override {
    weft::Ps earliest = weft::never;
    for (const weft::Ps end : ends)
      if (end > after) earliest = std::min(earliest, end);
    return earliest;
  }
  weft::Ps last() const noexcept override {
    return ends.empty() ? 0 : *std::max_element(ends.begin(), ends.end());
  }
};

TEST_CASE("completions that wake nobody are events for next_event_time, step and the end of run") {
  Clock clock;
  InFlight in_flight;
  in_flight.ends = {30, 70};
  clock.set_silent_completions(&in_flight);
  auto actor = Calls([](auto&) {});
  clock.enlist(actor);
  clock.schedule(actor, 50);
  CHECK(clock.next_event_time() == 30);
  CHECK(clock.step());
  CHECK(clock.now() == 30);
  CHECK(actor.scheduled());
  CHECK(clock.next_event_time() == 50);
  SECTION("step by step") {
    CHECK(clock.step());
    CHECK(clock.now() == 50);
    CHECK_FALSE(actor.scheduled());
    CHECK(clock.step());
    CHECK(clock.now() == 70);
    CHECK_FALSE(clock.step());
  }
  SECTION("in one run") {
    clock.run();
    CHECK(clock.now() == 70);
    clock.run();
    CHECK(clock.now() == 70);
  }
}

TEST_CASE("a limit on virtual time stops elision and wake-ups beyond it") {
  Clock clock;
  clock.set_limit(
      25,
      [](void*, weft::Ps moment) { throw std::runtime_error("beyond: " + std::to_string(moment)); },
      nullptr);
  weft::Ps last = 0;
  auto ticker = Calls([&](weft::Actor& self) {
    for (;;) {
      last = clock.now();
      if (!clock.advance(last + 10)) return clock.schedule(self, last + 10);
    }
  });
  clock.enlist(ticker);
  clock.schedule(ticker, 5);
  CHECK_THROWS_SAYING(clock.run(), "beyond: 35");
  CHECK(last == 25);
  CHECK(clock.now() == 25);
  clock.run_until(34);
  CHECK_THROWS_SAYING(clock.run_until(35), "beyond: 35");
  clock.set_limit(45, nullptr, nullptr);
  clock.run();
  CHECK(last == 45);
}

TEST_CASE(
    "cancel takes back a wake-up, due now or later; cancel_actors all but those scheduled last") {
  Clock clock;
  int woken = 0;
  auto a = Calls([&](auto&) { ++woken; });
  auto b = Calls([&](auto&) { ++woken; });
  auto last = Calls([&](auto&) { woken += 100; });
  clock.enlist(a);
  clock.enlist(b);
  clock.schedule(a, 0);
  clock.schedule(b, 10);
  clock.cancel(a);
  clock.cancel(b);
  clock.cancel(b);
  CHECK(clock.next_event_time() == weft::never);
  clock.schedule(a, 0);
  clock.schedule(b, 10);
  clock.schedule_last(last, 10);
  clock.cancel_actors();
  CHECK_FALSE(a.scheduled());
  CHECK_FALSE(b.scheduled());
  clock.run();
  CHECK(woken == 100);
}

// A random program of actors that wait, start children and roots, wake each other and end, performed by the clock and
// by a naive model: one list of wake-ups, searched from one end to the other, with ranks as paths and no elision.

std::uint64_t mixed(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  std::uint64_t h = a * 0x9E3779B97F4A7C15U + b * 0xC2B2AE3D27D4EB4FU + c * 0x165667B19E3779F9U;
  h ^= h >> 29;
  h *= 0xBF58476D1CE4E5B9U;
  return h ^ (h >> 32);
}

using Log = std::vector<std::tuple<weft::Ps, int, int>>;

/// What an actor does, from its wake-up until it suspends, on any machine that offers the verbs used here.
template <class Machine>
void act(Machine& machine, std::uint64_t seed, int id) {
  for (;;) {
    const int step = machine.count(id);
    machine.log.emplace_back(machine.now(), id, step);
    const std::uint64_t h =
        mixed(seed, static_cast<std::uint64_t>(id), static_cast<std::uint64_t>(step));
    const auto what = h % 16;
    const auto amount = static_cast<weft::Ps>(h >> 40);
    if (what < 8) {
      const weft::Ps delay = what < 3 ? amount % 4 : what < 6 ? amount % 100 : amount % 10'000;
      if (machine.wait(id, machine.now() + delay)) return;
    } else if (what < 11 && machine.actors() < 150) {
      machine.spawn(what == 8 ? -1 : id, machine.now() + (what == 10 ? amount % 5 : 0));
    } else if (what < 13) {
      machine.wake_parked(amount);
    } else if (what == 13) {
      return machine.park(id);
    } else if (step > 40) {
      return machine.finish(id);
    }
  }
}

struct OnClock {
  struct One : weft::Actor {
    OnClock* machine;
    int id;
    int steps = 0;
    One(OnClock* of, int number)
        : Actor([](Actor& self) {
            auto& one = static_cast<One&>(self);
            act(*one.machine, one.machine->seed, one.id);
          }),
          machine(of),
          id(number) {}
  };
  std::uint64_t seed;
  Clock clock;
  std::deque<One> all;
  std::deque<int> parked;
  Log log;

  One& one(int id) { return all[static_cast<std::size_t>(id)]; }
  weft::Ps now() const { return clock.now(); }
  int count(int id) { return one(id).steps++; }
  int actors() const { return static_cast<int>(all.size()); }
  bool wait(int id, weft::Ps time) {
    if (clock.advance(time)) return false;
    clock.schedule(one(id), time);
    return true;
  }
  void spawn(int parent, weft::Ps time) {
    One& child = all.emplace_back(this, actors());
    if (parent < 0) {
      clock.enlist(child);
    } else {
      clock.enlist_child(one(parent), child);
    }
    clock.schedule(child, time);
  }
  void wake_parked(weft::Ps which) {
    if (parked.empty()) return;
    const auto chosen = parked.begin() + which % static_cast<weft::Ps>(parked.size());
    clock.schedule(one(*chosen), now());
    parked.erase(chosen);
  }
  void park(int id) { parked.push_back(id); }
  void finish(int id) { clock.delist(one(id)); }
};

struct Naive {
  struct One {
    std::vector<int> path;
    int children = 0;
    int steps = 0;
    std::optional<weft::Ps> due;
  };
  std::uint64_t seed;
  std::deque<One> all;
  std::deque<int> parked;
  Log log;
  weft::Ps time = 0;
  int roots = 0;

  One& one(int id) { return all[static_cast<std::size_t>(id)]; }
  weft::Ps now() const { return time; }
  int count(int id) { return one(id).steps++; }
  int actors() const { return static_cast<int>(all.size()); }
  bool wait(int id, weft::Ps until) {
    if (until <= time) return false;
    one(id).due = until;
    return true;
  }
  void spawn(int parent, weft::Ps when) {
    One child;
    if (parent >= 0) {
      child.path = one(parent).path;
      child.path.push_back(one(parent).children++);
    } else {
      child.path = {roots++};
    }
    child.due = when;
    all.push_back(child);
  }
  void wake_parked(weft::Ps which) {
    if (parked.empty()) return;
    const auto chosen = parked.begin() + which % static_cast<weft::Ps>(parked.size());
    one(*chosen).due = time;
    parked.erase(chosen);
  }
  void park(int id) { parked.push_back(id); }
  void finish(int) {}

  void run() {
    for (;;) {
      int next = -1;
      for (int id = 0; id < actors(); ++id) {
        if (!one(id).due) continue;
        if (next < 0 ||
            std::tie(*one(id).due, one(id).path) < std::tie(*one(next).due, one(next).path))
          next = id;
      }
      if (next < 0) return;
      time = *one(next).due;
      one(next).due.reset();
      act(*this, seed, next);
    }
  }
};

TEST_CASE("random programs agree with the naive model, run whole, stepped or in slices") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(0, 40)));
  Naive naive{seed, {}, {}, {}};
  for (int i = 0; i < 8; ++i) naive.spawn(-1, 0);
  naive.run();
  REQUIRE(naive.log.size() > 8);

  OnClock machine{seed, {}, {}, {}, {}};
  for (int i = 0; i < 8; ++i) machine.spawn(-1, 0);
  if (seed % 3 == 0) {
    machine.clock.run();
  } else if (seed % 3 == 1) {
    while (machine.clock.step()) {
    }
  } else {
    weft::Ps slice = 1;
    while (machine.clock.next_event_time() != weft::never) {
      machine.clock.run_until(machine.clock.now() + slice);
      slice = slice * 5 % 997;
    }
  }
  CHECK(machine.log == naive.log);
}

}  // namespace
