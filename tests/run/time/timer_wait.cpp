// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/time/timer_wait.hpp>

#include <utility>
#include <vector>

#include "support/catch.hpp"

namespace {

using boost::system::error_code;

TEST_CASE("waits are aborted oldest first, and only before their moment") {
  weft::VirtualTimeContext context;
  weft::TimerWaits waits;
  std::vector<std::pair<int, bool>> done;
  const auto note = [&done](int which) {
    return [&done, which](error_code error) { done.emplace_back(which, static_cast<bool>(error)); };
  };
  weft::start_wait(context, waits, 20, note(1));
  weft::start_wait(context, waits, 10, note(2));
  weft::start_wait(context, waits, 30, note(3));
  CHECK(waits.abort(context, true) == 1);
  context.run_until(10);
  CHECK(done == std::vector<std::pair<int, bool>>{{1, true}, {2, false}});
  weft::TimerWaits moved(std::move(waits));
  CHECK(waits.abort(context, false) == 0);
  CHECK(moved.abort(context, false) == 1);
  context.run();
  CHECK(done == std::vector<std::pair<int, bool>>{{1, true}, {2, false}, {3, true}});
}

TEST_CASE("waits may outlast their list") {
  weft::VirtualTimeContext context;
  int done = 0;
  {
    weft::TimerWaits waits;
    weft::start_wait(context, waits, 20, [&](error_code) { ++done; });
    weft::start_wait(context, waits, 30, [&](error_code) { ++done; });
  }
  context.run();
  CHECK(done == 2);
  CHECK(context.now() == 30);
}

}  // namespace
