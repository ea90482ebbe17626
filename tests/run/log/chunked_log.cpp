// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/log/chunked_log.hpp>

#include "support/catch.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <thread>
#include <utility>

namespace {

using Log = weft::ChunkedLog<std::uint64_t>;
constexpr std::size_t per_block = 32'768;  // 256 KiB of 8 bytes

Log numbers(std::size_t count) {
  Log log;
  for (std::size_t i = 0; i != count; ++i) log.push(i * 3);
  return log;
}

Log outlives_main;  // freed after what the thread keeps

}  // namespace

TEST_CASE("a log keeps what was pushed, over blocks, where it was written") {
  Log log;
  log.push(7);
  const std::uint64_t* first = &log[0];
  for (std::size_t i = 1; i != 2 * per_block + 1; ++i) log.push(i + 7);
  CHECK(log.size() == 65'537);
  CHECK(&log[0] == first);
  CHECK(log[0] == 7);
  CHECK(log[per_block - 1] == 32'774);
  CHECK(log[per_block] == 32'775);
  CHECK(log[2 * per_block] == 65'543);
}

TEST_CASE("a log that was moved from is empty and can be filled again") {
  Log log = numbers(3);
  Log other = std::move(log);
  log = Log();
  log.push(5);
  CHECK(log.size() == 1);
  CHECK(log[0] == 5);
  CHECK(other.size() == 3);
  CHECK(other[2] == 6);
  other = numbers(2);
  CHECK(other.size() == 2);
  CHECK(other[1] == 3);
}

TEST_CASE("blocks given back are used again by the same thread") {
  std::set<const void*> before;
  {
    const Log log = numbers(2 * per_block);
    before = {&log[0], &log[per_block]};
  }
  const Log log = numbers(2 * per_block);
  CHECK(before == std::set<const void*>{&log[0], &log[per_block]});
}

TEST_CASE("a log may outlive the thread that filled it, and main") {
  std::thread([] { outlives_main = numbers(per_block + 1); }).join();
  CHECK(outlives_main.size() == 32'769);
  CHECK(outlives_main[per_block] == 98'304);
}
