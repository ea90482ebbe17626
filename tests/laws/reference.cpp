// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include "laws/reference.hpp"

#include "support/catch.hpp"

using namespace laws;

namespace {

constexpr Ps ns = 1000;

Place whole(std::int64_t rows, std::int64_t cols, std::int64_t element_bytes = 2) {
  return {rows, cols, 0, 0, rows, cols, element_bytes};
}
Step load(int out, std::int64_t rows, std::int64_t cols) {
  return {.what = Do::load, .out = out, .place = whole(rows, cols)};
}
Step load_async(int out, std::int64_t rows, std::int64_t cols) {
  return {.what = Do::load_async, .out = out, .place = whole(rows, cols)};
}
Step resident(int out, std::int64_t rows, std::int64_t cols) {
  return {.what = Do::resident, .out = out, .place = whole(rows, cols)};
}
Step wait(int in) { return {.what = Do::wait, .in = {in}}; }
Step dot(int out, int a, int b) { return {.what = Do::dot, .in = {a, b}, .out = out}; }
Step dot_async(int out, int a, int b) {
  return {.what = Do::dot, .in = {a, b}, .out = out, .async = true};
}
Step exp(int out, int x) { return {.what = Do::math, .in = {x}, .out = out, .op = "exp"}; }
Step store(int in, std::int64_t rows, std::int64_t cols) {
  return {.what = Do::store, .in = {in}, .place = whole(rows, cols)};
}
Step store_async(int in, std::int64_t rows, std::int64_t cols) {
  return {.what = Do::store, .in = {in}, .place = whole(rows, cols), .async = true};
}
Step now() { return {.what = Do::now}; }
Step call(int body) { return {.what = Do::call, .bodies = {body}}; }
Step launch(int body) { return {.what = Do::launch, .bodies = {body}}; }
Step join(std::vector<int> bodies) { return {.what = Do::join, .bodies = std::move(bodies)}; }

/// The machine of DESIGN section 3.
Machine tiny() {
  return {.cpu_hz = 1'000'000'000,
          .read = {.bytes_per_second = 128'000'000'000, .setup = 100 * ns},
          .write = {.bytes_per_second = 128'000'000'000, .setup = 100 * ns},
          .gemm = {.flops_per_second = 8'000'000'000'000},
          .math = {.lanes = 64, .hz = 1'000'000'000}};
}
/// Services in whole ns: a 1 x n row of f16 loads or stores in n ns (2 bytes per ns), dot 1 x k by
/// k x 1 takes k ns, math on n elements n ns.
Machine lockstep() {
  return {.cpu_hz = 1'000'000'000,
          .read = {.bytes_per_second = 2'000'000'000},
          .write = {.bytes_per_second = 2'000'000'000},
          .gemm = {.flops_per_second = 2'000'000'000},
          .math = {.lanes = 1, .hz = 1'000'000'000}};
}
Outcome run(const Machine& machine, std::vector<Body> bodies,
            std::vector<Launch> launches = {{0, 0}}) {
  return Reference::run({machine, std::move(bodies), std::move(launches)});
}
void check(const Record& r, Ps issued, Ps start, Ps end) {
  CHECK(r.issued == issued);
  CHECK(r.start == start);
  CHECK(r.end == end);
}

}  // namespace

TEST_CASE("reference: the worked example, lazy") {
  const auto out = run(tiny(), {{resident(0, 256, 256), resident(1, 256, 256), load(2, 64, 128),
                                 load(3, 128, 64), dot(4, 0, 1), dot(5, 2, 3)}});
  REQUIRE(out.records.size() == 4);
  check(out.records[0], 0, 0, 228'000);
  check(out.records[1], 0, 228'000, 456'000);
  check(out.records[2], 0, 0, 4'194'304);
  check(out.records[3], 4'194'304, 4'194'304, 4'325'376);
  CHECK(out.records[3].producers == std::vector<int>{0, 1});
  CHECK(out.records[3].flops == 2 * 64 * 64 * 128);
  CHECK(out.records[0].bytes == 16384);
  CHECK(out.latency == 4'325'376);
  CHECK(out.waits.empty());
}

TEST_CASE("reference: the worked example, blocking") {
  auto machine = tiny();
  machine.blocking = true;
  const auto out = run(machine, {{resident(0, 256, 256), resident(1, 256, 256), load(2, 64, 128),
                                  load(3, 128, 64), dot(4, 0, 1), dot(5, 2, 3)}});
  REQUIRE(out.records.size() == 4);
  check(out.records[0], 0, 0, 228'000);
  check(out.records[1], 228'000, 228'000, 456'000);
  check(out.records[2], 456'000, 456'000, 4'650'304);
  check(out.records[3], 4'650'304, 4'650'304, 4'781'376);
  CHECK(out.latency == 4'781'376);
  CHECK(out.waits.empty());
}

TEST_CASE("reference: the worked example without the big GEMM") {
  const auto out = run(tiny(), {{load(2, 64, 128), load(3, 128, 64), dot(5, 2, 3)}});
  check(out.records[2], 456'000, 456'000, 587'072);
  CHECK(out.latency == 587'072);
  REQUIRE(out.waits.size() == 1);
  CHECK(out.waits[0].ps == 456'000);
  CHECK(out.waits[0].line == 2);
  CHECK(out.waits[0].producer_line == 1);
  CHECK(out.waits[0].producer == 1);
}

TEST_CASE("reference: pipeline laws at depth 1, 2 and 3") {
  constexpr int n = 7;
  for (const std::int64_t a : {3, 5, 8})
    for (const std::int64_t c : {3, 5, 8}) {
      auto machine = lockstep();
      const auto pipeline = [&](int ahead) {
        Body b{resident(90, 1, c), resident(91, c, 1)};
        for (int i = 0; i < ahead; ++i) b.push_back(load(i, 1, a));
        for (int i = 0; i < n; ++i) {
          if (ahead > 0 && i + ahead < n) b.push_back(load(i + ahead, 1, a));
          if (ahead == 0) b.push_back(load(i, 1, a));
          b.push_back(wait(i));
          b.push_back(dot(92, 90, 91));
        }
        return b;
      };
      CHECK(run(machine, {pipeline(0)}).latency == n * (a + c) * ns);
      CHECK(run(machine, {pipeline(1)}).latency == (a + (n - 1) * std::max(a, c) + c) * ns);
      CHECK(run(machine, {pipeline(2)}).latency == (a + (n - 1) * std::max(a, c) + c) * ns);
      machine.blocking = true;
      CHECK(run(machine, {pipeline(0)}).latency == n * (a + c) * ns);
      CHECK(run(machine, {pipeline(2)}).latency == n * (a + c) * ns);
      CHECK(run(machine, {pipeline(2)}).waits.empty());
    }
}

TEST_CASE("reference: pipeline laws with a third stage") {
  constexpr int n = 6;
  for (const std::int64_t a : {2, 5})
    for (const std::int64_t c : {3, 6})
      for (const std::int64_t e : {1, 4, 9}) {
        const auto pipeline = [&](int ahead) {
          Body b{resident(90, 1, c), resident(91, c, 1), resident(93, 1, e)};
          for (int i = 0; i < ahead; ++i) b.push_back(load(i, 1, a));
          for (int i = 0; i < n; ++i) {
            if (i + ahead < n) b.push_back(load(i + ahead, 1, a));
            b.push_back(wait(i));
            b.push_back(dot(92, 90, 91));
            b.push_back(store_async(93, 1, e));
          }
          return b;
        };
        CHECK(run(lockstep(), {pipeline(0)}).latency ==
              (a + c + e + (n - 1) * std::max(a + c, e)) * ns);
        CHECK(run(lockstep(), {pipeline(1)}).latency ==
              (a + c + e + (n - 1) * std::max({a, c, e})) * ns);
        CHECK(run(lockstep(), {pipeline(2)}).latency ==
              (a + c + e + (n - 1) * std::max({a, c, e})) * ns);
      }
}

TEST_CASE("reference: a masked tile moves only what exists, and rounds up once") {
  Machine machine = tiny();
  machine.read = {.bytes_per_second = 3, .setup = 5};
  Step s = load(0, 16, 16);
  s.place = {16, 16, 10, 14, 12, 20, 2};  // 2 x 6 elements exist
  const auto out = run(machine, {{s}});
  CHECK(out.records[0].bytes == 24);
  CHECK(out.records[0].end == 5 + 8'000'000'000'000);
  s.place.element_bytes = 1;  // 12 bytes at 3 B/s
  CHECK(run(machine, {{s}}).records[0].end == 5 + 4'000'000'000'000);
  machine.read.bytes_per_second = 7;
  CHECK(run(machine, {{s}}).records[0].end == 5 + 1'714'285'714'286);
}

TEST_CASE("reference: latency is pipelined and ends are server ends") {
  auto machine = lockstep();
  machine.read.latency = 10 * ns;
  machine.write.latency = 7 * ns;
  // loads of 4 and 2 ns; their data at 14 and 16; exp of 2 ns; then the store
  const auto out =
      run(machine, {{load(0, 1, 4), load(1, 1, 2), exp(2, 1), store(2, 1, 2), load(3, 1, 1)}});
  check(out.records[0], 0, 0, 4 * ns);
  check(out.records[1], 0, 4 * ns, 6 * ns);
  check(out.records[2], 16 * ns, 16 * ns, 18 * ns);
  check(out.records[3], 18 * ns, 18 * ns, 20 * ns);
  check(out.records[4], 27 * ns, 27 * ns, 28 * ns);  // the store resumed at end + latency
  CHECK(out.latency == 38 * ns);                     // the unused load's readiness
  CHECK(out.kernels[0].finished == 27 * ns);
  REQUIRE(out.waits.size() == 1);
  CHECK(out.waits[0].ps == 16 * ns);
}

TEST_CASE("reference: issue costs move the cursor before the request, after the wait") {
  auto machine = lockstep();
  machine.cpu_hz = 1'500'000'000;  // a cycle is 666.67 ps
  machine.issue["load"] = {.cycles = 1};
  machine.issue["dot"] = {.ps = 3 * ns};
  machine.issue["store"] = {.cycles = 2};
  const auto out =
      run(machine, {{load(0, 1, 4), load(1, 4, 1), dot(2, 0, 1), store_async(2, 1, 1), now()}});
  check(out.records[0], 667, 667, 667 + 4 * ns);
  check(out.records[1], 1334, 667 + 4 * ns, 667 + 8 * ns);
  check(out.records[2], 11'667, 11'667, 15'667);
  check(out.records[3], 15'667 + 1334, 15'667 + 1334, 15'667 + 2334);
  REQUIRE(out.waits.size() == 1);
  CHECK(out.waits[0].ps == 8'667 - 1'334);
  CHECK(out.notes[0].now == 17'001);
  CHECK(out.kernels[0].finished == 17'001);
  CHECK(out.latency == 18'001);
}

TEST_CASE("reference: channels") {
  auto machine = lockstep();
  machine.read.channels = 2;
  const auto out = run(machine, {{load(0, 1, 4), load(1, 1, 2), load(2, 1, 3), load(3, 1, 1)}});
  check(out.records[0], 0, 0, 4 * ns);
  check(out.records[1], 0, 0, 2 * ns);
  check(out.records[2], 0, 2 * ns, 5 * ns);
  check(out.records[3], 0, 4 * ns, 5 * ns);
}

TEST_CASE("reference: equal times go by launch rank, and a kernel runs on until it has to wait") {
  // Both load at 0: the first kernel's two loads come before the second's.
  const auto out =
      run(lockstep(), {{load(0, 1, 2), load(1, 1, 2), wait(0)}, {load(0, 1, 2), wait(0)}},
          {{1, 0}, {0, 0}, {1, 0}});
  REQUIRE(out.records.size() == 4);
  CHECK(out.records[0].kernel == 0);
  CHECK(out.records[1].kernel == 1);
  CHECK(out.records[2].kernel == 1);
  CHECK(out.records[3].kernel == 2);
  check(out.records[3], 0, 6 * ns, 8 * ns);
  // Waits in order of their ends.
  REQUIRE(out.waits.size() == 3);
  CHECK(out.waits[0].kernel == 0);
  CHECK(out.waits[1].kernel == 1);
  CHECK(out.waits[2].kernel == 2);
}

TEST_CASE("reference: ties of two kernels at a later time go by rank, not by who waited first") {
  // Kernel 0 reaches 6 in two steps of 3, kernel 1 in one of 6; both then use the GEMM at 6.
  const Body zero{resident(0, 1, 3), exp(1, 0),         exp(1, 0),
                  resident(2, 1, 5), resident(3, 5, 1), dot(4, 2, 3)};
  Machine machine = lockstep();
  const Body one{resident(0, 1, 6), store(0, 1, 6), resident(2, 1, 5), resident(3, 5, 1),
                 dot(4, 2, 3)};
  const auto out = run(machine, {zero, one}, {{0, 0}, {1, 0}});
  REQUIRE(out.records.size() == 5);
  CHECK(out.records[3].kernel == 0);
  check(out.records[3], 6 * ns, 6 * ns, 11 * ns);
  CHECK(out.records[4].kernel == 1);
  check(out.records[4], 6 * ns, 11 * ns, 16 * ns);
}

TEST_CASE(
    "reference: a nested kernel is the same actor; a launched one starts at the cursor and ranks "
    "last") {
  auto machine = lockstep();
  machine.issue["load"] = {.ps = 5 * ns};
  const Body parent{load(0, 1, 2), launch(1), call(2), exp(1, 0)};
  const Body child{load(0, 1, 1), wait(0)};
  const Body nested{load(1, 1, 3)};
  const auto out = run(machine, {parent, child, nested}, {{0, 0}, {1, 0}});
  REQUIRE(out.kernels.size() == 3);
  CHECK(out.kernels[2].launched == 5 * ns);
  // requests: kernels 0 and 1 at 5, then kernel 0's nested load at 10, and at 10 the launched one's
  REQUIRE(out.records.size() == 5);
  check(out.records[0], 5 * ns, 5 * ns, 7 * ns);
  check(out.records[1], 5 * ns, 7 * ns, 8 * ns);
  check(out.records[2], 10 * ns, 10 * ns, 13 * ns);
  CHECK(out.records[2].kernel == 0);
  CHECK(out.records[2].body == 2);
  check(out.records[3], 10 * ns, 10 * ns, 12 * ns);
  CHECK(out.records[3].kernel == 0);
  CHECK(out.records[3].kind == "compute/math");
  check(out.records[4], 10 * ns, 13 * ns, 14 * ns);
  CHECK(out.records[4].kernel == 2);
  CHECK(out.waits.size() == 2);
}

TEST_CASE("reference: joined kernels rank after their parent and before the next launch") {
  const Body parent{join({1, 2}), load(0, 1, 1)};
  const Body first{load(0, 1, 2), wait(0)};
  const Body second{load(0, 1, 4), wait(0)};
  const Body other{load(0, 1, 8), wait(0), load(0, 1, 1)};
  const auto out = run(lockstep(), {parent, first, second, other}, {{0, 0}, {3, 0}});
  REQUIRE(out.records.size() == 5);
  // kernels by start: parent 0, other 1, first 2, second 3
  CHECK(out.records[0].kernel == 2);
  CHECK(out.records[1].kernel == 3);
  CHECK(out.records[2].kernel == 1);
  check(out.records[2], 0, 6 * ns, 14 * ns);
  CHECK(out.records[3].kernel == 0);
  check(out.records[3], 6 * ns, 14 * ns, 15 * ns);
  CHECK(out.records[4].kernel == 1);
  CHECK(out.kernels[0].finished == 6 * ns);
}

TEST_CASE(
    "reference: a parent woken by its last joined kernel goes before a later launch of the same "
    "moment") {
  const Body parent{join({1}), resident(5, 1, 1), exp(6, 5)};
  const Body child{resident(5, 1, 4), store(5, 1, 4)};
  const Body other{load(0, 1, 4), wait(0), resident(5, 1, 1), exp(6, 5)};
  const auto out = run(lockstep(), {parent, child, other}, {{0, 0}, {2, 0}});
  REQUIRE(out.records.size() == 4);
  CHECK(out.records[2].kernel == 0);
  check(out.records[2], 4 * ns, 4 * ns, 5 * ns);
  CHECK(out.records[3].kernel == 1);
  check(out.records[3], 4 * ns, 5 * ns, 6 * ns);
}

TEST_CASE("reference: blocking stays at tl.load only") {
  auto machine = lockstep();
  machine.blocking = true;
  machine.read.latency = 1 * ns;
  const auto out = run(machine, {{load(0, 1, 2), load_async(1, 1, 2), now(), wait(1)}});
  check(out.records[1], 3 * ns, 3 * ns, 5 * ns);
  CHECK(out.notes[0].now == 3 * ns);
  REQUIRE(out.waits.size() == 1);
  CHECK(out.waits[0].ps == 3 * ns);
}

TEST_CASE("reference: a wait names the latest operand, the first among equals") {
  auto machine = lockstep();
  machine.read.channels = 3;
  const auto out = run(machine, {{load(0, 1, 2),
                                  load(1, 1, 4),
                                  load(2, 1, 4),
                                  {.what = Do::when_all, .in = {0, 1, 2}},
                                  exp(3, 1)}});
  REQUIRE(out.waits.size() == 1);
  CHECK(out.waits[0].ps == 4 * ns);
  CHECK(out.waits[0].line == 3);
  CHECK(out.waits[0].producer_line == 1);
  check(out.records[3], 4 * ns, 4 * ns, 8 * ns);
}

TEST_CASE("reference: asynchronous compute overlaps inside one kernel") {
  const auto out = run(lockstep(), {{resident(0, 1, 5), resident(1, 5, 1), resident(2, 1, 3),
                                     dot_async(3, 0, 1), exp(4, 2), now(), exp(5, 3)}});
  check(out.records[0], 0, 0, 5 * ns);
  check(out.records[1], 0, 0, 3 * ns);
  CHECK(out.notes[0].now == 3 * ns);
  check(out.records[2], 5 * ns, 5 * ns, 6 * ns);
  REQUIRE(out.waits.size() == 1);
  CHECK(out.waits[0].ps == 2 * ns);
  CHECK(out.waits[0].producer == 0);
}

TEST_CASE("reference: a product accumulates into the tile that all its handles name") {
  // 3 is the accumulator; the second product waits for the first, and so does who uses 3.
  const Step first{.what = Do::dot, .in = {0, 1, 3}, .out = 4, .async = true};
  const auto out = run(lockstep(), {{resident(0, 1, 5), resident(1, 5, 1), resident(3, 1, 1), first,
                                     first, now(), exp(6, 3)}});
  REQUIRE(out.records.size() == 3);
  check(out.records[1], 5 * ns, 5 * ns, 10 * ns);
  CHECK(out.records[1].producers == std::vector<int>{0});
  CHECK(out.notes[0].now == 5 * ns);
  check(out.records[2], 10 * ns, 10 * ns, 11 * ns);
  CHECK(out.records[2].producers == std::vector<int>{1});
  REQUIRE(out.waits.size() == 2);
  CHECK(out.waits[0].ps == 5 * ns);
  CHECK(out.waits[1].ps == 5 * ns);
}

TEST_CASE("reference: an event wakes a kernel of lower rank at once, when the setter suspends") {
  const Step set{.what = Do::set_event, .out = 0};
  const Step await{.what = Do::wait_event, .out = 0};
  const Body waiter{await, load(0, 1, 1), await};
  const Body setter{resident(1, 1, 3), exp(1, 1), set, load(0, 1, 2), resident(1, 1, 1), exp(1, 1)};
  const auto out = run(lockstep(), {waiter, setter}, {{0, 0}, {1, 0}});
  REQUIRE(out.records.size() == 4);
  check(out.records[1], 3 * ns, 3 * ns, 5 * ns);  // the setter runs on
  CHECK(out.records[1].kernel == 1);
  CHECK(out.records[2].kernel == 1);
  check(out.records[3], 3 * ns, 5 * ns, 6 * ns);
  CHECK(out.records[3].kernel == 0);
  REQUIRE(out.waits.size() == 1);
  CHECK(out.waits[0].ps == 3 * ns);
  CHECK(out.waits[0].producer_body == 1);
  CHECK(out.waits[0].producer_line == 2);
  CHECK_THROWS_WITH(run(lockstep(), {{await}}), weft_test::Contains("nothing is pending"));
}

TEST_CASE("reference: a barrier lets all go on with the last") {
  const Step meet{.what = Do::barrier};
  const Body quick{resident(0, 1, 2), exp(0, 0), meet, meet},
      slow{resident(0, 1, 5), store(0, 1, 5), meet, meet};
  const auto out = Reference::run({lockstep(), {quick, slow}, {{0, 0}, {1, 0}}, 2});
  REQUIRE(out.waits.size() == 1);
  CHECK(out.waits[0].kernel == 0);
  CHECK(out.waits[0].ps == 3 * ns);
  CHECK(out.waits[0].line == 2);
  CHECK(out.waits[0].producer_body == 1);
  CHECK(out.kernels[0].finished == 5 * ns);
}

TEST_CASE("reference: systolic cycles as SCALE-Sim reports them") {
  auto machine = lockstep();
  machine.gemm = {.rows = 32, .cols = 32, .stationary = 'o', .hz = 1'000'000'000};
  const Body text{resident(0, 64, 100), resident(1, 100, 33), dot(2, 0, 1)};
  CHECK(run(machine, {text}).latency == (2 * 2 * (100 + 62) - 1) * ns);
  machine.gemm.stationary = 'w';
  CHECK(run(machine, {text}).latency == (4 * 2 * (64 + 94) - 1) * ns);
  machine.gemm.stationary = 'i';
  CHECK(run(machine, {text}).latency == (4 * 2 * (33 + 94) - 1) * ns);
}

TEST_CASE("reference: composite tiles follow depth, and read before the kernel goes on") {
  // A is 1 x 4; B is 4 x 2, tiles 2 x 1: read 2 ns, GEMM 2 ns, n-major, k inner; exp after each
  // output tile, 1 ns.
  Step c{.what = Do::composite, .in = {0}, .out = 1, .place = whole(4, 2)};
  c.tile_n = 1, c.tile_k = 2, c.depth = 1, c.epilogue = {"exp"}, c.epilogue_in = {-1};
  const auto one = run(lockstep(), {{resident(0, 1, 4), c, now(), load(7, 1, 1), wait(1)}});
  REQUIRE(one.records.size() == 12);
  CHECK(one.records[0].kind == "sched/composite");
  check(one.records[1], 0, 0, 2 * ns);  // the first tile's read
  CHECK(one.records[1].parent == 0);
  check(one.records[2], 0, 2 * ns, 3 * ns);  // the kernel's own load
  CHECK(one.records[2].parent == -1);
  check(one.records[3], 2 * ns, 2 * ns, 4 * ns);  // GEMM 0
  check(one.records[4], 4 * ns, 4 * ns, 6 * ns);  // read 1, once its buffer is free
  check(one.records[5], 6 * ns, 6 * ns, 8 * ns);  // GEMM 1
  check(one.records[6], 8 * ns, 8 * ns,
        9 * ns);  // exp of the first output tile (tile 1 ranks before tile 2)
  check(one.records[7], 8 * ns, 8 * ns, 10 * ns);  // read 2
  check(one.records[8], 10 * ns, 10 * ns, 12 * ns);
  check(one.records[9], 12 * ns, 12 * ns, 14 * ns);
  check(one.records[10], 14 * ns, 14 * ns, 16 * ns);
  check(one.records[11], 16 * ns, 16 * ns, 17 * ns);
  CHECK(one.records[0].end == 17 * ns);
  CHECK(one.notes[0].now == 0);
  REQUIRE(one.waits.size() == 1);
  CHECK(one.waits[0].ps == 17 * ns);
  c.depth = 2;
  // reads 0..2 2..4, then 4..6 and 6..8; GEMMs 2..4 4..6 6..8 8..10; exp at 10
  CHECK(run(lockstep(), {{resident(0, 1, 4), c, wait(1)}}).latency == 11 * ns);
}

TEST_CASE("reference: composites queue at the scheduler") {
  Step c{.what = Do::composite, .in = {0}, .out = 1, .place = whole(2, 1)};
  c.tile_n = 1, c.tile_k = 2;
  auto machine = lockstep();
  const Body text{resident(0, 1, 2), c, c, c};
  auto out = run(machine, {text});
  CHECK(out.latency == 12 * ns);  // 2 + 2 each, one after another
  machine.slots = 2;
  out = run(machine, {text});  // 0..4, 0..6 (read 2..4), third starts at 4: read 4..6, GEMM 6..8
  CHECK(out.latency == 8 * ns);
}

TEST_CASE("reference: conservation of a lazy kernel") {
  auto machine = tiny();
  machine.issue = {{"load", {.ps = 700}}, {"dot", {.ps = 300}}};
  const auto out = run(machine, {{load(0, 16, 16), load(1, 16, 16), dot(2, 0, 1), dot(2, 0, 1)}});
  Ps sum = 2 * 700 + 2 * 300;
  for (const Wait& w : out.waits) sum += w.ps;
  for (const Record& r : out.records)
    if (r.kind == "compute/gemm") sum += r.end - r.issued;
  CHECK(out.kernels[0].finished == sum);
}

namespace {

Step drop(int r) { return {.what = Do::drop, .out = r}; }
const Step open_scope{.what = Do::open_scope};
const Step close_scope{.what = Do::close_scope};
Machine with_scratch(std::int64_t bytes, std::int64_t alignment = 1) {
  Machine machine = lockstep();
  machine.scratch = bytes, machine.alignment = alignment;
  return machine;
}

}  // namespace

TEST_CASE(
    "reference: scratch is taken at the request, and given back with the last register or the "
    "transfer") {
  // 6 bytes, loaded till 3 ns; dropped at once, they count till then. exp of 4 ns makes 8 bytes beside its 8.
  const Body text{load(0, 1, 3), drop(0), resident(1, 1, 4), exp(1, 1), resident(2, 1, 1)};
  auto out = run(with_scratch(22), {text});
  CHECK(!out.failure);
  CHECK(out.peaks.at(0).bytes == 22);
  CHECK(out.peaks.at(0).live ==
        std::map<std::pair<int, int>, std::int64_t>{{{0, 0}, 6}, {{0, 2}, 8}, {{0, 3}, 8}});
  out = run(with_scratch(21), {text});
  REQUIRE(out.failure);
  CHECK(out.failure->line == 3);
  CHECK(out.failure->asked == 8);
  CHECK(out.failure->used == 14);
  CHECK(run(with_scratch(24, 8), {text}).peaks.at(0).bytes == 24);
}

TEST_CASE("reference: scratch that a plain call lacks is missed at the next step that is awaited") {
  auto machine = with_scratch(9);
  machine.issue["load"] = {.ps = 5 * ns};
  const auto out = run(machine, {{resident(0, 1, 2), load(1, 1, 3), load(2, 1, 1), exp(3, 0)}});
  REQUIRE(out.failure);
  CHECK(out.failure->line == 1);
  CHECK(out.failure->asked == 6);
  CHECK(out.failure->used == 4);
  CHECK(out.failure->time == 10 * ns);  // the other load's issue is over
}

TEST_CASE(
    "reference: a scope recycles what was made inside, but for what is still to come or in use") {
  const Body text{resident(0, 1, 1),    open_scope, exp(1, 0),  load(2, 1, 1),
                  store_async(1, 1, 9), exp(3, 0),  close_scope};
  const auto with = [&](Body more) {
    Body all = text;
    all.insert(all.end(), more.begin(), more.end());
    return run(lockstep(), {all});
  };
  CHECK(!with({exp(4, 2)}).failure);  // an unused load
  CHECK(!with({exp(4, 1)}).failure);  // read by the store until it has ended
  const auto out = with({exp(4, 3)});
  REQUIRE(out.failure);
  CHECK(out.failure->line == 7);
  CHECK(out.failure->made_line == 5);
  CHECK(out.failure->scope_line == 1);
}

TEST_CASE("reference: a message takes its place in the queue, then the link, and arrives later") {
  Machine machine = lockstep();
  machine.link = {
      .bytes_per_second = 1'000'000'000, .setup = 1 * ns, .latency = 4 * ns, .slots = 1};
  const auto send = [](int r, bool async) {
    return Step{.what = Do::send, .in = {r}, .place = whole(1, 1), .async = async};
  };
  const Step recv{.what = Do::recv, .out = 5, .place = whole(1, 1)};
  // 2 bytes: 3 ns on the link, there at 7. The second waits for its place until then: 7..10, there at 14.
  const auto out = run(
      machine,
      {{resident(0, 1, 1), send(0, false), send(0, true), now()}, {recv, wait(5), recv, wait(5)}},
      {{0, 0}, {1, 1}});
  REQUIRE(out.records.size() == 4);
  check(out.records[1], 0, 0, 7 * ns);  // the receive
  check(out.records[0], 0, 0, 3 * ns);
  check(out.records[2], 7 * ns, 7 * ns, 10 * ns);
  check(out.records[3], 7 * ns, 7 * ns, 14 * ns);
  CHECK(out.notes[0].now == 3 * ns);
  CHECK(out.latency == 14 * ns);
}
