// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include "../../examples/decode_trace/table.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "../../examples/decode_trace/duel.hpp"
#include "../../examples/kernels/models.hpp"
#include "support/catch.hpp"

using namespace decode_trace;

namespace {

Figures figures(Form form, std::int64_t latency, std::int64_t reads, std::int64_t gemm,
                std::int64_t math) {
  Figures made{.latency = latency, .reads = reads, .gemm = gemm, .math = math, .own_math = math};
  made.set_bound(form);
  return made;
}
Step step(std::int64_t blocking, std::int64_t lazy, std::int64_t reads, std::int64_t compute) {
  return {figures(Form::tiles, blocking, reads, compute, 0),
          figures(Form::tiles, lazy, reads, compute, 0)};
}
Rows only_lazy() {
  Rows rows;
  rows.prefetch = {0};
  rows.block = {};
  rows.issue = {0};
  return rows;
}
std::vector<std::string> keys_of(const std::vector<Variant>& variants) {
  std::vector<std::string> keys;
  for (const Variant& variant : variants) keys.push_back(variant.key);
  return keys;
}

}  // namespace

TEST_CASE(
    "the variants: blocking, lazy at each depth, composites, pages, PEs, for each issue cost") {
  Rows rows;
  rows.prefetch = {0, 3};
  rows.block = {256};
  rows.page = {16};
  rows.pes = {1, 8};
  const std::vector<Variant> variants = variants_for(rows);
  CHECK(keys_of(variants) ==
        std::vector<std::string>{
            "blocking", "lazy", "lazy_hoisted_3", "composite_256", "lazy_hoisted_3_paged_16",
            "lazy_hoisted_3_pes_8", "composite_256_pes_8", "blocking_issue_4", "lazy_issue_4",
            "lazy_hoisted_3_issue_4", "composite_256_issue_4", "lazy_hoisted_3_paged_16_issue_4",
            "lazy_hoisted_3_pes_8_issue_4", "composite_256_pes_8_issue_4"});
  CHECK(variants[0].blocking);
  CHECK(variants[1].title == "lazy, loads where used");
  CHECK(variants[4].title == "lazy, hoisted 3 tiles, pages of 16");
  CHECK(variants[6].pes == 8);
  CHECK(variants[13].issue == 4);
}

TEST_CASE("a bound: tiles compute in turn, composites stream their GEMMs under the math") {
  Figures of{.reads = 100, .gemm = 80, .math = 70, .own_math = 60, .issue = 10};
  of.set_bound(Form::tiles);
  CHECK(of.bound == 160);
  CHECK_FALSE(of.limited_by_reads());
  of.set_bound(Form::composite);
  CHECK(of.bound == 100);
  CHECK(of.limited_by_reads());
  of.issue = 90;
  of.set_bound(Form::composite);
  CHECK(of.bound == 150);
  CHECK(of.limited_by_issue(Form::composite));
  of.set_bound(Form::tiles);
  CHECK(of.bound == 240);
  CHECK_FALSE(of.limited_by_issue(Form::tiles));
}

TEST_CASE("columns are percentiles of the requests and their sum") {
  const Steps steps{{1, step(40, 30, 20, 10)}, {5, step(400, 300, 100, 200)}};
  const Table table = tabulate(variants_for(only_lazy()), {5, 1, 1}, steps);
  REQUIRE(table.columns.size() == 6);
  CHECK(table.columns[0].keys == 1);  // p10: rank ceil(0.3) = 1 of 1, 1, 5
  CHECK(table.columns[1].keys == 1);  // p50: rank ceil(1.5) = 2
  CHECK(table.columns[2].keys == 5);  // p90: rank ceil(2.7) = 3
  CHECK(table.columns[4].keys == 5);
  const Column& total = table.columns[5];
  CHECK(total.requests == 3);
  CHECK(total.step[0].latency == 480);
  CHECK(total.step[1].latency == 360);
  CHECK(total.step[0].reads == 140);
  CHECK(total.step[0].gemm == 220);
  CHECK(total.step[0].bound == 240);  // 20 + 20 + 200: each request has its own bottleneck
}

TEST_CASE("a total beyond 64 bits is an error") {
  const Steps steps{{1, step(std::numeric_limits<std::int64_t>::max(), 1, 1, 1)}};
  CHECK_THROWS_AS(tabulate(variants_for(only_lazy()), {1, 1}, steps), std::overflow_error);
}

TEST_CASE("who wins where") {
  CHECK(duel({{1, false}, {2, false}}) == "Hoisted loads beat composites at every length");
  CHECK(duel({{1, true}}) == "Composites beat hoisted loads at every length");
  CHECK(duel({{1, false}, {5, false}, {7, true}, {1'000, true}}) ==
        "Hoisted loads win up to 5 keys, composites from 7 keys on");
  CHECK(duel({{1, true}, {9, false}}) ==
        "Composites win up to 1 key, hoisted loads from 9 keys on");
  CHECK(duel({{1, false}, {2, true}, {3, false}, {4, true}, {5, true}}) ==
        "Hoisted loads win up to 1 key, composites from 4 keys on; of the 2 lengths between, "
        "composites win 1");
  CHECK(duel({{1, false}, {2, true}, {3, true}, {4, false}}) ==
        "Hoisted loads win up to 1 key, hoisted loads from 4 keys on; of the 2 lengths between, "
        "composites win 2");
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
  const Table table = tabulate(variants_for(only_lazy()), {5'000, 1, 1}, steps);
  CHECK(TableText(table).times() ==
        "                                      p10          p50          p90          p99          "
        "max            total\n"
        "                                    1 key        1 key   5,000 keys   5,000 keys   5,000 "
        "keys       3 requests\n"
        "\n"
        "Time of a decode step                  us           us           us           us          "
        " us               us\n"
        "  issue costs 0\n"
        "    blocking                         4.00         4.00        40.00        40.00        "
        "40.00            48.00\n"
        "    lazy, loads where used           3.00         3.00        30.00        30.00        "
        "30.00            36.00\n");
  CHECK(TableText(table).bounds() ==
        "As a multiple of its bound\n"
        "  issue costs 0\n"
        "    blocking                        2.000        2.000        2.000        2.000        "
        "2.000            2.000\n"
        "    lazy, loads where used          1.500        1.500        1.500        1.500        "
        "1.500            1.500\n"
        "\n"
        "The bound of a row is the largest of these: no order of its loads makes it faster. Tiles "
        "compute one op\n"
        "at a time; composites stream their GEMMs under the kernel's own math\n"
        "  issue costs 0\n"
        "    tiles: reads                     2.00         2.00        10.00        10.00        "
        "10.00            14.00\n"
        "    tiles: compute + issue           1.00         1.00        20.00        20.00        "
        "20.00            22.00\n");
}

TEST_CASE("composites have bounds of their own, many PEs a share of merges") {
  Rows rows = only_lazy();
  rows.block = {1024};
  rows.pes = {4};
  Step all = step(4'000'000, 3'000'000, 2'000'000, 1'000'000);
  for (const Form form : {Form::composite, Form::tiles, Form::composite})
    all.push_back(figures(form, 3'000'000, 1'000'000, 500'000, 250'000));
  all.back().merging = 750'000;
  const Table table = tabulate(variants_for(rows), {1}, {{1, all}});
  std::string text;  // with single spaces
  for (const char c : TableText(table).bounds())
    if (c != ' ' || text.empty() || text.back() != ' ') text += c;
  CAPTURE(text);
  const auto says = [&](const char* words) { return text.find(words) != std::string::npos; };
  CHECK(says(" blocks of 1,024: reads 1.00 "));
  CHECK(says(" blocks of 1,024: GEMMs 0.50 "));
  CHECK(says(" blocks of 1,024: math + issue 0.25 "));
  CHECK(says(" lazy, loads where used, 4 PEs 0.0 % "));
  CHECK(says(" composites over 1,024, 4 PEs 25.0 % "));
}

TEST_CASE("groups are the query heads of one KV head") {
  CHECK(attention::models.front().group() == 4);
  CHECK(
      std::ranges::find(attention::models, std::string_view{"qwen2.5-7b"}, &attention::Model::name)
          ->group() == 7);
  CHECK(
      std::ranges::find(attention::models, std::string_view{"llama-2-7b"}, &attention::Model::name)
          ->group() == 1);
}
