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

/// Steps by context length: requests of equal length take equally long, so each length is modelled
/// once.
using Steps = std::map<std::uint32_t, Step>;

struct Table {
  std::vector<Variant> variants;
  std::vector<Column> columns;
};

/// p10, p50, p90, p99 and the maximum of the context lengths, then the sum over all requests.
inline Table tabulate(std::vector<Variant> variants, std::vector<std::uint32_t> lengths,
                      const Steps& steps) {
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

/// "1 key", "1,234 keys".
inline std::string counted(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", grouped(count), what, count == 1 ? "" : "s");
}

/// A unit of time and its length in ps.
struct TimeUnit {
  std::string_view name;
  std::int64_t ps;

  std::string in(std::int64_t time) const {
    return fmt::format("{:.2f}", static_cast<double>(time) / static_cast<double>(ps));
  }
};

/// The largest unit of which `time` is at least one.
inline TimeUnit unit_for(std::int64_t time) {
  for (const TimeUnit unit : {TimeUnit{"s", 1'000'000'000'000}, TimeUnit{"ms", 1'000'000'000},
                              TimeUnit{"us", 1'000'000}}) {
    if (time >= unit.ps) return unit;
  }
  return {"ns", 1'000};
}

inline double ratio(std::int64_t latency, std::int64_t bound) {
  return static_cast<double>(latency) / static_cast<double>(bound);
}

/// The table as text, a row a variant. The percentiles share a unit, so that they compare at a
/// glance.
class TableText {
 public:
  explicit TableText(const Table& table) : table_{table} {
    const TimeUnit shared = unit_for(table.columns.front().step.bound);
    for (const Column& column : table.columns) {
      const bool total = column.name == "total";
      units_.push_back(total ? unit_for(column.step.bound) : shared);
      widths_.push_back(std::max<std::size_t>(total ? 16 : 12, size_of(column).size()));
    }
  }

  std::string str() const {
    std::string text = row("", [](const Column& column, TimeUnit) { return column.name; });
    text += row("", [](const Column& column, TimeUnit) { return size_of(column); });
    text += "\n" + row(
                       "Time of a decode step",
                       [](const Column&, TimeUnit unit) { return std::string(unit.name); }, 0);
    for (std::size_t i = 0; i < table_.variants.size(); ++i) {
      text += row(table_.variants[i].title, [i](const Column& column, TimeUnit unit) {
        return unit.in(column.step.latency[i]);
      });
    }
    text += row("bound",
                [](const Column& column, TimeUnit unit) { return unit.in(column.step.bound); });
    text += "\nAs a multiple of the bound\n";
    for (std::size_t i = 0; i < table_.variants.size(); ++i) {
      text += row(table_.variants[i].title, [i](const Column& column, TimeUnit) {
        return fmt::format("{:.3f}", ratio(column.step.latency[i], column.step.bound));
      });
    }
    text +=
        "\nThe bound is the larger of these two, request by request: computing one op at a time, "
        "no kernel is faster\n";
    text += row("read channel busy",
                [](const Column& column, TimeUnit unit) { return unit.in(column.step.reads); });
    text += row("compute + issue", [](const Column& column, TimeUnit unit) {
      return unit.in(column.step.compute + column.step.issue);
    });
    return text;
  }

 private:
  static std::string size_of(const Column& column) {
    return column.name == "total" ? counted(column.requests, "request")
                                  : counted(column.keys, "key");
  }

  template <class Cell>
  std::string row(std::string_view title, Cell cell, std::size_t indent = 2) const {
    std::string text = fmt::format("{:{}}{:<{}}", "", indent, title, 28 - indent);
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      const Column& column = table_.columns[i];
      text += fmt::format(" {:>{}}", cell(column, units_[i]), widths_[i]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  }

  const Table& table_;
  std::vector<TimeUnit> units_;
  std::vector<std::size_t> widths_;
};

}  // namespace decode_trace
