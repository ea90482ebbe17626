// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// What the example kernels cost on the shipped machines under each load policy, held to goldens.json. A change that is
// meant is accepted with scripts/goldens, which rewrites the file and prints what changed, in the words of the domain.
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>
#include <weft/model/device/ahbm.hpp>
#include <weft/model/device/tiny.hpp>
#include <weft/weft.hpp>

#include "../../examples/kernels/flash_decode.hpp"
#include "../../examples/kernels/flash_prefill.hpp"
#include "support/catch.hpp"

namespace {

using nlohmann::ordered_json;

/// The figures of one run; times in ps.
ordered_json figures(const weft::Report& report) {
  std::int64_t issued = 0;
  std::int64_t waited = 0;
  for (const weft::KernelEvent& kernel : report.kernels()) {
    issued += kernel.issued;
    waited += kernel.waited;
  }
  ordered_json counts;
  for (const char* kind :
       {"memory/dma_read", "memory/dma_write", "compute/gemm", "compute/math", "sched/composite"})
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

template <class Machine, class Policy>
struct Runs {
  using Sim = weft::Simulation<Machine, Policy>;
  std::string place;  // machine/policy
  ordered_json& all;

  static constexpr std::size_t keys = 500;
  static constexpr std::size_t heads = 2;

  template <class Launch>
  void run(const std::string& kernel, Launch launch) {
    Sim sim;
    launch(sim);
    all[kernel + "/" + place] = figures(sim.run());
  }

  void every_kernel() {
    using namespace weft;
    const auto tensor = [](Sim& sim, std::size_t rows) {
      return sim.hbm().tensor(dtype<f16>, heads, rows, 128);
    };
    for (const std::size_t hoisted : {0U, 1U, 2U})
      run("decode, hoisted " + std::to_string(hoisted), [&](Sim& sim) {
        const auto q = tensor(sim, 4), k = tensor(sim, keys), v = tensor(sim, keys),
                   o = tensor(sim, 4);
        sim.launch(attention::flash_decode<4, 128, 64>, Group{0, 1}, q,
                   attention::KvShare{k, v, keys}, o, nullptr, hoisted);
      });
    run("decode, composite", [&](Sim& sim) {
      const auto q = tensor(sim, 4), k = tensor(sim, keys), v = tensor(sim, keys),
                 o = tensor(sim, 4);
      sim.launch(attention::flash_decode_composite<4, 128, 256>, Group{0, 1}, q,
                 attention::KvShare{k, v, keys}, o, nullptr);
    });
    run("causal prefill", [&](Sim& sim) {
      const auto q = tensor(sim, 150), k = tensor(sim, 150), v = tensor(sim, 150),
                 o = tensor(sim, 150);
      sim.launch(attention::flash_prefill<128, 64>, q, k, v, o, std::size_t{2});
    });
  }
};

ordered_json measure() {
  ordered_json all;
  Runs<weft::device::Tiny, weft::Lazy>{"tiny/lazy", all}.every_kernel();
  Runs<weft::device::Tiny, weft::Blocking>{"tiny/blocking", all}.every_kernel();
  Runs<weft::device::Ahbm, weft::Lazy>{"ahbm/lazy", all}.every_kernel();
  Runs<weft::device::Ahbm, weft::Blocking>{"ahbm/blocking", all}.every_kernel();
  return all;
}

std::string change(std::int64_t ps) {
  return (ps < 0 ? "-" : "+") + weft::nanoseconds(weft::Duration{ps < 0 ? -ps : ps}) + " ns";
}

/// One line for each run that differs: by how much, and what of it is issue and waiting; which counts moved.
std::vector<std::string> differences(const ordered_json& before, const ordered_json& after) {
  std::vector<std::string> lines;
  for (const auto& [run, now] : after.items()) {
    if (!before.contains(run)) {
      lines.push_back(run + ": new");
      continue;
    }
    const ordered_json& then = before[run];
    if (then == now) continue;
    const auto moved = [&](const char* figure) {
      return now[figure].template get<std::int64_t>() - then[figure].template get<std::int64_t>();
    };
    std::string line = run + ": " + change(moved("latency")) + ", of which issue " +
                       change(moved("issue")) + ", waiting " + change(moved("waiting"));
    bool counts = false;
    for (const auto& [kind, count] : now["counts"].items())
      if (then["counts"][kind] != count) {
        line += "; " + kind + " " + then["counts"][kind].dump() + " -> " + count.dump();
        counts = true;
      }
    if (!counts) line += "; counts unchanged";
    lines.push_back(line);
  }
  for (const auto& [run, then] : before.items())
    if (!after.contains(run)) lines.push_back(run + ": gone");
  return lines;
}

const std::string path = std::string(WEFT_SOURCE_DIR) + "/tests/golden/goldens.json";

}  // namespace

TEST_CASE("the example kernels cost what their goldens say") {
  const ordered_json now = measure();
  ordered_json golden = ordered_json::object();
  if (std::ifstream file(path); file) golden = ordered_json::parse(file);
  const std::vector<std::string> changes = differences(golden, now);
  if (std::getenv("WEFT_UPDATE_GOLDENS") != nullptr) {
    for (const std::string& line : changes) std::cout << line << '\n';
    if (changes.empty()) std::cout << "the goldens are as they were\n";
    std::ofstream(path) << now.dump(1) << '\n';
    return;
  }
  for (const std::string& line : changes) UNSCOPED_INFO(line);
  CHECK(changes.empty());
}

TEST_CASE("a difference of goldens names the run, the time and the counts") {
  const ordered_json before = {{"k/m/lazy",
                                {{"latency", 100000},
                                 {"issue", 0},
                                 {"waiting", 60000},
                                 {"counts", {{"memory/dma_read", 3}}},
                                 {"waits", ordered_json::array()}}},
                               {"gone/m/lazy", ordered_json::object()}};
  ordered_json after = before;
  after.erase("gone/m/lazy");
  after["k/m/lazy"]["latency"] = 140000;
  after["k/m/lazy"]["issue"] = 40000;
  CHECK(differences(before, after) ==
        std::vector<std::string>{
            "k/m/lazy: +40 ns, of which issue +40 ns, waiting +0 ns; counts unchanged",
            "gone/m/lazy: gone"});
  after["k/m/lazy"]["counts"]["memory/dma_read"] = 4;
  CHECK(differences(before, after)[0] ==
        "k/m/lazy: +40 ns, of which issue +40 ns, waiting +0 ns; memory/dma_read 3 -> 4");
  CHECK(differences(before, before).empty());
}
