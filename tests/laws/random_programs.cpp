// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>

#include <weft/weft.hpp>

#include "laws/generate.hpp"
#include "laws/interpreter.hpp"
#include "laws/machines.hpp"
#include "laws/reference.hpp"
#include "support/catch.hpp"
#include "support/sanitized.hpp"

using namespace laws;

namespace {

/// Text of an outcome, one line per record, wait, kernel and note: two outcomes are equal when
/// their texts are.
struct Text {
  std::vector<std::string> records, waits, kernels, notes, peaks;
  std::string failure{};
  std::int64_t latency = 0;
};

template <class... Ts>
std::string join(const Ts&... parts) {
  std::ostringstream out;
  ((out << parts << ' '), ...);
  return out.str();
}

Text text_of(const Outcome& out, const Performance& all) {
  Text text;
  const auto line = [&](int body, int number) {
    const auto found = all.lines.find({body, number});
    return found == all.lines.end() ? 0 : found->second;
  };
  const auto launch = [&](int kernel) {
    return out.kernels[static_cast<std::size_t>(kernel)].launch;
  };
  for (const Record& r : out.records) {
    std::string producers;
    for (const int producer : r.producers) producers += ' ' + std::to_string(producer);
    text.records.push_back(join(r.id, r.kind, r.op, "pe", r.pe, "issued", r.issued, "start",
                                r.start, "end", r.end, "bytes", r.bytes, "flops", r.flops, "at",
                                r.offset, "kernel", launch(r.kernel), "line", line(r.body, r.line),
                                "parent", r.parent, "from", producers));
  }
  for (const Wait& w : out.waits)
    text.waits.push_back(join("until", w.end, "waited", w.ps, "kernel", launch(w.kernel), "line",
                              line(w.body, w.line), "for line",
                              line(w.producer_body, w.producer_line)));
  for (const Life& k : out.kernels)
    if (!k.joined) text.kernels.push_back(join(k.launch, "pe", k.pe, k.launched, "to", k.finished));
  for (const Note& n : out.notes) text.notes.push_back(join(n.body, n.line, n.now));
  for (const auto& [pe, peak] : out.peaks) {
    std::map<std::uint32_t, std::int64_t> live;
    for (const auto& [where, bytes] : peak.live) live[line(where.first, where.second)] += bytes;
    text.peaks.push_back(join("pe", pe, "peak", peak.bytes));
    for (const auto& [made, bytes] : live) text.peaks.back() += join(" line", made, "bytes", bytes);
  }
  if (out.failure) {
    const Failure& f = *out.failure;
    text.failure = join("kernel", f.launch, "pe", f.pe, "at", f.time, "line", line(f.body, f.line));
    if (f.made_line >= 0)
      text.failure +=
          join("made", line(f.made_body, f.made_line), "scope", line(f.scope_body, f.scope_line));
    else
      text.failure += join("asked", f.asked, "used", f.used);
  }
  text.latency = out.latency;
  return text;
}

Text text_of(const weft::Report& report, const Performance& all) {
  Text text;
  for (const auto& r : report.op_log()) {
    std::string producers;
    for (std::size_t i = 0; i < r.producers.size(); ++i)
      if (r.producers[i] != weft::no_record) producers += ' ' + std::to_string(r.producers[i]);
    const Performance::Tensors& hbm = all.tensors[r.pe];
    std::uint64_t base = 0;
    if (r.op == "load") base = hbm.source.at(0, 0).origin();
    if (r.op == "store") base = hbm.narrow.at(0, 0).origin();
    if (r.op == "store" && r.address >= hbm.wide.at(0, 0).origin())
      base = hbm.wide.at(0, 0).origin();
    const int parent = r.parent == weft::no_record ? -1 : static_cast<int>(r.parent);
    text.records.push_back(join(r.id, r.kind, r.op, "pe", r.pe, "issued", r.issued.ps, "start",
                                r.start.ps, "end", r.end.ps, "bytes", r.bytes, "flops", r.flops,
                                "at", r.address - base, "kernel", r.kernel, "line", r.line,
                                "parent", parent, "from", producers));
  }
  for (const auto& w : report.waits())
    text.waits.push_back(join("until", w.end.ps, "waited", w.waited.ps, "kernel", w.kernel, "line",
                              w.consumer_line, "for line", w.producer_line));
  for (const auto& k : report.kernels())
    text.kernels.push_back(join(k.kernel, "pe", k.pe, k.launched, "to", k.finished));
  for (const auto& [where, now] : all.notes)
    text.notes.push_back(join(where.first, where.second, now));
  for (const auto& use : report.scratch()) {
    if (use.peak == 0) continue;
    std::map<std::uint32_t, std::uint64_t> live;
    for (const auto& tiles : use.live) live[tiles.where.line()] += tiles.bytes;
    text.peaks.push_back(join("pe", use.pe, "peak", use.peak));
    for (const auto& [made, bytes] : live) text.peaks.back() += join(" line", made, "bytes", bytes);
  }
  text.latency = report.latency().ps;
  return text;
}

/// The same of an error that left a run.
Text text_of(const weft::KernelError& error) {
  const std::string what = error.what();
  const auto number = [&](const std::string& behind) {
    const auto found = what.find(behind);
    return found == std::string::npos ? -1 : std::stoll(what.substr(found + behind.size()));
  };
  Text text;
  text.failure =
      join("kernel", error.kernel, "pe", error.pe, "at", error.time.ps, "line", error.where.line());
  if (number("scratch exhausted: ") >= 0)
    text.failure += join("asked", number("scratch exhausted: "), "used", number("bytes asked, "));
  else if (number("an operand was made at interpreter.hpp:") >= 0)
    text.failure += join("made", number("made at interpreter.hpp:"), "scope",
                         number("scope of interpreter.hpp:"));
  else
    text.failure = what;
  return text;
}

void compare(const std::vector<std::string>& library, const std::vector<std::string>& reference) {
  for (std::size_t i = 0; i < std::min(library.size(), reference.size()); ++i)
    if (library[i] != reference[i]) {
      CHECK(library[i] == reference[i]);
      return;
    }
  CHECK(library.size() == reference.size());
}

template <class Device, class Policy>
struct World {
  weft::Simulation<Device, Policy> sim{};
  Performance all{};

  explicit World(const Program& p) {
    all.program = &p;
    for (std::uint32_t pe = 0; pe < 2; ++pe)
      all.tensors.push_back({sim.hbm(pe).tensor(weft::dtype<weft::f16>, extent, extent),
                             sim.hbm(pe).tensor(weft::dtype<weft::f16>, extent, extent),
                             sim.hbm(pe).tensor(weft::dtype<weft::f32>, extent, extent)});
    launch();
  }
  void launch() {
    all.events.clear();
    for (int i = 0; i < events; ++i) all.events.emplace_back(sim);
    const auto parties = static_cast<std::uint32_t>(all.program->parties);
    if (parties > 0) all.barrier = std::make_unique<weft::Barrier>(sim, parties);
    for (const Launch& l : all.program->launches)
      sim.launch_on(static_cast<std::uint32_t>(l.pe), Start{&all, l.body, RegisterFile{}});
  }
};

template <class Device, class Policy>
Program program_of(std::uint64_t seed) {
  Generator generator(seed);
  const bool tight = Device::specs.scratch.capacity.count < 1'000'000;
  Program p = generator.program(seed % 3 == 0 ? 2 : 1, seed % 4 == 0 ? 9 : 4, tight);
  p.machine = describe(Device::specs, std::is_same_v<Policy, weft::Blocking>);
  return p;
}

void compare(const Text& library, const Text& reference) {
  CHECK(library.failure == reference.failure);
  if (!library.failure.empty() || !reference.failure.empty()) return;
  compare(library.peaks, reference.peaks);
  compare(library.records, reference.records);
  compare(library.waits, reference.waits);
  compare(library.kernels, reference.kernels);
  compare(library.notes, reference.notes);
  CHECK(library.latency == reference.latency);
}

template <class Device, class Policy>
void agree(std::uint64_t seed) {
  CAPTURE(seed);
  const Program p = program_of<Device, Policy>(seed);
  World<Device, Policy> world(p);
  Text library;
  try {
    library = text_of(world.sim.run(), world.all);
  } catch (const weft::KernelError& error) {
    library = text_of(error);
  }
  compare(library, text_of(Reference::run(p), world.all));
}

/// The same when somebody else owns the clock: by single steps, or by short stretches of time.
template <class Device, class Policy>
void agree_in_pieces(std::uint64_t seed) {
  const Program p = program_of<Device, Policy>(seed);
  const Outcome expected = Reference::run(p);
  if (expected.failure) return;
  CAPTURE(seed);
  {
    World<Device, Policy> world(p);
    weft::Duration last{};
    while (world.sim.step()) {
      if (world.sim.now() < last) FAIL("the clock went back");
      last = world.sim.now();
      if (const auto next = world.sim.next_event_time(); next && *next < last)
        FAIL("the next event is in the past");
    }
    CHECK(world.sim.idle());
    compare(text_of(world.sim.finish_report(), world.all), text_of(expected, world.all));
  }
  World<Device, Policy> world(p);
  Generator lengths(seed);
  while (const auto next = world.sim.next_event_time()) {
    const weft::Duration until = *next + weft::Duration{lengths.below(3) * 700};
    world.sim.run_until(until);
    CHECK(world.sim.now() == until);
    if (const auto later = world.sim.next_event_time(); later && *later <= until)
      FAIL("something due was left undone");
  }
  CHECK(world.sim.idle());
  compare(text_of(world.sim.finish_report(), world.all), text_of(expected, world.all));
}

/// `WEFT_LAWS_MORE=20` in the environment runs twenty times as many.
std::uint64_t times() {
  const char* more = std::getenv("WEFT_LAWS_MORE");
  return more == nullptr ? 1 : std::strtoull(more, nullptr, 10);
}

template <const Specs& X, class Policy>
void agree_on_many(std::uint64_t whole, std::uint64_t in_pieces) {
  for (std::uint64_t seed = 0; seed < weft_test::cases(whole) * times(); ++seed)
    agree<TwoPes<X>, Policy>(seed);
  for (std::uint64_t seed = 0; seed < weft_test::cases(in_pieces) * times(); ++seed)
    agree_in_pieces<TwoPes<X>, Policy>(seed);
}

}  // namespace

// Each machine and policy is most of a minute of compiling under sanitizers, so there only these.
TEST_CASE("random programs: lockstep with issue costs") {
  agree_on_many<lockstep_issue, weft::Lazy>(400, 40);
  agree_on_many<lockstep_issue, weft::Blocking>(200, 20);
}
TEST_CASE("random programs: odd numbers") { agree_on_many<odd, weft::Lazy>(300, 30); }
TEST_CASE("random programs: scratch that may not suffice") {
  agree_on_many<tight<14'000>, weft::Lazy>(300, 30);
}

#if !WEFT_SANITIZED
TEST_CASE("random programs: lockstep") { agree_on_many<lockstep, weft::Lazy>(400, 40); }
TEST_CASE("random programs: slow reads") { agree_on_many<slow_reads, weft::Lazy>(300, 30); }
TEST_CASE("random programs: weight stationary") { agree_on_many<weights, weft::Lazy>(300, 30); }
TEST_CASE("random programs: input stationary") { agree_on_many<inputs, weft::Lazy>(300, 30); }
TEST_CASE("random programs: other policies and capacities") {
  agree_on_many<odd, weft::Blocking>(200, 20);
  agree_on_many<tight<14'000>, weft::Blocking>(150, 20);
  agree_on_many<tight<30'000>, weft::Lazy>(300, 30);
}
#endif

TEST_CASE("random programs: a second run is the first one, later") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    const Program p = program_of<TwoPes<lockstep_issue>, weft::Lazy>(seed);
    if (Reference::run(p).failure) continue;
    World<TwoPes<lockstep_issue>, weft::Lazy> world(p);
    const weft::Report first = world.sim.run();
    CHECK(world.sim.now() == first.latency());
    const weft::Duration begin = world.sim.now();
    world.launch();
    const weft::Report second = world.sim.run();
    CHECK(second.latency() - begin == first.latency());
    REQUIRE(first.op_log().size() == second.op_log().size());
    REQUIRE(first.waits().size() == second.waits().size());
    auto other = second.op_log().begin();
    for (const auto& r : first.op_log()) {
      const auto o = *other++;
      const bool same = r.id == o.id && r.op == o.op && r.line == o.line &&
                        o.issued - begin == r.issued && o.start - begin == r.start &&
                        o.end - begin == r.end;
      if (!same) FAIL("record " << r.id << " differs");
    }
    for (std::size_t i = 0; i < first.waits().size(); ++i)
      if (first.waits()[i].waited != second.waits()[i].waited) FAIL("wait " << i << " differs");
  }
}
