// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include "../../examples/decode_trace/reading.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"

using namespace decode_trace;

namespace {

/// A run of so many us, reads taking half of it, the rest as given.
Figures us(Form form, std::int64_t latency, std::int64_t gemm, std::int64_t issue = 0,
           std::int64_t merging = 0) {
  constexpr std::int64_t one = 1'000'000;
  Figures made{.latency = latency * one,
               .reads = latency * one / 2,
               .gemm = gemm * one,
               .issue = issue * one,
               .merging = merging * one};
  made.set_bound(form);
  return made;
}

/// What is said of rows and their steps at 100 and 1,000 keys, one request each.
std::string said(const Rows& rows, const Step& at_100, const Step& at_1000, bool details = false) {
  const std::vector<Variant> variants = variants_for(rows);
  REQUIRE(at_100.size() == variants.size());
  REQUIRE(at_1000.size() == variants.size());
  const Steps steps{{100, at_100}, {1'000, at_1000}};
  const Table table = tabulate(variants, {100, 1'000}, steps);
  return Reading(table, steps, details).str();
}
bool says(const std::string& text, const std::string& sentence) {
  return text.find(sentence) != std::string::npos;
}

Rows one_issue_cost() {
  Rows rows;
  rows.prefetch = {2};
  rows.block = {256};
  rows.issue = {0};
  return rows;
}

constexpr Form tiles = Form::tiles, composite = Form::composite;

}  // namespace

TEST_CASE("reading: who wins where, and by how much in total") {
  const std::string text =
      said(one_issue_cost(), {us(tiles, 40, 10), us(tiles, 20, 10), us(composite, 30, 10)},
           {us(tiles, 160, 100), us(tiles, 80, 100), us(composite, 60, 100)});
  CAPTURE(text);
  CHECK(says(text, "Hoisted loads win up to 100 keys, composites from 1,000 keys on."));
  // 90 of 100 us; reads 45 of 50
  CHECK(says(text,
             "In total composites over 256 keys take 10.0 % less time than loads hoisted 2 tiles, "
             "and keep the read channel busy 10.0 % shorter."));
  CHECK(says(text, "Lazy loads save 50.0 % hoisted 2 tiles."));
  CHECK_FALSE(says(text, "Issue costs add"));
}

TEST_CASE("reading: what bounds the tiles") {
  const auto bound_by = [](std::int64_t gemm, std::int64_t issue) {
    const Step step{us(tiles, 100, gemm, issue), us(tiles, 100, gemm, issue),
                    us(composite, 90, 10)};
    return said(one_issue_cost(), step, step);
  };
  CHECK(says(bound_by(10, 0), "Tiles are bound by their reads at every percentile"));
  CHECK(says(bound_by(70, 0), "Tiles are bound by compute at every percentile"));
  CHECK(says(bound_by(30, 60), "Tiles are bound by issue at every percentile"));
  const std::string mixed =
      said(one_issue_cost(), {us(tiles, 100, 10), us(tiles, 100, 10), us(composite, 90, 10)},
           {us(tiles, 100, 70), us(tiles, 100, 70), us(composite, 90, 10)});
  CHECK(says(mixed, "Tiles have different bounds at short and long contexts"));
  CHECK(says(mixed, "Composites beat hoisted loads at every length"));
}

TEST_CASE("reading: what issue costs add to each form") {
  Rows rows = one_issue_cost();
  rows.issue = {0, 4};
  const Step step{us(tiles, 100, 60), us(tiles, 80, 60),      us(composite, 50, 10),
                  us(tiles, 150, 60), us(tiles, 120, 60, 30), us(composite, 55, 10, 11)};
  const std::string text = said(rows, step, step, true);
  CAPTURE(text);
  CHECK(
      says(text,
           "Issue costs add 50.0 % to blocking loads, 50.0 % to the best lazy ones, 10.0 % to the "
           "best composites: the loads issue for 25 % of their time, the composites for 20 %."));
  CHECK(says(text, "With issue costs 0:"));
  CHECK(says(text, "With 4 ns to issue an op, 40 ns a composite:"));
  const std::string brief = said(rows, step, step);
  CHECK(says(brief, "With issue costs 0:"));
  CHECK(says(brief, "Issue costs add 50.0 %"));
  CHECK_FALSE(says(brief, "With 4 ns"));
}

TEST_CASE("reading: the price of pages, the gain of PEs") {
  Rows rows = one_issue_cost();
  rows.page = {16};
  rows.pes = {4};
  const Step step{us(tiles, 100, 10), us(tiles, 80, 10),       us(composite, 50, 10),
                  us(tiles, 120, 10), us(tiles, 20, 10, 0, 5), us(composite, 25, 10, 0, 10)};
  const std::string text = said(rows, step, step);
  CAPTURE(text);
  CHECK(says(text,
             "lazy, hoisted 2 tiles, pages of 16: 50.0 % more time than in one piece, the read "
             "channel busy 50.0 % longer."));
  CHECK(says(text, "lazy, hoisted 2 tiles, 4 PEs: 4.0 times as fast as one, 25 % in merges."));
  CHECK(says(text, "composites over 256, 4 PEs: 2.0 times as fast as one, 40 % in merges."));
}
