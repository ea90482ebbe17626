// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// The event core alone. W1: one process waiting 1 tick at a time. W2: 1,000 and 100,000 processes waiting random delays of
// 1 to 1,000 ticks. Items are waits.
#include <chrono>
#include <coroutine>
#include <cstdint>
#include <exception>
#include <memory>
#include <vector>
#include <weft/run/time/virtual_time_context.hpp>

#include "baselines.hpp"

namespace {

/// A cheap random delay from 1 to 1,000 ticks; the same sequence for each contender.
struct Delays {
  std::uint64_t state;
  std::int64_t next() {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::int64_t>((state >> 33) % 1000) + 1;
  }
};

/// A process on weft's clock: a coroutine that is an actor.
class Process : public weft::Actor {
 public:
  struct promise_type {
    Process* process = nullptr;
    std::coroutine_handle<> get_return_object() {
      return std::coroutine_handle<promise_type>::from_promise(*this);
    }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    std::suspend_always final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void unhandled_exception() const { std::terminate(); }
  };
  struct Frame : std::coroutine_handle<> {
    using promise_type = Process::promise_type;
    Frame(std::coroutine_handle<> handle) : std::coroutine_handle<>(handle) {}  // NOLINT
  };

  Process() : Actor([](Actor& actor) { static_cast<Process&>(actor).frame.resume(); }) {}
  ~Process() {
    if (frame) frame.destroy();
  }
  void start(weft::VirtualTimeContext& clock, Frame body) {
    frame = body;
    hot = frame.address();
    clock.enlist(*this);
    clock.schedule(*this, clock.now());
  }
  std::coroutine_handle<> frame;
};

struct Until {
  weft::VirtualTimeContext& clock;
  weft::Actor& actor;
  weft::Ps time;
  bool await_ready() const noexcept { return clock.advance(time); }
  void await_suspend(std::coroutine_handle<>) const { clock.schedule(actor, time); }
  void await_resume() const noexcept {}
};

Process::Frame waits(weft::VirtualTimeContext& clock, Process& self, std::uint64_t seed,
                     std::int64_t count, bool random) {
  Delays delays{seed};
  for (std::int64_t i = 0; i < count; ++i)
    co_await Until{clock, self, clock.now() + (random ? delays.next() : 1)};
}

void weft_waits(std::int64_t processes, std::int64_t each, bool random) {
  weft::VirtualTimeContext clock;
  std::vector<std::unique_ptr<Process>> all;
  for (std::int64_t i = 0; i < processes; ++i) {
    all.push_back(std::make_unique<Process>());
    all.back()->start(clock,
                      waits(clock, *all.back(), static_cast<std::uint64_t>(i), each, random));
  }
  clock.run();
  for (const auto& process : all) clock.delist(*process);
}

void asio_waits(std::int64_t processes, std::int64_t each, bool random) {
  baseline::AwaitableClock clock;
  for (std::int64_t i = 0; i < processes; ++i)
    clock.spawn([&clock, i, each, random]() -> boost::asio::awaitable<void> {
      Delays delays{static_cast<std::uint64_t>(i)};
      for (std::int64_t k = 0; k < each; ++k)
        co_await clock.until(clock.now + (random ? delays.next() : 1));
    });
  clock.run();
}

struct CallbackProcess {
  baseline::CallbackClock& clock;
  Delays delays;
  std::int64_t left;
  bool random;
  void go_on() {
    if (left-- > 0) clock.at(clock.now + (random ? delays.next() : 1), [this] { go_on(); });
  }
};
void callback_waits(std::int64_t processes, std::int64_t each, bool random) {
  baseline::CallbackClock clock;
  std::vector<CallbackProcess> all;
  for (std::int64_t i = 0; i < processes; ++i)
    all.push_back({clock, {static_cast<std::uint64_t>(i)}, each, random});
  for (CallbackProcess& process : all) process.go_on();
  clock.run();
}

void measure(benchmark::State& state, const char* who,
             void (*run)(std::int64_t, std::int64_t, bool), std::int64_t total, bool is_weft) {
  const std::int64_t processes = state.range(0);
  const std::int64_t each = total / processes;
  double seconds = 0;
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    run(processes, each, processes > 1);
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  const double items =
      static_cast<double>(each * processes) * static_cast<double>(state.iterations());
  const std::string size = std::to_string(processes);
  baseline::report(state, who + size, items, seconds);
  if (is_weft) {
    baseline::ratio(state, "asio", "asio" + size, items, seconds);
    baseline::ratio(state, "queue", "queue" + size, items, seconds);
  }
}

void asio_awaitable(benchmark::State& state) {
  measure(state, "asio", asio_waits, 1'000'000, false);
}
void priority_queue(benchmark::State& state) {
  measure(state, "queue", callback_waits, 1'000'000, false);
}
void weft_clock(benchmark::State& state) { measure(state, "weft", weft_waits, 4'000'000, true); }

BENCHMARK(asio_awaitable)->Arg(1)->Arg(1'000)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(priority_queue)->Arg(1)->Arg(1'000)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(weft_clock)->Arg(1)->Arg(1'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
