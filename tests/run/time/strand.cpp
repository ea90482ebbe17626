// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/time/strand.hpp>

#include <memory>
#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <weft/run/time/timer.hpp>

#include "support/catch.hpp"

namespace {

namespace asio = boost::asio;

TEST_CASE("a strand keeps post order and runs in place only inside itself") {
  weft::VirtualTimeContext context;
  const weft::Strand strand = weft::make_strand(context);
  std::string log;
  asio::post(strand, [&] {
    CHECK(strand.running_in_this_thread());
    asio::dispatch(strand, [&] { log += '1'; });
    asio::post(strand, [&] { log += '3'; });
    log += '2';
  });
  asio::post(strand, [&] { log += 'b'; });
  context.run();
  CHECK(log == "12b3");
  CHECK_FALSE(strand.running_in_this_thread());
}

TEST_CASE("coroutines on the strands of two PEs share one clock") {
  weft::VirtualTimeContext context;
  const weft::Strand first = weft::make_strand(context);
  const weft::Strand second = weft::make_strand(context);
  CHECK(first != second);
  std::string log;
  const auto ticks = [](weft::VirtualTimeContext& on, const weft::Strand& at, weft::Ps period, char name,
                        std::string& to) -> asio::awaitable<void> {
    weft::Timer timer(on);
    for (int i = 0; i < 3; ++i) {
      timer.expires_after(weft::Duration{period});
      co_await timer.async_wait(asio::use_awaitable);
      to += name + std::to_string(on.now()) + ' ';
      CHECK(at.running_in_this_thread());
    }
  };
  asio::co_spawn(first, ticks(context, first, 10, 'a', log), asio::detached);
  asio::co_spawn(second, ticks(context, second, 15, 'b', log), asio::detached);
  context.run();
  CHECK(log == "a10 b15 a20 b30 a30 b45 ");
}

TEST_CASE("a strand with work left is destroyed with its context") {
  auto owned = std::make_shared<int>(0);
  {
    weft::VirtualTimeContext context;
    asio::post(weft::make_strand(context), [owned] { ++*owned; });
    CHECK(owned.use_count() == 2);
  }
  CHECK(owned.use_count() == 1);
  CHECK(*owned == 0);
}

}  // namespace
