// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace decode_trace {

/// One way to run the kernel: a row of the table.
struct Variant {
  std::string key;      ///< in CSV and JSON
  std::string title;    ///< in the table
  bool blocking;        ///< loads return when their data is there
  std::size_t hoisted;  ///< how many tiles ahead of its use a load is written
};

/// Blocking, then lazy at each of the hoist depths asked for.
inline std::vector<Variant> variants_for(std::span<const std::size_t> depths) {
  std::vector<Variant> variants{{"blocking", "blocking", true, 0}};
  for (const std::size_t depth : depths) {
    if (depth == 0) {
      variants.push_back({"lazy", "lazy, loads where used", false, 0});
    } else {
      variants.push_back({fmt::format("lazy_hoisted_{}", depth),
                          fmt::format("lazy, hoisted {} tile{}", depth, depth == 1 ? "" : "s"),
                          false, depth});
    }
  }
  return variants;
}

/// What one decode step took, or several together; in ps.
struct Step {
  std::vector<std::int64_t> latency;  ///< of each variant
  std::int64_t reads = 0;             ///< the read channel is busy
  std::int64_t compute = 0;  ///< the GEMM and math engines are busy; in one kernel never both
  std::int64_t issue = 0;    ///< the CPU issues ops
  std::int64_t bound =
      0;  ///< max(reads, compute + issue): computing one op at a time, no kernel is faster

  bool limited_by_reads() const { return reads >= compute + issue; }

  /// Throws std::overflow_error beyond 64 bits of ps (107 days).
  Step& operator+=(const Step& other) {
    const auto add = [](std::int64_t& sum, std::int64_t value) {
      if (__builtin_add_overflow(sum, value, &sum))
        throw std::overflow_error("the total exceeds 2^63 ps (107 days)");
    };
    latency.resize(other.latency.size());
    for (std::size_t i = 0; i < latency.size(); ++i) add(latency[i], other.latency[i]);
    add(reads, other.reads);
    add(compute, other.compute);
    add(issue, other.issue);
    add(bound, other.bound);
    return *this;
  }
};

}  // namespace decode_trace
