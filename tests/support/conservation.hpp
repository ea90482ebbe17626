// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/log/report.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "support/catch.hpp"

namespace weft_test {

/// One server on the way of a transfer: "0 dma.read" of PE 0, or the name of a link or port in the report.
struct Stage {
  std::string server;
  std::int64_t bytes_per_second;
  std::int64_t latency;    ///< ps
  std::int64_t setup = 0;  ///< ps; at the first stage
};

/// What `conservation_errors` cannot see in a report.
struct Conservation {
  /// The servers that a record's transfer passes, where links or ports are among them. Where this is given, it must name
  /// those of every transfer that shares a server with such a one. Without it, links are not judged, and a report with
  /// transfers over several stages breaks the laws.
  std::function<std::vector<Stage>(const weft::OpRecord&)> way{};
  weft::Duration write_latency{};  ///< of the machine's stores
  bool blocking = false;           ///< loads block their kernel (the policy Blocking)
  bool kernels = true;  ///< kernels use no asynchronous compute or store and no when_all of kernels
};

/// Transfers over several stages as DESIGN.md 4.12 has them, replayed from the log alone: when each was requested is taken from
/// its record, all else follows. Independent of the library.
class Replay {
 public:
  struct Use {
    std::int64_t busy = 0;
    std::uint64_t requests = 0;
    std::uint64_t bytes = 0;
    friend bool operator==(const Use&, const Use&) = default;
  };

  void add(const weft::OpRecord& op, std::vector<Stage> way) {
    const Turn turn{op.issued.ps, op.kernel, false, op.id};
    moving_.emplace(turn, Moving{std::move(way), op.bytes, op.start.ps, op.end.ps});
  }
  /// Serves all of them, in the order of time, then of kernels. Calls `check(id, moved)` for each when it is through.
  template <class Check>
  void run(Check check) {
    while (!moving_.empty()) {
      auto next = moving_.extract(moving_.begin());
      Moving& moved = next.mapped();
      Turn& turn = next.key();
      const Stage& stage = moved.way[moved.at];
      const Wide scaled = static_cast<Wide>(moved.bytes) * 1'000'000'000'000U;
      const auto rate = static_cast<Wide>(stage.bytes_per_second);
      const auto needs = static_cast<std::int64_t>((scaled + rate - 1) / rate);
      std::int64_t& free = free_[stage.server];
      const std::int64_t start = std::max(turn.at, free);
      const std::int64_t from_before =
          moved.at == 0 ? 0 : moved.end + moved.way[moved.at - 1].latency;
      moved.end = free = std::max(start + stage.setup + needs, from_before);
      if (moved.at == 0) {
        moved.start = start;
        moved.first_end = moved.end;
      }
      Use& use = uses_[stage.server];
      use.busy += moved.end - start;
      ++use.requests;
      use.bytes += moved.bytes;
      turn.at = start + stage.setup + stage.latency;
      turn.behind = true;
      if (++moved.at == moved.way.size())
        check(turn.id, moved);
      else
        moving_.insert(std::move(next));
    }
  }
  [[nodiscard]] std::map<std::string, Use>& uses() { return uses_; }

  struct Moving {
    std::vector<Stage> way;
    std::uint64_t bytes;
    std::int64_t start_in_log;
    std::int64_t end_in_log;
    std::size_t at = 0;
    std::int64_t start = 0;
    std::int64_t first_end = 0;
    std::int64_t end = 0;
  };

 private:
  __extension__ using Wide = unsigned __int128;
  /// Among equal times kernels act in launch order, each before its own transfers, those in the order issued.
  struct Turn {
    std::int64_t at;
    std::uint32_t kernel;
    bool behind;
    weft::RecordId id;
    friend auto operator<=>(const Turn&, const Turn&) = default;
  };
  std::map<Turn, Moving> moving_;
  std::map<std::string, std::int64_t> free_;
  std::map<std::string, Use> uses_;
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
  Replay replay;

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
    for (const weft::RecordId producer : op.producers)
      if (producer != weft::no_record && producer >= op.id)
        error("record ", op.id, " uses what a later one made");
    if (op.parent != weft::no_record &&
        (op.parent >= op.id || report.op_log()[op.parent].kind != "sched/composite"))
      error("record ", op.id, ": its parent is no earlier composite");
    if (std::vector<Stage> way = how.way ? how.way(op) : std::vector<Stage>{}; !way.empty()) {
      replay.add(op, std::move(way));
      continue;
    }
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

  replay.run([&](weft::RecordId id, const Replay::Moving& moved) {
    const weft::OpRecord op = report.op_log()[id];
    if (moved.start != op.start.ps || moved.end != op.end.ps)
      error("record ", id, ": served from ", op.start.ps, " to ", op.end.ps, ", it should be from ",
            moved.start, " to ", moved.end);
    if (op.kind == "comm/send") stays[op.kernel] += moved.first_end - op.issued.ps;
    if (op.kind == "memory/dma_write")
      stays[op.kernel] += moved.end + moved.way.back().latency - op.issued.ps;
  });
  for (const weft::LinkUse& link : report.links()) {
    const Replay::Use is{link.busy.ps, link.requests, link.bytes};
    const Replay::Use should = replay.uses()[link.name()];
    if (how.way && is != should)
      error(link.name(), ": busy for ", is.busy, " ps in ", is.requests, " requests of ", is.bytes,
            " bytes, it should be ", should.busy, ", ", should.requests, " and ", should.bytes);
    if (link.busy > report.latency() - report.begin())
      error(link.name(), " was busy longer than the run");
    replay.uses().erase(link.name());
  }
  for (const weft::EngineUse& engine : report.engines())
    if (const auto found = replay.uses().extract(weft::sentence(engine.pe, " ", engine.engine))) {
      auto& sum = use[{engine.pe, engine.engine}];
      sum.first += found.mapped().busy;
      sum.second += found.mapped().requests;
    }
  for (const auto& [name, of] : replay.uses()) error(name, " is not reported");

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
