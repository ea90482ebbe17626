// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/time/virtual_time_context.hpp>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <weft/run/time/timer.hpp>

#include "support/catch.hpp"

namespace {

namespace asio = boost::asio;

template <class Function>
struct Calls : weft::Actor {
  Function function;
  explicit Calls(Function f)
      : Actor([](Actor& self) { static_cast<Calls&>(self).function(); }), function(std::move(f)) {}
};

TEST_CASE("handlers run after the actors due at their time, in post order") {
  weft::VirtualTimeContext context;
  std::string log;
  auto actor = Calls([&] { log += 'a'; });
  context.enlist(actor);
  asio::post(context, [&] {
    log += '1';
    context.schedule(actor, context.now());
    asio::post(context, [&] { log += '3'; });
  });
  asio::post(context, [&] { log += '2'; });
  context.schedule(actor, 0);
  context.run();
  CHECK(log == "a1a23");
}

TEST_CASE("a timer's handler takes its place by when the wait began") {
  weft::VirtualTimeContext context;
  std::string log;
  weft::Timer early(context, weft::Duration{10});
  weft::Timer late(context, weft::Duration{10});
  auto actor = Calls([&] {
    log += 'a';
    asio::post(context, [&] { log += 'p'; });
  });
  context.enlist(actor);
  context.schedule(actor, 10);
  early.async_wait([&](auto) { log += '1'; });
  late.async_wait([&](auto) { log += '2'; });
  context.run();
  CHECK(log == "a12p");
  CHECK(context.now() == 10);
}

TEST_CASE("pending handlers bound elision as actors do") {
  weft::VirtualTimeContext context;
  weft::Timer timer(context, weft::Duration{10});
  timer.async_wait([](auto) {});
  auto actor = Calls([&] {
    CHECK(context.advance(9));
    CHECK_FALSE(context.advance(10));
  });
  context.enlist(actor);
  context.schedule(actor, 5);
  context.run();
  CHECK(context.now() == 10);
}

TEST_CASE("an exception from a handler leaves run, and the context stays usable") {
  weft::VirtualTimeContext context;
  std::string log;
  asio::post(context, [] { throw std::runtime_error("handler failed"); });
  asio::post(context, [&] { log += 'b'; });
  CHECK_THROWS_SAYING(context.run(), "handler failed");
  CHECK(log.empty());
  context.run();
  CHECK(log == "b");
}

TEST_CASE("an exception from a function run in place leaves run, not its caller") {
  weft::VirtualTimeContext context;
  std::string log;
  asio::post(context, [&] {
    asio::dispatch(context, [] { throw std::runtime_error("inner failed"); });
    asio::dispatch(context, [] { throw std::runtime_error("lost: only the first is reported"); });
    log += 'a';
  });
  asio::post(context, [&] { log += 'b'; });
  CHECK_THROWS_SAYING(context.run(), "inner failed");
  CHECK(log == "a");
  context.run();
  CHECK(log == "ab");
}

TEST_CASE("an exception out of a coroutine arrives where co_spawn says") {
  weft::VirtualTimeContext context;
  const auto fails = [](weft::VirtualTimeContext& on) -> asio::awaitable<void> {
    weft::Timer timer(on, weft::Duration{7});
    co_await timer.async_wait(asio::use_awaitable);
    throw std::runtime_error("coroutine failed");
  };
  std::string said;
  asio::co_spawn(context, fails(context), [&](std::exception_ptr error) {
    try {
      if (error) std::rethrow_exception(error);
    } catch (const std::exception& exception) {
      said = exception.what();
    }
  });
  context.run();
  CHECK(said == "coroutine failed");
  CHECK(context.now() == 7);
  asio::co_spawn(context, fails(context), [](std::exception_ptr error) {
    if (error) std::rethrow_exception(error);
  });
  CHECK_THROWS_SAYING(context.run(), "coroutine failed");
}

TEST_CASE("destroying the context destroys what is pending without running it") {
  auto owned = std::make_shared<int>(0);
  bool ran = false;
  const auto sleeps = [](weft::VirtualTimeContext& on, std::shared_ptr<int> keeps) -> asio::awaitable<void> {
    weft::Timer timer(on, weft::Duration{100});
    co_await timer.async_wait(asio::use_awaitable);
    ++*keeps;
  };
  {
    auto actor = Calls([&] { ran = true; });  // outlives what it is scheduled on
    weft::VirtualTimeContext context;
    weft::Timer timer(context, weft::Duration{50});
    context.enlist(actor);
    context.schedule(actor, 60);
    timer.async_wait([&ran, owned](auto) { ran = true; });
    asio::co_spawn(context, sleeps(context, owned), asio::detached);
    context.run_until(10);
    asio::post(context, [&ran, owned] { ran = true; });
    // What is posted while being destroyed is destroyed too.
    struct PostsWhenDestroyed {
      weft::VirtualTimeContext* on;
      std::shared_ptr<int> keeps;
      PostsWhenDestroyed(weft::VirtualTimeContext* to, std::shared_ptr<int> kept) : on(to), keeps(std::move(kept)) {}
      PostsWhenDestroyed(PostsWhenDestroyed&& other) noexcept
          : on(std::exchange(other.on, nullptr)), keeps(std::move(other.keeps)) {}
      ~PostsWhenDestroyed() {
        if (on != nullptr) asio::post(*on, [kept = keeps] {});
      }
      void operator()() const {}
    };
    asio::post(context, PostsWhenDestroyed(&context, owned));
    CHECK(owned.use_count() == 5);
  }
  CHECK_FALSE(ran);
  CHECK(*owned == 0);
  CHECK(owned.use_count() == 1);
}

TEST_CASE("the context is found from an execution_context, and another kind is not one") {
  weft::VirtualTimeContext context;
  CHECK(weft::VirtualTimeContext::from(context) == &context);
  asio::thread_pool pool(1);
  CHECK(weft::VirtualTimeContext::from(pool) == nullptr);
}

TEST_CASE("two contexts keep their own time") {
  weft::VirtualTimeContext one;
  weft::VirtualTimeContext other;
  weft::Timer timer(one, weft::Duration{10});
  timer.async_wait([&](auto) { other.run_until(3); });
  one.run();
  CHECK(one.now() == 10);
  CHECK(other.now() == 3);
}

TEST_CASE("step and next_event_time see handlers") {
  weft::VirtualTimeContext context;
  weft::Timer timer(context, weft::Duration{10});
  int fired = 0;
  timer.async_wait([&](auto) { ++fired; });
  CHECK(context.next_event_time() == 10);
  CHECK(context.step());
  CHECK(fired == 1);
  CHECK_FALSE(context.step());
  context.run_for(weft::Duration{5});
  CHECK(context.now() == 15);
}

}  // namespace
