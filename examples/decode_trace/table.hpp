// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "percentile.hpp"
#include "variant.hpp"

namespace decode_trace {

/// One column of the table: the requests at a percentile of context length, or all of them.
struct Column {
  std::string name;
  std::uint32_t keys;    ///< the context length; of all requests together for the total
  std::size_t requests;  ///< how many the figures are the sum of
  Step step;
};

/// Steps by context length: requests of equal length take equally long, so each length is modelled once.
using Steps = std::map<std::uint32_t, Step>;

struct Table {
  std::vector<Variant> variants;
  std::vector<Column> columns;
};

/// p10, p50, p90, p99 and the maximum of the context lengths, then the sum over all requests.
inline Table tabulate(std::vector<Variant> variants, std::vector<std::uint32_t> lengths, const Steps& steps) {
  Table table{std::move(variants), {}};
  std::ranges::sort(lengths);
  constexpr std::array<std::pair<const char*, unsigned>, 5> percentiles{
      {{"p10", 10}, {"p50", 50}, {"p90", 90}, {"p99", 99}, {"max", 100}}};
  for (const auto& [name, percent] : percentiles) {
    const std::uint32_t keys = nearest_rank(lengths, percent);
    table.columns.push_back({name, keys, 1, steps.at(keys)});
  }
  Column total{"total", 0, lengths.size(), {}};
  for (const std::uint32_t length : lengths) total.step += steps.at(length);
  table.columns.push_back(std::move(total));
  return table;
}

/// 1234567 as 1,234,567.
inline std::string grouped(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

/// A time in the largest unit that leaves a digit before the point.
inline std::string readable(std::int64_t ps) {
  constexpr std::array<std::pair<std::string_view, std::int64_t>, 4> units{
      {{"s ", 1'000'000'000'000}, {"ms", 1'000'000'000}, {"us", 1'000'000}, {"ns", 1'000}}};
  for (const auto& [name, size] : units) {
    if (ps >= size) return fmt::format("{:.2f} {}", static_cast<double>(ps) / static_cast<double>(size), name);
  }
  return fmt::format("{} ps", ps);
}

inline double ratio(std::int64_t latency, std::int64_t bound) {
  return static_cast<double>(latency) / static_cast<double>(bound);
}

/// The table as text, a row a variant.
class TableText {
 public:
  explicit TableText(const Table& table) : table_{table} {}

  std::string str() const {
    std::string text = row("", [](const Column& column) { return column.name; });
    text += row("", [](const Column& column) {
      return column.name == "total" ? grouped(column.requests) + (column.requests == 1 ? " request" : " requests")
                                    : grouped(column.keys) + (column.keys == 1 ? " key" : " keys");
    });
    text += "\nTime of a decode step\n";
    for (std::size_t i = 0; i < table_.variants.size(); ++i) {
      text += row(table_.variants[i].title, [i](const Column& column) { return readable(column.step.latency[i]); });
    }
    text += row("bound", [](const Column& column) { return readable(column.step.bound); });
    text += "\nAs a multiple of the bound\n";
    for (std::size_t i = 0; i < table_.variants.size(); ++i) {
      text += row(table_.variants[i].title, [i](const Column& column) {
        return fmt::format("{:.3f}  ", ratio(column.step.latency[i], column.step.bound));
      });
    }
    text += "\nWhat the bound is made of: the larger of reads and compute + issue\n";
    text += row("read channel busy", [](const Column& column) { return readable(column.step.reads); });
    text += row("compute + issue", [](const Column& column) { return readable(column.step.compute + column.step.issue); });
    return text;
  }

 private:
  template <class Cell>
  std::string row(std::string_view title, Cell cell) const {
    std::string text = fmt::format("  {:<26}", title);
    for (const Column& column : table_.columns) {
      text += fmt::format(" {:>{}}", cell(column), column.name == "total" ? 16 : 12);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  }

  const Table& table_;
};

}  // namespace decode_trace
