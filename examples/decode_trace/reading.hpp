// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "table.hpp"

namespace decode_trace {

/// What the table says, in a few sentences that hold for any machine: every number in them is the
/// table's.
inline std::string reading(const Table& table) {
  const Step& total = table.columns.back().step;
  const std::int64_t blocking = total.latency.front();
  const auto saved = [&](std::int64_t latency) {
    return 100.0 * static_cast<double>(blocking - latency) / static_cast<double>(blocking);
  };
  std::string text = "Reading it\n";

  std::size_t reads = 0;
  for (const Column& column : table.columns)
    reads += column.name != "total" && column.step.limited_by_reads();
  const std::size_t percentiles = table.columns.size() - 1;
  if (reads == percentiles) {
    text +=
        "  The read channel is the bottleneck at every percentile: compute costs nothing once it "
        "hides under the reads.\n";
  } else if (reads == 0) {
    text +=
        "  Compute is the bottleneck at every percentile: reads cost nothing once they hide under "
        "it.\n";
  } else {
    text +=
        "  Short and long contexts have different bottlenecks: see the last two lines of the "
        "table.\n";
  }
  text += fmt::format(
      "  Blocking takes {:.2f} times the bound in total: its engines rest while it reads, and its "
      "reads while it computes.\n",
      ratio(blocking, total.bound));

  std::size_t best = 0;
  std::string hoisted;
  for (std::size_t i = 1; i < table.variants.size(); ++i) {
    const Variant& variant = table.variants[i];
    const std::int64_t latency = total.latency[i];
    if (latency < total.latency[best]) best = i;
    if (variant.hoisted > 0) {
      hoisted += fmt::format("{}{:.1f} % with {} tile{}", hoisted.empty() ? "" : ", ",
                             saved(latency), variant.hoisted, variant.hoisted == 1 ? "" : "s");
    } else if (latency == blocking) {
      text +=
          "  Lazy loads written where they are used gain nothing: the next line already waits for "
          "them.\n";
    } else {
      text += fmt::format(
          "  Lazy loads written where they are used take {:.1f} % less time: only the first q and "
          "K of a head travel together.\n",
          saved(latency));
    }
  }
  if (!hoisted.empty())
    text += fmt::format(
        "  Hoisted, loads of later tiles run under this one's compute, and save {}.\n", hoisted);
  const double over = 100.0 * (ratio(total.latency[best], total.bound) - 1.0);
  const Variant& winner = table.variants[best];
  text += fmt::format("  Best: {}, {:.1f} % over the bound{}.\n", winner.title, over,
                      winner.hoisted == 0
                          ? ""
                          : ": the first reads, the last tile and the stores have nothing to hide "
                            "under");
  return text;
}

}  // namespace decode_trace
