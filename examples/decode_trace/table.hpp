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

#include "issue.hpp"
#include "percentile.hpp"
#include "variant.hpp"
#include "words.hpp"

namespace decode_trace {

/// One column of the table: the requests at a percentile of context length, or all of them.
struct Column {
  std::string name;
  std::uint32_t keys;    ///< the context length; of all requests together for the total
  std::size_t requests;  ///< how many the figures are the sum of
  Step step;

  bool total() const { return name == "total"; }
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
  Column total{"total", 0, lengths.size(), Step(table.variants.size())};
  for (const std::uint32_t length : lengths)
    for (std::size_t i = 0; i < total.step.size(); ++i) total.step[i] += steps.at(length)[i];
  table.columns.push_back(std::move(total));
  return table;
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

/// "issue costs 0", or what they are.
inline std::string issue_title(std::size_t ns) {
  return ns == 0 ? "issue costs 0"
                 : fmt::format("{} ns to issue an op, {} ns a composite", ns, composite_ops * ns);
}

/// The table as text, a row a variant, in a section for each issue cost. The percentiles share a unit, so that they compare
/// at a glance.
class TableText {
 public:
  explicit TableText(const Table& table) : table_{table} {
    const TimeUnit shared = unit_for(table.columns.front().step.front().bound);
    for (const Column& column : table.columns) {
      units_.push_back(column.total() ? unit_for(column.step.front().bound) : shared);
      widths_.push_back(std::max<std::size_t>(column.total() ? 16 : 12, size_of(column).size()));
    }
    for (const Variant& variant : table.variants)
      title_ = std::max(title_, variant.title.size() + 5);
    decodes_ = table.variants.front().phase == Phase::decode;
  }

  /// The time of every row.
  std::string times() const {
    std::string text = row(0, "", [](const Column& column, TimeUnit) { return column.name; });
    text += row(0, "", [](const Column& column, TimeUnit) { return size_of(column); });
    text += "\n" + row(0, decodes_ ? "Time of a decode step" : "Time of a prefill",
                       [](const Column&, TimeUnit unit) { return std::string(unit.name); });
    return text +
           rows([](const Figures& figures, TimeUnit unit) { return unit.in(figures.latency); });
  }

  /// How near it comes to its bound, and what that is; where there are many PEs, how much of it is communication.
  std::string bounds() const {
    std::string text = "As a multiple of its bound\n";
    text += rows([](const Figures& figures, TimeUnit) {
      return fmt::format("{:.3f}", ratio(figures.latency, figures.bound));
    });
    text +=
        "\nThe bound of a row is the largest of these: no order of its loads makes it faster. "
        "Tiles compute one op\n"
        "at a time; composites stream their GEMMs under the kernel's own math\n";
    text += sections([this](std::size_t issue) { return bounds_with(issue); });
    const auto on_many = [](const Variant& variant) { return variant.pes > 1; };
    if (std::ranges::any_of(table_.variants, on_many)) {
      text +=
          "\nShare of the time in merges, on the PE with the result: messages, their arithmetic, "
          "waiting for others\n";
      text += rows(
          [](const Figures& figures, TimeUnit) {
            return fmt::format("{:.1f} %", 100 * ratio(figures.merging, figures.latency));
          },
          on_many);
    }
    return text;
  }

 private:
  static std::string size_of(const Column& column) {
    return column.total() ? counted(column.requests, "request") : counted(column.keys, "key");
  }

  /// A section for each issue cost.
  template <class Section>
  std::string sections(Section section) const {
    std::string text;
    for (std::size_t i = 0; i < table_.variants.size(); ++i) {
      const std::size_t issue = table_.variants[i].issue;
      if (i == 0 || table_.variants[i - 1].issue != issue)
        text += fmt::format("  {}\n{}", issue_title(issue), section(issue));
    }
    return text;
  }

  /// A row for each variant that is `wanted`.
  template <class Cell>
  std::string rows(
      Cell cell, bool (*wanted)(const Variant&) = [](const Variant&) { return true; }) const {
    return sections([&](std::size_t issue) {
      std::string text;
      for (std::size_t i = 0; i < table_.variants.size(); ++i)
        if (table_.variants[i].issue == issue && wanted(table_.variants[i]))
          text += row(4, table_.variants[i].title, [&](const Column& column, TimeUnit unit) {
            return cell(column.step[i], unit);
          });
      return text;
    });
  }

  /// What bounds the tiles and the composites that run on one PE without pages.
  std::string bounds_with(std::size_t issue) const {
    std::string text;
    for (std::size_t i = 0; i < table_.variants.size(); ++i) {
      const Variant& variant = table_.variants[i];
      const bool tiles = variant.form == Form::tiles;
      if (variant.issue != issue || variant.pes > 1 || variant.page != 0) continue;
      if (tiles && !variant.blocking) continue;  // all do the same
      const auto put = [&](const char* what, auto of) {
        text += row(
            4,
            fmt::format("{}: {}",
                        tiles ? "tiles" : fmt::format("blocks of {}", grouped(variant.keys)), what),
            [&](const Column& column, TimeUnit unit) { return unit.in(of(column.step[i])); });
      };
      put("reads", [](const Figures& figures) { return figures.reads; });
      if (!tiles) put("GEMMs", [](const Figures& figures) { return figures.gemm; });
      put(tiles ? "compute + issue" : "math + issue",
          [&](const Figures& figures) { return figures.in_turn(variant.form); });
    }
    return text;
  }

  template <class Cell>
  std::string row(std::size_t indent, std::string_view title, Cell cell) const {
    std::string text = fmt::format("{:{}}{:<{}}", "", indent, title, title_ - indent);
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
  std::size_t title_ = 28;
  bool decodes_ = true;
};

}  // namespace decode_trace
