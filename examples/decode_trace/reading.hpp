// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "duel.hpp"
#include "table.hpp"

namespace decode_trace {

/// What the table says, in a few sentences that hold for any machine: every number and every claim in them comes from the
/// figures.
class Reading {
 public:
  /// `details`: of the rows with each issue cost, not of the first alone.
  Reading(const Table& table, const Steps& steps, bool details)
      : table_{table}, steps_{steps}, details_{details}, total_{table.columns.back().step} {}

  std::string str() const {
    std::string text = "Reading it\n";
    for (std::size_t i = 0; i < table_.variants.size(); ++i)
      if (table_.variants[i].blocking && (i == 0 || details_)) text += section(i);
    return text + issue_costs() + paging() + many_pes();
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  /// Among the variants of an issue cost that run on one PE without pages: the fastest in `step` of those that are wanted.
  template <class Wanted>
  std::size_t fastest(const Step& step, std::size_t issue, Wanted wanted) const {
    std::size_t best = none;
    for (std::size_t i = 0; i < table_.variants.size(); ++i) {
      const Variant& variant = table_.variants[i];
      if (variant.issue != issue || variant.pes > 1 || variant.page != 0 || !wanted(variant))
        continue;
      if (best == none || step[i].latency < step[best].latency) best = i;
    }
    return best;
  }
  static bool lazy(const Variant& variant) {
    return variant.form == Form::tiles && !variant.blocking;
  }
  static bool composite(const Variant& variant) { return variant.form == Form::composite; }
  static double percent(double share) { return 100 * share; }

  /// "3.2 % more"
  static std::string change(std::int64_t now, std::int64_t before, const char* more,
                            const char* less) {
    const double by = percent(ratio(now, before) - 1);
    return fmt::format("{:.1f} % {}", by < 0 ? -by : by, by < 0 ? less : more);
  }

  /// The percentiles at which something holds for a variant.
  template <class Holds>
  std::size_t percentiles(std::size_t variant, Holds holds) const {
    std::size_t found = 0;
    for (const Column& column : table_.columns)
      found += !column.total() && holds(column.step[variant]);
    return found;
  }

  /// What the rows of one issue cost say; `blocking` is the first of them.
  std::string section(std::size_t blocking) const {
    const std::size_t issue = table_.variants[blocking].issue;
    const std::size_t all = table_.columns.size() - 1;
    std::string text = fmt::format("  With {}:\n", issue_title(issue));

    const std::size_t reads =
        percentiles(blocking, [](const Figures& figures) { return figures.limited_by_reads(); });
    const std::size_t issuing = percentiles(
        blocking, [](const Figures& figures) { return figures.limited_by_issue(Form::tiles); });
    if (reads == all)
      text +=
          "    Tiles are bound by their reads at every percentile: compute is free under them.\n";
    else if (issuing == all)
      text +=
          "    Tiles are bound by issue at every percentile: issuing takes more than half of what "
          "comes in turn.\n";
    else if (reads == 0)
      text += fmt::format(
          "    Tiles are bound by compute{} at every percentile: reads are free under it.\n",
          issue == 0 ? ""
                     : fmt::format(" and issue, which is {:.0f} % of it,",
                                   percent(ratio(total_[blocking].issue,
                                                 total_[blocking].in_turn(Form::tiles)))));
    else
      text += "    Tiles have different bounds at short and long contexts: see the table.\n";
    text += fmt::format(
        "    Blocking takes {:.2f} times its bound, which no order of loads can beat: engines rest "
        "while it reads, reads\n"
        "    while it computes.\n",
        ratio(total_[blocking].latency, total_[blocking].bound));

    std::string saved;
    for (std::size_t i = blocking; i < table_.variants.size(); ++i) {
      const Variant& variant = table_.variants[i];
      if (!lazy(variant) || variant.issue != issue || variant.pes > 1 || variant.page != 0)
        continue;
      saved += fmt::format("{}{:.1f} % {}", saved.empty() ? "" : ", ",
                           percent(1 - ratio(total_[i].latency, total_[blocking].latency)),
                           variant.hoisted == 0 ? "written where they are used"
                                                : fmt::format("hoisted {} tile{}", variant.hoisted,
                                                              variant.hoisted == 1 ? "" : "s"));
    }
    text += fmt::format("    Lazy loads save {}.\n", saved);

    const std::size_t loads = fastest(total_, issue, lazy);
    const std::size_t blocks = fastest(total_, issue, composite);
    std::vector<Bout> bouts;
    for (const auto& [keys, step] : steps_)
      bouts.push_back({keys, step[fastest(step, issue, composite)].latency <
                                 step[fastest(step, issue, lazy)].latency});
    text += fmt::format("    {}.\n", duel(bouts));
    text += fmt::format(
        "    In total composites over {} keys take {} time than loads {}, and keep the read "
        "channel "
        "busy {}.\n",
        grouped(table_.variants[blocks].keys),
        change(total_[blocks].latency, total_[loads].latency, "more", "less"),
        table_.variants[loads].title.substr(std::string_view("lazy, ").size()),
        change(total_[blocks].reads, total_[loads].reads, "longer", "shorter"));
    return text;
  }

  /// What issue costs add to each form.
  std::string issue_costs() const {
    const std::size_t most = table_.variants.back().issue;
    if (table_.variants.front().issue == most) return "";
    std::string text;
    const auto any = [](const Variant& variant) { return variant.blocking; };
    const auto added = [&](const char* name, auto wanted) {
      const std::size_t before = fastest(total_, table_.variants.front().issue, wanted);
      const std::size_t after = fastest(total_, most, wanted);
      text += fmt::format("{}{:.1f} % to {}", text.empty() ? "  Issue costs add " : ", ",
                          percent(ratio(total_[after].latency, total_[before].latency) - 1), name);
    };
    added("blocking loads", any);
    added("the best lazy ones", lazy);
    added("the best composites", composite);
    const std::size_t loads = fastest(total_, most, lazy),
                      blocks = fastest(total_, most, composite);
    return text +
           fmt::format(
               ": the loads issue for {:.0f} % of their time, the composites for {:.0f} %.\n",
               percent(ratio(total_[loads].issue, total_[loads].latency)),
               percent(ratio(total_[blocks].issue, total_[blocks].latency)));
  }

  /// A line for each variant that is `wanted`: `of` the same variant with each issue cost.
  template <class Wanted, class Of>
  std::string for_each_issue(Wanted wanted, Of of) const {
    std::string text;
    const std::size_t first = table_.variants.front().issue;
    for (std::size_t i = 0; i < table_.variants.size(); ++i) {
      if (table_.variants[i].issue != first || !wanted(table_.variants[i])) continue;
      std::string figures;
      for (std::size_t j = i; j < table_.variants.size(); ++j)
        if (table_.variants[j].title == table_.variants[i].title)
          figures += (figures.empty() ? "" : "; ") + of(j) +
                     (j == i ? "" : fmt::format(" with {} ns to issue", table_.variants[j].issue));
      text += fmt::format("  {}: {}.\n", table_.variants[i].title, figures);
    }
    return text;
  }

  /// What pages cost, beside the same loads from one piece.
  std::string paging() const {
    return for_each_issue(
        [](const Variant& variant) { return variant.page != 0; },
        [this](std::size_t i) {
          const Variant& variant = table_.variants[i];
          const std::size_t whole = fastest(total_, variant.issue, [&](const Variant& other) {
            return lazy(other) && other.hoisted == variant.hoisted;
          });
          return change(total_[i].latency, total_[whole].latency, "more", "less") +
                 " time than in one piece, the read channel busy " +
                 change(total_[i].reads, total_[whole].reads, "longer", "shorter");
        });
  }

  /// What many PEs gain, beside the same on one.
  std::string many_pes() const {
    return for_each_issue(
        [](const Variant& variant) { return variant.pes > 1; },
        [this](std::size_t i) {
          const Variant& variant = table_.variants[i];
          const std::size_t one = fastest(total_, variant.issue, [&](const Variant& other) {
            return other.form == variant.form && !other.blocking && other.keys == variant.keys &&
                   other.hoisted == variant.hoisted;
          });
          return fmt::format("{:.1f} times as fast as one, {:.0f} % in merges",
                             ratio(total_[one].latency, total_[i].latency),
                             percent(ratio(total_[i].merging, total_[i].latency)));
        });
  }

  const Table& table_;
  const Steps& steps_;
  bool details_;
  const Step& total_;
};

}  // namespace decode_trace
