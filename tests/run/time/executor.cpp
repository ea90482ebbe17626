// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/time/executor.hpp>

#include <memory>
#include <string>
#include <type_traits>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/defer.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/execution.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "support/catch.hpp"

namespace {

namespace asio = boost::asio;
namespace execution = boost::asio::execution;
using Executor = weft::VirtualTimeContext::executor_type;

static_assert(execution::is_executor<Executor>::value);
static_assert(std::is_nothrow_copy_constructible_v<Executor> && std::is_nothrow_move_constructible_v<Executor>);
static_assert(std::is_convertible_v<Executor, asio::any_io_executor>);
static_assert(asio::can_query_v<Executor, execution::context_t>);
static_assert(asio::can_query_v<Executor, execution::blocking_t>);
static_assert(asio::can_require_v<Executor, execution::blocking_t::never_t>);
static_assert(asio::can_require_v<Executor, execution::blocking_t::possibly_t>);
static_assert(!asio::can_require_v<Executor, execution::blocking_t::always_t>);
static_assert(asio::can_require_v<Executor, execution::allocator_t<std::allocator<int>>>);
static_assert(asio::can_require_v<Executor, execution::allocator_t<void>>);
static_assert(asio::can_prefer_v<Executor, execution::outstanding_work_t::tracked_t>);
static_assert(asio::can_prefer_v<Executor, execution::relationship_t::continuation_t>);
static_assert(std::is_same_v<decltype(asio::query(std::declval<const Executor&>(), execution::context)),
                             weft::VirtualTimeContext&>);
static_assert(sizeof(Executor) == 2 * sizeof(void*));

TEST_CASE("executors compare by context and blocking") {
  weft::VirtualTimeContext context;
  weft::VirtualTimeContext other;
  const Executor executor = context.get_executor();
  CHECK(executor == context.get_executor());
  CHECK(executor != other.get_executor());
  const Executor never = asio::require(executor, execution::blocking.never);
  CHECK(never != executor);
  CHECK(asio::require(never, execution::blocking.possibly) == executor);
  CHECK(asio::query(never, execution::blocking) == execution::blocking.never);
  CHECK(asio::query(executor, execution::blocking) == execution::blocking.possibly);
  CHECK(&asio::query(executor, execution::context) == &context);
}

TEST_CASE("post and defer queue, dispatch runs in place from inside and queues from outside") {
  weft::VirtualTimeContext context;
  std::string log;
  asio::dispatch(context, [&] { log += '1'; });
  CHECK(log.empty());
  asio::post(context, [&] {
    CHECK(context.get_executor().running_in_this_thread());
    asio::post(context, [&] { log += '4'; });
    asio::defer(context, [&] { log += '5'; });
    asio::dispatch(context, [&] { log += '2'; });
    log += '3';
  });
  context.run();
  CHECK(log == "12345");
  CHECK_FALSE(context.get_executor().running_in_this_thread());
}

TEST_CASE("everything works through any_io_executor too") {
  weft::VirtualTimeContext context;
  const asio::any_io_executor executor = context.get_executor();
  std::string log;
  asio::post(executor, [&, owned = std::make_unique<int>(1)] { log += *owned == 1 ? 'p' : '?'; });
  asio::defer(executor, [&] { log += 'd'; });
  asio::dispatch(executor, [&] { log += 'i'; });
  CHECK(executor == asio::any_io_executor(context.get_executor()));
  CHECK(&asio::query(executor, execution::context) == &static_cast<asio::execution_context&>(context));
  context.run();
  CHECK(log == "pdi");
}

TEST_CASE("coroutines run on virtual time") {
  weft::VirtualTimeContext context;
  std::string log;
  const auto speaks = [](std::string& to, char name) -> asio::awaitable<int> {
    to += name;
    co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
    to += name;
    co_await asio::post(co_await asio::this_coro::executor, asio::deferred);
    to += name;
    co_return 7;
  };
  int result = 0;
  asio::co_spawn(context, speaks(log, 'a'), [&](std::exception_ptr, int value) { result = value; });
  asio::co_spawn(context.get_executor(), speaks(log, 'b'), asio::detached);
  context.run();
  CHECK(log == "ababab");
  CHECK(result == 7);
  CHECK(context.now() == 0);
}

TEST_CASE("outstanding work does not hold a run on virtual time") {
  weft::VirtualTimeContext context;
  const auto work = asio::make_work_guard(context);
  const auto any = asio::prefer(asio::any_io_executor(context.get_executor()), execution::outstanding_work.tracked);
  context.run();
  CHECK(context.now() == 0);
  CHECK(any == asio::any_io_executor(context.get_executor()));
}

template <class T = void>
struct Counting {
  using value_type = T;
  int* count;
  explicit Counting(int& to) : count(&to) {}
  template <class U>
  Counting(const Counting<U>& other) : count(other.count) {}
  T* allocate(std::size_t n) {
    ++*count;
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T* p, std::size_t n) { std::allocator<T>().deallocate(p, n); }
  friend bool operator==(const Counting&, const Counting&) = default;
};

TEST_CASE("memory comes from the handler's associated allocator") {
  weft::VirtualTimeContext context;
  int allocations = 0;
  bool ran = false;
  asio::post(context, asio::bind_allocator(Counting<>(allocations), [&] { ran = true; }));
  CHECK(allocations == 1);
  const auto executor =
      asio::require(context.get_executor(), execution::blocking.never, execution::allocator(Counting<>(allocations)));
  executor.execute([] {});
  CHECK(allocations == 2);
  CHECK(asio::query(executor, execution::allocator) == Counting<>(allocations));
  CHECK(asio::require(executor, execution::allocator, execution::blocking.possibly) == context.get_executor());
  context.run();
  CHECK(ran);
}

}  // namespace
