// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// What weft is measured against in the same run: boost::asio::awaitable on a manual clock, and callbacks in a
// std::priority_queue, both in the order of time, then of scheduling.
#include <algorithm>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

namespace baseline {

using Time = std::int64_t;

/// Callbacks in a std::priority_queue.
class CallbackClock {
 public:
  Time now = 0;
  void at(Time time, std::function<void()> call) { events_.push({time, next_++, std::move(call)}); }
  void run() {
    while (!events_.empty()) {
      Event event = std::move(const_cast<Event&>(events_.top()));
      events_.pop();
      now = event.time;
      event.call();
    }
  }

 private:
  struct Event {
    Time time;
    std::uint64_t order;
    std::function<void()> call;
    bool operator<(const Event& other) const {
      return time != other.time ? time > other.time : order > other.order;
    }
  };
  std::priority_queue<Event> events_;
  std::uint64_t next_ = 0;
};

/// boost::asio::awaitable on a clock that jumps from one sleeper's time to the next.
class AwaitableClock {
 public:
  Time now = 0;
  boost::asio::awaitable<void> until(Time time) {
    return boost::asio::async_initiate<const boost::asio::use_awaitable_t<>&, void()>(
        [this, time](auto handler) {
          sleepers_.push_back(
              {time, next_++, std::make_unique<Held<decltype(handler)>>(std::move(handler))});
          std::push_heap(sleepers_.begin(), sleepers_.end());
        },
        boost::asio::use_awaitable);
  }
  template <class Process>
  void spawn(Process process) {
    boost::asio::co_spawn(io_, std::move(process), boost::asio::detached);
  }
  void run() {
    io_.poll();
    while (!sleepers_.empty()) {
      std::pop_heap(sleepers_.begin(), sleepers_.end());
      const std::unique_ptr<Base> woken = std::move(sleepers_.back().handler);
      now = sleepers_.back().time;
      sleepers_.pop_back();
      woken->wake();
    }
    io_.restart();
    io_.poll();
  }

 private:
  struct Base {
    virtual ~Base() = default;
    virtual void wake() = 0;
  };
  template <class Handler>
  struct Held final : Base {
    explicit Held(Handler h) : handler(std::move(h)) {}
    void wake() override { std::move(handler)(); }
    Handler handler;
  };
  struct Sleeper {
    Time time;
    std::uint64_t order;
    std::unique_ptr<Base> handler;
    bool operator<(const Sleeper& other) const {
      return time != other.time ? time > other.time : order > other.order;
    }
  };
  boost::asio::io_context io_{1};
  std::vector<Sleeper> sleepers_;
  std::uint64_t next_ = 0;
};

/// Remembers the rate of a baseline for the ratios of the benchmarks that are registered after it.
inline std::map<std::string, double>& rates() {
  static std::map<std::string, double> all;
  return all;
}
/// Reports items per second, and stores them under `name`. Its own ratios are 0: as CSV every row has the same counters.
inline void report(benchmark::State& state, const std::string& name, double items, double seconds) {
  state.SetItemsProcessed(static_cast<std::int64_t>(items));
  rates()[name] = items / seconds;
  state.counters["x_asio"] = state.counters["x_queue"] = 0;
}
/// The rate of this benchmark over that of `baseline`, as the counter `x_NAME`; 0 if that has not run.
inline void ratio(benchmark::State& state, const std::string& counter, const std::string& baseline,
                  double items, double seconds) {
  const auto known = rates().find(baseline);
  state.counters["x_" + counter] = known != rates().end() ? items / seconds / known->second : 0;
}

}  // namespace baseline
