// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/log/counters.hpp>

#include "support/catch.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

constexpr std::array<weft::RecordId, 0> no_producers{};

weft::OpEvent event(const weft::OpFacts& facts, std::uint64_t bytes) {
  return {0, 0, 0, &facts, {}, 0, bytes, 0, weft::no_record};
}

}  // namespace

TEST_CASE("counters add up by facts, however many there are and in whatever order they come") {
  std::array<weft::OpFacts, 300> facts{};
  weft::Counters counters;
  for (std::size_t round = 0; round != 3; ++round)
    for (std::size_t i = 0; i != facts.size(); ++i) {
      const std::size_t which = i * 7 % 300;
      CHECK(counters.op(event(facts[which], which + round), no_producers) == weft::no_record);
      CHECK(counters.op(event(facts[0], 1), no_producers) == weft::no_record);
    }
  const std::vector<weft::OpCount> counts = counters.take();
  REQUIRE(counts.size() == 300);
  for (const weft::OpCount& entry : counts) {
    const auto i = static_cast<std::uint64_t>(entry.facts - facts.data());
    CHECK(entry.count == (i == 0 ? 903 : 3));
    CHECK(entry.bytes == 3 * i + 3 + (i == 0 ? 900 : 0));
  }
}

TEST_CASE("counters that were taken begin anew") {
  const weft::OpFacts facts{};
  weft::Counters counters;
  counters.op(event(facts, 10), no_producers);
  CHECK(counters.take().size() == 1);
  CHECK(counters.take().empty());
  counters.op(event(facts, 4), no_producers);
  const std::vector<weft::OpCount> counts = counters.take();
  REQUIRE(counts.size() == 1);
  CHECK(counts[0].count == 1);
  CHECK(counts[0].bytes == 4);
}
