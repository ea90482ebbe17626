// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <weft/weft.hpp>

#include "support/catch.hpp"

/// What each source of this folder adds to the goldens.
namespace golden {

using nlohmann::ordered_json;

void measure_examples(ordered_json& all);
void measure_attention(ordered_json& all);
void measure_many_pes(ordered_json& all);

/// The figures of one run; times in ps.
inline ordered_json figures(const weft::Report& report) {
  std::int64_t issued = 0;
  std::int64_t waited = 0;
  for (const weft::KernelEvent& kernel : report.kernels()) {
    issued += kernel.issued;
    waited += kernel.waited;
  }
  ordered_json counts;
  for (const char* kind : {"memory/dma_read", "memory/dma_write", "compute/gemm", "compute/math",
                           "comm/send", "comm/recv", "sched/composite"})
    counts[kind] = report.count(kind);
  ordered_json waits = ordered_json::
      array();  // by pair of lines, the costliest first; lines move, so they are left out
  for (const weft::WaitLines& line : weft::waits_by_line(report)) waits.push_back(line.total.ps);
  return {{"latency", report.latency().ps},
          {"issue", issued},
          {"waiting", waited},
          {"counts", counts},
          {"waits", waits}};
}

template <class Machine, class... Policies, class Launch>
weft::Report run(Launch launch) {
  weft::Simulation<Machine, Policies...> sim;
  launch(sim);
  return sim.run();
}

/// Runs what `launch(sim)` launches, under both load policies.
template <class Machine, class Launch>
void measure(ordered_json& all, const std::string& kernel_and_machine, Launch launch) {
  all[kernel_and_machine + "/lazy"] = figures(run<Machine, weft::Lazy>(launch));
  all[kernel_and_machine + "/blocking"] = figures(run<Machine, weft::Blocking>(launch));
}

/// Runs it under other policies, and holds those of the figures that they know to the golden ones.
template <class Machine, class... Policies, class Launch>
void hold(const ordered_json& golden, std::initializer_list<const char*> known, Launch launch) {
  const ordered_json got = figures(run<Machine, Policies...>(launch));
  for (const char* figure : known) CHECK(got[figure] == golden[figure]);
}

/// The same; and what must make no difference makes none: what is logged, and whether values are computed. (That needs
/// weft/values.hpp.)
template <class Machine, class Launch>
void measure_every_policy(ordered_json& all, const std::string& kernel_and_machine, Launch launch) {
  measure<Machine>(all, kernel_and_machine, launch);
  CAPTURE(kernel_and_machine);
  const ordered_json lazy = all[kernel_and_machine + "/lazy"];
  const ordered_json blocking = all[kernel_and_machine + "/blocking"];
  hold<Machine, weft::Values>(lazy, {"latency", "issue", "waiting", "counts", "waits"}, launch);
  hold<Machine, weft::NoLog>(lazy, {"latency", "issue", "waiting"}, launch);
  hold<Machine, weft::Values, weft::Counters, weft::Blocking>(
      blocking, {"latency", "issue", "waiting", "counts"}, launch);
}

/// The same on machine `One` alone; on others under the load policies.
template <class One, class Machine, class Launch>
void measure_every_policy_on(ordered_json& all, const std::string& kernel_and_machine,
                             Launch launch) {
  if constexpr (std::is_same_v<Machine, One>)
    measure_every_policy<Machine>(all, kernel_and_machine, launch);
  else
    measure<Machine>(all, kernel_and_machine, launch);
}

}  // namespace golden
