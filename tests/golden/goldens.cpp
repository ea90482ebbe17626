// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// What the example kernels cost on the shipped machines under each load policy, held to goldens.json. A change that is
// meant is accepted with scripts/goldens, which rewrites the file and prints what changed, in the words of the domain.
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "golden/measure.hpp"

namespace {

using nlohmann::ordered_json;

ordered_json measure() {
  ordered_json all;
  golden::measure_examples(all);
  golden::measure_attention(all);
  golden::measure_many_pes(all);
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
      if (then["counts"].value(kind, ordered_json(0)) != count) {
        line += "; " + kind + " " + then["counts"].value(kind, ordered_json(0)).dump() + " -> " +
                count.dump();
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
