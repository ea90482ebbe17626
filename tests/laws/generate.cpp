// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include "laws/generate.hpp"

#include <algorithm>
#include <map>

#include "laws/durations.hpp"
#include "laws/reference.hpp"
#include "support/catch.hpp"
#include "support/sanitized.hpp"

using namespace laws;

namespace {

Program random_program(std::uint64_t seed) {
  Generator generator(seed);
  const Machine machine = generator.machine();
  Program p = generator.program(static_cast<int>(generator.between(1, 2)));
  p.machine = machine;
  return p;
}

std::uint64_t fingerprint(const Outcome& out) {
  std::uint64_t h = 1469598103934665603u;
  const auto mix = [&](std::int64_t x) {
    h = (h ^ static_cast<std::uint64_t>(x)) * 1099511628211u;
  };
  for (const Record& r : out.records)
    for (const std::int64_t x :
         {std::int64_t{r.kernel}, std::int64_t{r.line}, r.issued, r.start, r.end, r.bytes})
      mix(x);
  for (const Wait& w : out.waits) mix(w.ps), mix(w.end);
  mix(out.latency);
  return h;
}

}  // namespace

TEST_CASE("generate: one seed, one program, on every compiler") {
  CHECK(Generator(1).below(1'000'000) == 311'528);
  std::uint64_t all = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    all = all * 31 + fingerprint(Reference::run(random_program(seed)));
  CHECK(all == 0x18e966ebd3eaf77bu);
}

TEST_CASE("generate: what always holds, holds for the reference on random programs") {
  std::size_t records = 0, waits = 0, ties = 0, kernels = 0;
  std::map<int, int> used;
  for (std::uint64_t seed = 0; seed < weft_test::cases(400); ++seed) {
    CAPTURE(seed);
    const Program p = random_program(seed);
    for (const Body& body : p.bodies)
      for (const Step& s : body) ++used[s.form];
    const Outcome out = Reference::run(p);
    if (out.failure) continue;  // what a scope has recycled was used
    records += out.records.size();
    waits += out.waits.size();
    kernels += out.kernels.size();

    Ps last = 0, before = 0;
    std::map<std::pair<int, std::string>, std::vector<std::pair<Ps, int>>>
        changes;  // of each server's occupancy
    for (const Record& r : out.records) {
      if (r.issued < before || r.start < r.issued || r.end < r.start)
        FAIL("a record's times are out of order");
      ties += r.id > 0 && r.issued == before &&
              r.kernel != out.records[static_cast<std::size_t>(r.id) - 1].kernel;
      before = r.issued;
      last = std::max(last, r.end + (r.op == "load"    ? p.machine.read.latency
                                     : r.op == "store" ? p.machine.write.latency
                                     : r.op == "send"  ? p.machine.link.latency
                                                       : 0));
      if (r.op == "recv") continue;  // occupies nothing
      auto& c = changes[{r.pe, r.kind}];
      c.emplace_back(r.start, 1);
      c.emplace_back(r.end, -1);
      for (const int producer : r.producers) {
        const Record& made = out.records[static_cast<std::size_t>(producer)];
        if (producer >= r.id || made.end > r.issued)
          FAIL("an op began before its operand was there");
      }
    }
    for (const Life& k : out.kernels) last = std::max(last, k.finished);
    CHECK(out.latency == last);
    for (auto& [server, c] : changes) {
      const int capacity = server.second == "memory/dma_read"    ? p.machine.read.channels
                           : server.second == "memory/dma_write" ? p.machine.write.channels
                           : server.second == "sched/composite"  ? p.machine.slots
                                                                 : 1;
      std::sort(c.begin(), c.end());
      int busy = 0;
      for (const auto& [when, change] : c)
        if ((busy += change) > capacity) FAIL("a server is held beyond its capacity");
    }

    // finish - launch = issue + waits + blocking ops, for lazy kernels that join none and await
    // none of another's
    if (p.machine.blocking) continue;
    std::vector<Ps> sum(out.kernels.size(), 0);
    std::vector<bool> joins(out.kernels.size(), false);
    for (const Wait& w : out.waits) sum[static_cast<std::size_t>(w.kernel)] += w.ps;
    for (const Record& r : out.records) {
      if (r.parent >= 0) continue;  // a tile of a composite
      const Step& s = p.bodies[static_cast<std::size_t>(r.body)][static_cast<std::size_t>(r.line)];
      const std::string cost = s.what == Do::math ? "math" : r.op;
      auto& mine = sum[static_cast<std::size_t>(r.kernel)];
      mine += issue_cost(p.machine, cost);
      if (r.op != "load" && r.op != "recv" && r.op != "composite" && !s.async)
        mine += r.end - r.issued + (r.op == "store" ? p.machine.write.latency : 0);
    }
    const auto says_join = [&](const auto& self, int body) -> bool {
      for (const Step& s : p.bodies[static_cast<std::size_t>(body)])
        if (s.what == Do::join || (s.what == Do::call && self(self, s.bodies[0]))) return true;
      return false;
    };
    for (std::size_t i = 0; i < sum.size(); ++i)
      if (!says_join(says_join, out.kernels[i].body))
        CHECK(out.kernels[i].finished - out.kernels[i].launched == sum[i]);
  }
  WARN(records << " records, " << waits << " waits, " << kernels << " kernels, " << ties
               << " ties");
  for (int form = 0; form < forms; ++form) {
    CAPTURE(form);
    CHECK(used[form] > 0);
  }
}

TEST_CASE("generate: laziness changes no record's number or kind") {
  for (std::uint64_t seed = 0; seed < weft_test::cases(200); ++seed) {
    Program p = random_program(seed);
    if (std::any_of(p.bodies[0].begin(), p.bodies[0].end(),
                    [](const Step& s) { return s.what == Do::send || s.what == Do::recv; }))
      continue;
    p.launches.resize(1);
    p.parties = 1;
    const auto count = [&](bool blocking) {
      p.machine.blocking = blocking;
      std::map<std::string, int> by_kind;
      for (const Record& r : Reference::run(p).records) ++by_kind[r.kind];
      return by_kind;
    };
    CHECK(count(false) == count(true));
  }
}
