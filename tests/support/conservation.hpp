// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/log/report.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "support/catch.hpp"

namespace weft_test {

/// What `conservation_errors` cannot see in a report.
struct Conservation {
  weft::Duration write_latency{};  ///< of the machine's stores
  bool blocking = false;           ///< loads block their kernel (the policy Blocking)
  bool kernels = true;  ///< kernels use no asynchronous compute or store and no when_all of kernels
};

/// The laws that every report of a whole run obeys (DESIGN 4.13), as sentences about what breaks them: per server,
/// intervals never overlap beyond its capacity, and busy time is their sum; one op, one record, in the order of
/// performing; a Lazy kernel's life is its issue costs, its waits and the stays at its blocking ops.
inline std::vector<std::string> conservation_errors(const weft::Report& report,
                                                    const Conservation& how = {}) {
  std::vector<std::string> errors;
  const auto error = [&](const auto&... parts) { errors.push_back(weft::sentence(parts...)); };
  using Key = std::pair<std::uint32_t, std::string_view>;
  std::map<Key, std::vector<std::pair<std::int64_t, int>>> edges;
  std::map<Key, std::pair<std::int64_t, std::uint64_t>> use;
  std::map<std::uint32_t, std::int64_t> stays;

  weft::RecordId next = 0;
  std::int64_t before = 0;
  for (const weft::OpRecord& op : report.op_log()) {
    if (op.id != next++) error("record ", op.id, " stands at place ", next - 1);
    if (op.issued.ps < before && op.parent == weft::no_record)
      error("record ", op.id, " was performed after a later one");
    before = std::max(before, op.issued.ps);
    if (op.start < op.issued || op.end < op.start)
      error("record ", op.id, ": issued, start and end are not in order");
    if (op.end > report.latency()) error("record ", op.id, " ends after the run");
    for (std::size_t i = 0; i != op.producers.size(); ++i)
      if (op.producers[i] != weft::no_record && op.producers[i] >= op.id)
        error("record ", op.id, " uses what a later one made");
    if (op.parent != weft::no_record &&
        (op.parent >= op.id || report.op_log()[op.parent].kind != "sched/composite"))
      error("record ", op.id, ": its parent is no earlier composite");
    const bool served =
        op.kind != "sched/composite" && op.kind != "comm/recv" && op.engine != "link";
    if (served) {
      auto& of = edges[{op.pe, op.engine}];
      of.emplace_back(op.start.ps, 1);
      of.emplace_back(op.end.ps, -1);
      auto& sum = use[{op.pe, op.engine}];
      sum.first += (op.end - op.start).ps;
      ++sum.second;
    }
    const bool compute = op.kind.starts_with("compute/") || op.kind == "comm/send";
    if (op.parent != weft::no_record) continue;
    if (compute) stays[op.kernel] += (op.end - op.issued).ps;
    if (op.kind == "memory/dma_write")
      stays[op.kernel] += (op.end - op.issued).ps + how.write_latency.ps;
  }

  for (const weft::EngineUse& engine : report.engines()) {
    const Key key{engine.pe, engine.engine};
    if (use[key] != std::pair{engine.busy.ps, engine.requests})
      error("PE ", engine.pe, " ", engine.engine, ": the records say ", use[key].first, " ps in ",
            use[key].second, " requests, the engine ", engine.busy.ps, " ps in ", engine.requests);
    const std::int64_t makespan = (report.latency() - report.begin()).ps;
    if (engine.busy.ps > makespan * static_cast<std::int64_t>(engine.slots))
      error("PE ", engine.pe, " ", engine.engine, " was busy longer than the run");
    auto& of = edges[key];
    std::sort(of.begin(), of.end());  // at equal times an end comes before a start
    std::int64_t running = 0;
    std::int64_t most = 0;
    for (const auto& [time, change] : of) most = std::max(most, running += change);
    if (most > static_cast<std::int64_t>(engine.slots))
      error("PE ", engine.pe, " ", engine.engine, " served ", most, " at once");
    edges.erase(key);
  }
  for (const auto& [key, of] : edges) error("PE ", key.first, " ", key.second, " is not reported");

  if (how.kernels && !how.blocking)
    for (const weft::KernelEvent& kernel : report.kernels())
      if (kernel.finished - kernel.launched != kernel.issued + kernel.waited + stays[kernel.kernel])
        error("kernel ", kernel.kernel, " lived ", kernel.finished - kernel.launched, " ps: issue ",
              kernel.issued, ", waits ", kernel.waited, ", at its ops ", stays[kernel.kernel]);
  return errors;
}

/// Fails the test with what breaks the laws of conservation.
inline void check_conservation(const weft::Report& report, const Conservation& how = {}) {
  CHECK(conservation_errors(report, how) == std::vector<std::string>{});
}

}  // namespace weft_test
