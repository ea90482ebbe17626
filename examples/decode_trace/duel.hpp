// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "table.hpp"

namespace decode_trace {

/// Who is faster at one context length.
struct Bout {
  std::uint32_t keys;
  bool composite;  ///< the fastest composite beats the fastest loads
};

/// At which context lengths hoisted loads win and at which composites do, in a sentence; lengths ascending, at least one.
inline std::string duel(const std::vector<Bout>& bouts) {
  const auto won = [](const Bout& bout) { return bout.composite; };
  const auto wins = std::ranges::count_if(bouts, won);
  if (wins == 0) return "Hoisted loads beat composites at every length";
  if (wins == std::ssize(bouts)) return "Composites beat hoisted loads at every length";
  // The first and the last of each: up to the first change one of them wins, from the last change on one of them.
  const bool first = bouts.front().composite, last = bouts.back().composite;
  const auto change = std::ranges::find(bouts, !first, &Bout::composite);
  const auto back = std::find_if(bouts.rbegin(), bouts.rend(), [last](const Bout& bout) {
                      return bout.composite != last;
                    }).base();
  const std::string below = fmt::format("{} win up to {}", first ? "Composites" : "Hoisted loads",
                                        counted((change - 1)->keys, "key"));
  const std::string above = fmt::format("{} from {} on", last ? "composites" : "hoisted loads",
                                        counted(back->keys, "key"));
  if (change == back) return below + ", " + above;
  const auto between = back - change;
  return fmt::format("{}, {}; of the {} lengths between, composites win {}", below, above, between,
                     std::count_if(change, back, won));
}

}  // namespace decode_trace
