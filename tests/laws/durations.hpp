// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "laws/program.hpp"

/// How long things take on a `laws::Machine`: every duration exact, then rounded up once to a whole
/// picosecond.
namespace laws {

inline Ps ceil(std::int64_t a, std::int64_t b, std::int64_t c) {  // of a * b / c
  __extension__ using Wide = __int128;
  return static_cast<Ps>((static_cast<Wide>(a) * b + c - 1) / c);
}
inline std::int64_t ceil(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

inline constexpr std::int64_t ps_per_second = 1'000'000'000'000;

inline Ps issue_cost(const Machine& machine, const std::string& kind) {
  const auto found = machine.issue.find(kind);
  if (found == machine.issue.end()) return 0;
  return found->second.ps + ceil(found->second.cycles, ps_per_second, machine.cpu_hz);
}

inline std::int64_t bytes(const Place& p) {  // only elements that exist
  if (!p.list.empty())
    return std::min(p.rows, static_cast<std::int64_t>(p.list.size())) *
           std::min(p.cols, p.tensor_cols - p.col) * p.element_bytes;
  return std::min(p.rows, p.tensor_rows - p.row) * std::min(p.cols, p.tensor_cols - p.col) *
         p.element_bytes;
}

inline Ps channel_time(const Channel& channel, std::int64_t bytes) {
  return channel.setup + ceil(bytes, ps_per_second, channel.bytes_per_second);
}

/// Of a read: one setup; for rows by a list one for each unbroken run of them.
inline Ps read_time(const Channel& channel, const Place& p) {
  Ps time = channel_time(channel, bytes(p));
  for (std::size_t i = 1; i < p.list.size() && static_cast<std::int64_t>(i) < p.rows; ++i)
    if (p.list[i] != p.list[i - 1] + 1) time += channel.setup;
  return time;
}

inline Ps link_time(const Link& link, std::int64_t bytes) {
  return link.setup + ceil(bytes, ps_per_second, link.bytes_per_second);
}

inline Ps gemm_time(const Machine& machine, std::int64_t m, std::int64_t n, std::int64_t k) {
  const Gemm& g = machine.gemm;
  if (g.flops_per_second) return g.startup + ceil(2 * m * n * k, ps_per_second, g.flops_per_second);
  const std::int64_t r = g.rows, c = g.cols;
  const std::int64_t cycles = g.stationary == 'o' ? ceil(m, r) * ceil(n, c) * (k + r + c - 2) - 1
                              : g.stationary == 'w'
                                  ? ceil(k, r) * ceil(n, c) * (m + 2 * r + c - 2) - 1
                                  : ceil(k, r) * ceil(m, c) * (n + 2 * r + c - 2) - 1;
  return g.startup + ceil(cycles, ps_per_second, g.hz);
}

inline Ps math_time(const Machine& machine, const std::string& function, std::int64_t elements) {
  const auto found = machine.math.cycles.find(function);
  const std::int64_t cycles = found == machine.math.cycles.end() ? 1 : found->second;
  return machine.math.startup +
         ceil(ceil(elements, machine.math.lanes) * cycles, ps_per_second, machine.math.hz);
}

}  // namespace laws
