// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/time/timer.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <weft/model/units/literals.hpp>
#include <weft/run/time/strand.hpp>

#include "support/catch.hpp"

namespace {

namespace asio = boost::asio;
using namespace weft::literals;
using boost::system::error_code;

/// What the waits of one test said: name, time, and whether they were aborted.
struct Said {
  weft::VirtualTimeContext& context;
  std::string text;
  auto operator()(char name) {
    return [this, name](error_code error) {
      if (!text.empty()) text += ' ';
      text += name + std::to_string(context.now()) + (error == asio::error::operation_aborted ? "!" : error ? "?" : "");
    };
  }
};

TEST_CASE("a timer fires at its expiry on the virtual clock") {
  weft::VirtualTimeContext context;
  Said say{context, {}};
  weft::Timer a(context);
  weft::Timer b(context, 3_ns);
  a.expires_after(5_ns);
  CHECK(a.expiry() == 5_ns);
  a.async_wait(say('a'));
  b.async_wait(say('b'));
  context.run();
  CHECK(say.text == "b3000 a5000");
  a.expires_after(1_ns);
  CHECK(a.expiry() == 6_ns);
  a.async_wait(say('a'));
  context.run();
  CHECK(say.text == "b3000 a5000 a6000");
}

TEST_CASE("an expiry that has passed completes at once, but never inside async_wait") {
  weft::VirtualTimeContext context;
  context.run_until(100);
  Said say{context, {}};
  weft::Timer timer(context);
  timer.expires_at(weft::Duration{40});
  timer.async_wait(say('a'));
  timer.async_wait(say('b'));
  CHECK(say.text.empty());
  CHECK(timer.cancel() == 0);  // beyond recall
  context.run();
  CHECK(say.text == "a100 b100");
}

TEST_CASE("cancel, a new expiry and destruction abort waits at the current time") {
  weft::VirtualTimeContext context;
  Said say{context, {}};
  weft::Timer timer(context, 50_ps);
  timer.async_wait(say('a'));
  timer.async_wait(say('b'));
  context.run_until(10);
  SECTION("cancel") { CHECK(timer.cancel() == 2); }
  SECTION("a new expiry") { CHECK(timer.expires_after(1_ns) == 2); }
  SECTION("destruction") { weft::Timer(std::move(timer)); }
  SECTION("assignment of another timer") { timer = weft::Timer(context, 70_ps); }
  context.run();
  CHECK(say.text == "a10! b10!");
  CHECK(context.now() == 10);
}

TEST_CASE("cancel_one aborts the oldest wait") {
  weft::VirtualTimeContext context;
  Said say{context, {}};
  weft::Timer timer(context, 50_ps);
  timer.async_wait(say('a'));
  timer.async_wait(say('b'));
  CHECK(timer.cancel_one() == 1);
  context.run();
  CHECK(say.text == "a0! b50");
}

TEST_CASE("a moved timer takes its waits along") {
  weft::VirtualTimeContext context;
  Said say{context, {}};
  auto first = std::make_unique<weft::Timer>(context, 50_ps);
  first->async_wait(say('a'));
  first->async_wait(say('b'));
  weft::Timer second(std::move(*first));
  first.reset();
  CHECK(second.expiry() == 50_ps);
  CHECK(second.cancel_one() == 1);
  context.run();
  CHECK(say.text == "a0! b50");
}

TEST_CASE("any completion token") {
  weft::VirtualTimeContext context;
  std::vector<weft::Ps> times;
  const auto waits = [](weft::VirtualTimeContext& on, std::vector<weft::Ps>& to) -> asio::awaitable<void> {
    weft::Timer timer(co_await asio::this_coro::executor);
    timer.expires_after(10_ps);
    co_await timer.async_wait(asio::use_awaitable);
    to.push_back(on.now());
    timer.expires_after(10_ps);
    co_await timer.async_wait(asio::deferred);
    to.push_back(on.now());
    auto later = timer.async_wait(asio::deferred);  // starts when awaited
    timer.expires_after(10_ps);
    co_await std::move(later);
    to.push_back(on.now());
  };
  asio::co_spawn(context, waits(context, times), asio::detached);
  weft::Timer timer(context, 15_ps);
  timer.async_wait([owned = std::make_unique<int>(1), &times, &context](error_code) {
    times.push_back(context.now() + *owned);
  });
  context.run();
  CHECK(times == std::vector<weft::Ps>{10, 16, 20, 30});
}

TEST_CASE("a cancellation slot aborts its wait alone") {
  weft::VirtualTimeContext context;
  Said say{context, {}};
  weft::Timer timer(context, 50_ps);
  asio::cancellation_signal signal;
  timer.async_wait(asio::bind_cancellation_slot(signal.slot(), say('a')));
  timer.async_wait(say('b'));
  context.run_until(20);
  signal.emit(asio::cancellation_type::none);
  signal.emit(asio::cancellation_type::total);
  signal.emit(asio::cancellation_type::terminal);
  context.run();
  signal.emit(asio::cancellation_type::terminal);  // the wait is over: nothing happens
  CHECK(say.text == "a20! b50");
}

TEST_CASE("awaitable operators race and join on virtual time") {
  using namespace asio::experimental::awaitable_operators;
  weft::VirtualTimeContext context;
  const auto nap = [](weft::VirtualTimeContext& on, weft::Duration length) -> asio::awaitable<weft::Ps> {
    weft::Timer timer(on);
    timer.expires_after(length);
    co_await timer.async_wait(asio::use_awaitable);
    co_return on.now();
  };
  std::string said;
  const auto races = [&]() -> asio::awaitable<void> {
    const auto won = co_await (nap(context, 10_ps) || nap(context, 20_ps));
    said += std::to_string(won.index()) + "@" + std::to_string(context.now());
    const auto both = co_await (nap(context, 10_ps) && nap(context, 20_ps));
    said += " " + std::to_string(std::get<0>(both)) + "," + std::to_string(std::get<1>(both));
  };
  asio::co_spawn(context, races(), asio::detached);
  context.run();
  CHECK(said == "0@10 20,30");
  CHECK(context.now() == 30);
}

TEST_CASE("a wait completes on the executor of its handler") {
  weft::VirtualTimeContext context;
  const weft::Strand strand = weft::make_strand(context);
  bool on_strand = false;
  weft::Timer timer(strand);
  timer.expires_after(10_ps);
  timer.async_wait(asio::bind_executor(strand, [&](error_code) { on_strand = strand.running_in_this_thread(); }));
  bool on_any = false;
  timer.async_wait(asio::bind_executor(asio::any_io_executor(context.get_executor()), [&](error_code) {
    on_any = context.now() == 10;
  }));
  asio::thread_pool pool(1);
  bool on_pool = false;
  timer.async_wait(asio::bind_executor(pool.get_executor(), [&](error_code) { on_pool = true; }));
  context.run();
  pool.join();
  CHECK(on_strand);
  CHECK(on_any);
  CHECK(on_pool);
}

TEST_CASE("a timer on another kind of executor, and times that do not fit, are refused in a sentence") {
  asio::thread_pool pool(1);
  CHECK_THROWS_SAYING(weft::Timer(pool.get_executor()), "Timer: this executor does not belong to a VirtualTimeContext");
  weft::VirtualTimeContext context;
  context.run_until(10);
  weft::Timer timer(context);
  CHECK_THROWS_SAYING(timer.expires_after(weft::Duration{weft::never}), "overflow");
  timer.expires_at(weft::Duration{weft::never});
  CHECK_THROWS_SAYING(timer.async_wait([](error_code) {}), "overflow: a wake-up at the end of 64-bit time");
  context.run();
}

}  // namespace
