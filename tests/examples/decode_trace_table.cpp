// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include "../../examples/decode_trace/table.hpp"

#include <limits>
#include <vector>

#include "../../examples/decode_trace/models.hpp"
#include "support/catch.hpp"

using namespace decode_trace;

namespace {

Step step(std::int64_t blocking, std::int64_t lazy, std::int64_t reads, std::int64_t compute) {
  return {{blocking, lazy}, reads, compute, 0, std::max(reads, compute)};
}

}  // namespace

TEST_CASE("the variants are blocking, then lazy at each depth") {
  const std::vector<std::size_t> depths{0, 1, 3};
  const std::vector<Variant> variants = variants_for(depths);
  REQUIRE(variants.size() == 4);
  CHECK(variants[0].blocking);
  CHECK(variants[1].title == "lazy, loads where used");
  CHECK(variants[2].title == "lazy, hoisted 1 tile");
  CHECK(variants[3].key == "lazy_hoisted_3");
}

TEST_CASE("columns are percentiles of the requests and their sum") {
  const Steps steps{{1, step(40, 30, 20, 10)}, {5, step(400, 300, 100, 200)}};
  const std::vector<std::size_t> depths{0};
  const Table table = tabulate(variants_for(depths), {5, 1, 1}, steps);
  REQUIRE(table.columns.size() == 6);
  CHECK(table.columns[0].keys == 1);  // p10: rank ceil(0.3) = 1 of 1, 1, 5
  CHECK(table.columns[1].keys == 1);  // p50: rank ceil(1.5) = 2
  CHECK(table.columns[2].keys == 5);  // p90: rank ceil(2.7) = 3
  CHECK(table.columns[4].keys == 5);
  const Column& total = table.columns[5];
  CHECK(total.requests == 3);
  CHECK(total.step.latency == std::vector<std::int64_t>{480, 360});
  CHECK(total.step.reads == 140);
  CHECK(total.step.compute == 220);
  CHECK(total.step.bound == 240);  // 20 + 20 + 200: each request has its own bottleneck
}

TEST_CASE("a total beyond 64 bits is an error") {
  const Steps steps{{1, step(std::numeric_limits<std::int64_t>::max(), 1, 1, 1)}};
  const std::vector<std::size_t> depths{0};
  CHECK_THROWS_AS(tabulate(variants_for(depths), {1, 1}, steps), std::overflow_error);
}

TEST_CASE("numbers are written to be read") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1'000) == "1,000");
  CHECK(grouped(1'234'567) == "1,234,567");
  CHECK(unit_for(999).name == "ns");
  CHECK(unit_for(1'000'000).name == "us");
  CHECK(unit_for(999'999'999).name == "us");
  CHECK(unit_for(4'325'376).in(4'325'376) == "4.33");
  CHECK(unit_for(1'234'567'000'000).in(1'234'567'000'000) == "1.23");
}

TEST_CASE("the table compares at a glance") {
  const Steps steps{{1, step(4'000'000, 3'000'000, 2'000'000, 1'000'000)},
                    {5'000, step(40'000'000, 30'000'000, 10'000'000, 20'000'000)}};
  const std::vector<std::size_t> depths{0};
  const Table table = tabulate(variants_for(depths), {5'000, 1, 1}, steps);
  CHECK(TableText(table).str() ==
        "                                      p10          p50          p90          p99          "
        "max            total\n"
        "                                    1 key        1 key   5,000 keys   5,000 keys   5,000 "
        "keys       3 requests\n"
        "\n"
        "Time of a decode step                  us           us           us           us          "
        " us               us\n"
        "  blocking                           4.00         4.00        40.00        40.00        "
        "40.00            48.00\n"
        "  lazy, loads where used             3.00         3.00        30.00        30.00        "
        "30.00            36.00\n"
        "  bound                              2.00         2.00        20.00        20.00        "
        "20.00            24.00\n"
        "\n"
        "As a multiple of the bound\n"
        "  blocking                          2.000        2.000        2.000        2.000        "
        "2.000            2.000\n"
        "  lazy, loads where used            1.500        1.500        1.500        1.500        "
        "1.500            1.500\n"
        "\n"
        "The bound is the larger of these two, request by request: computing one op at a time, no "
        "kernel is faster\n"
        "  read channel busy                  2.00         2.00        10.00        10.00        "
        "10.00            14.00\n"
        "  compute + issue                    1.00         1.00        20.00        20.00        "
        "20.00            22.00\n");
}

TEST_CASE("groups are the query heads of one KV head") {
  CHECK(models.front().group() == 4);
  CHECK(std::ranges::find(models, std::string_view{"qwen2.5-7b"}, &Model::name)->group() == 7);
  CHECK(std::ranges::find(models, std::string_view{"llama-2-7b"}, &Model::name)->group() == 1);
}
