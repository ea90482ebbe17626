// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "laws/forms.hpp"
#include "laws/program.hpp"

/// Random programs, the same on every compiler for the same seed: std::mt19937_64 is fixed by the
/// standard, the distributions of <random> are not and so stay out.
namespace laws {

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  /// A number in [0, n).
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(n));
  }
  std::int64_t between(std::int64_t a, std::int64_t b) { return a + below(b - a + 1); }

  /// Several kernels on `pes` PEs; the machine is the caller's to say.
  Program program(int pes = 1, int most_kernels = 4) {
    Program p;
    roots_ = static_cast<int>(between(1, 3));
    events_ = below(2) == 0;
    const int inner = static_cast<int>(between(0, 3));
    p.bodies.resize(static_cast<std::size_t>(roots_ + inner));
    cost_.assign(p.bodies.size(), 0);
    for (int i = roots_ + inner - 1; i >= 0; --i) write(p, i);  // a body refers to later ones only
    const auto kernels = between(1, most_kernels);
    for (std::int64_t i = 0; i < kernels; ++i)
      p.launches.push_back(
          {i == 0 ? 0 : static_cast<int>(below(roots_)), static_cast<int>(below(pes))});
    if (!events_) meet_at_barrier(p);
    return p;
  }

  /// Small numbers, so that many things happen at one time; or odd ones, so that roundings show.
  Machine machine() {
    const bool round = below(2) == 0;
    const auto rate = [&] {
      return round ? 512'000'000'000 / between(1, 4) : between(3, 900) * 1'000'000'007;
    };
    const auto wait = [&](std::int64_t odds) -> Ps {
      if (below(odds) != 0) return 0;
      return round ? 1000 * between(1, 4) : between(1, 9999);
    };
    Machine m;
    m.cpu_hz = round ? 1'000'000'000 : 1'500'000'000;
    for (const char* kind : {"load", "store", "dot", "math", "reduce", "cast", "composite", "user"})
      if (below(3) == 0) m.issue[kind] = below(2) == 0 ? Cost{wait(1), 0} : Cost{0, between(1, 3)};
    m.read = {rate(), wait(2), wait(2), static_cast<int>(between(1, 3))};
    m.write = {rate(), wait(3), wait(3), static_cast<int>(between(1, 2))};
    if (below(2) == 0)
      m.gemm = {.flops_per_second =
                    round ? 8'192'000'000'000 / between(1, 4) : between(1, 99) * 100'000'000'003};
    else
      m.gemm = {.rows = 16,
                .cols = 16,
                .stationary = "owi"[below(3)],
                .hz = round ? 1'000'000'000 : 1'300'000'000};
    m.gemm.startup = wait(4);
    m.math = {between(1, 2) * 128, round ? 1'000'000'000 : 1'700'000'000, wait(4), {}};
    for (const char* function : {"exp", "mul", "reduce", "cast"})
      if (below(2) == 0) m.math.cycles[function] = between(2, 5);
    m.slots = static_cast<int>(between(1, 3));
    m.blocking = below(4) == 0;
    return m;
  }

 private:
  static constexpr int most_steps = 150;  // of one run of a body, with everything it starts

  int any(const RegisterClass& c) { return c.first + static_cast<int>(below(c.count)); }
  /// A register to read: often the one written last, so that ops wait.
  int some(const RegisterClass& c) {
    const int r = any(c);
    const auto found = latest_.find(c.first);
    return found != latest_.end() && below(4) != 0 ? found->second : r;
  }
  void wrote(int r) {
    if (r >= 0) latest_[r - r % 10] = r;
  }

  Place place(const RegisterClass& c, std::int64_t element_bytes = 2) {
    if (below(3) != 0)
      return {c.rows, c.cols, 4 * below(8), 4 * below(8), extent, extent, element_bytes};
    return {c.rows, c.cols, below(extent), below(extent), extent, extent, element_bytes};
  }
  Step resident(int r) {
    for (const auto& [c, form] : {std::pair{S, zeros_s},
                                  {W, zeros_w},
                                  {L, full_l},
                                  {C, zeros_c},
                                  {F, zeros_f},
                                  {B, zeros_b}})
      if (r >= c.first && r < c.first + c.count)
        return {.what = Do::resident,
                .out = r,
                .place = {c.rows, c.cols, 0, 0, c.rows, c.cols},
                .form = form};
    return trans(r, W.first);
  }
  static Step trans(int out, int in) {
    return {.what = Do::trans, .in = {in}, .out = out, .form = trans_w};
  }

  void fill_dropped(Body& body) {
    for (const int r : dropped_) body.push_back(resident(r));
    dropped_.clear();
  }

  void write(Program& p, int index) {
    Body& body = p.bodies[static_cast<std::size_t>(index)];
    dropped_.clear();
    futures_.clear();
    stores_.clear();
    latest_.clear();
    const bool root = index < roots_;
    // The rest start with the registers of whoever starts them, but for the accumulators: those are
    // never shared.
    for (const auto& c : root ? std::vector{S, W, T, L, C, F, B} : std::vector{F})
      for (int i = 0; i < c.count; ++i) body.push_back(resident(c.first + i));
    int cost = 0;
    const auto steps = root ? between(5, 22) : between(1, 8);
    for (std::int64_t i = 0; i < steps; ++i) cost += add(p, body, index, most_steps - cost);
    fill_dropped(body);
    if (index == 0 && events_)  // so that nobody waits for ever
      for (int event = 0; event < events; ++event)
        body.push_back({.what = Do::set_event, .out = event, .form = set_one});
    cost_[static_cast<std::size_t>(index)] = cost + static_cast<int>(body.size());
  }

  /// Every launched kernel comes to the barrier equally often.
  void meet_at_barrier(Program& p) {
    p.parties = static_cast<int>(p.launches.size());
    const auto times = below(3);
    for (int root = 0; root < roots_; ++root) {
      Body& body = p.bodies[static_cast<std::size_t>(root)];
      for (std::int64_t i = 0; i < times; ++i) {
        auto where = body.begin() + below(static_cast<std::int64_t>(body.size()) + 1);
        if (where != body.begin() && std::prev(where)->form == none) ++where;  // one expression
        body.insert(where, {.what = Do::barrier, .form = meet});
      }
    }
  }

  /// Adds one step; returns what it starts.
  int add(const Program& p, Body& body, int index, int budget) {
    const auto form = below(4) == 0 ? static_cast<Form>(between(load_s, load_async_u))
                                    : static_cast<Form>(between(1, forms - 1));
    const int later = static_cast<int>(p.bodies.size()) - std::max(index + 1, roots_);
    Step s = step(form);
    for (int r : s.in)  // whatever is read must be there
      if (const auto d = std::find(dropped_.begin(), dropped_.end(), r); d != dropped_.end()) {
        body.push_back(resident(r));
        dropped_.erase(d);
      }
    switch (form) {
      case set_one:
      case wait_one:
        // The first body sets every event in the end and, like those that it may call, waits for none.
        if (!events_ || (form == wait_one && (index == 0 || index >= roots_))) return 0;
        body.push_back(s);
        return 0;
      case wait_u:
        if (futures_.empty()) return 0;
        s.in = {
            futures_[static_cast<std::size_t>(below(static_cast<std::int64_t>(futures_.size())))]};
        break;
      case wait_p:
        if (stores_.empty()) return 0;
        s.in = {
            stores_[static_cast<std::size_t>(below(static_cast<std::int64_t>(stores_.size())))]};
        break;
      case load_async_u:
        futures_.push_back(s.out);
        break;
      case store_async_s:
        stores_.push_back(s.out);
        break;
      case drop_s:
      case drop_l:
        if (std::find(dropped_.begin(), dropped_.end(), s.out) != dropped_.end()) return 0;
        dropped_.push_back(s.out);
        body.push_back(s);
        return 0;
      case exp_fresh:
      case dot_fresh:
        body.push_back({.what = Do::load, .out = hidden, .place = s.place, .form = none});
        break;
      case call_body:
      case launch_body:
      case join_two:
      case join_three: {
        if (later == 0) return 0;
        int cost = 0;
        for (int i = 0; i < (form == join_three ? 3 : form == join_two ? 2 : 1); ++i) {
          s.bodies.push_back(std::max(index + 1, roots_) + static_cast<int>(below(later)));
          cost += cost_[static_cast<std::size_t>(s.bodies.back())];
        }
        if (cost > budget) return 0;
        fill_dropped(body);
        body.push_back(s);
        return cost;
      }
      default:
        break;
    }
    std::erase(dropped_, s.out);
    wrote(s.out);
    body.push_back(s);
    return 0;
  }

  /// A block of `rows` x `cols` in HBM, in tiles of 16 x 16.
  Step composite(std::vector<int> in, const RegisterClass& out, std::int64_t rows,
                 std::int64_t cols, std::int64_t depth, std::vector<std::string> epilogue,
                 std::vector<int> epilogue_in) {
    Step s{.what = Do::composite, .in = std::move(in), .out = any(out)};
    s.place = place({0, 0, rows, cols});
    s.tile_n = s.tile_k = 16;
    s.depth = depth;
    s.epilogue = std::move(epilogue);
    s.epilogue_in = std::move(epilogue_in);
    return s;
  }

  Step step(Form form) {
    Step s = bare(form);
    s.form = form;
    return s;
  }
  Step bare(Form form) {
    const auto load = [&](const RegisterClass& c) {
      return Step{.what = Do::load, .out = any(c), .place = place(c)};
    };
    const auto wait = [&](std::vector<int> in) {
      return Step{.what = Do::when_all, .in = std::move(in)};
    };
    const auto math = [&](const char* op, std::vector<int> in, const RegisterClass& out) {
      return Step{.what = Do::math, .in = std::move(in), .out = any(out), .op = op};
    };
    const auto dot = [&](std::vector<int> in, const RegisterClass& out, bool async = false) {
      return Step{.what = Do::dot, .in = std::move(in), .out = any(out), .async = async};
    };
    const auto store = [&](const RegisterClass& c, std::int64_t element_bytes, bool async = false) {
      return Step{
          .what = Do::store, .in = {some(c)}, .place = place(c, element_bytes), .async = async};
    };
    // clang-format off
    switch (form) {
      case load_s: return load(S);
      case load_w: return load(W);
      case load_l: return load(L);
      case load_async_u: {
        Step s = load(U);
        s.what = Do::load_async;
        return s;
      }
      case wait_u: return {.what = Do::wait, .out = any(S)};
      case wait_p: return {.what = Do::wait};
      case wait_s: return wait({some(S)});
      case wait_w: return wait({some(W)});
      case await_s: return wait({some(S)});
      case await_l: return wait({some(L)});
      case all_ss: return wait({some(S), some(S)});
      case all_swl: return wait({some(S), some(W), some(L)});
      case dot_ss: return dot({some(S), some(S)}, S);
      case dot_sw: return dot({some(S), some(W)}, W);
      case dot_wt: return dot({some(W), some(T)}, S);
      case dot_tw: return dot({some(T), some(W)}, L);
      case dot_ll: return dot({some(L), some(L)}, L);
      case dot_f: return dot({some(S), some(S)}, F);
      case dot_acc: return dot({some(S), some(S), some(F)}, F);
      case dot_fresh: {
        Step s = dot({some(S), hidden}, S);
        s.place = place(S);
        return s;
      }
      case exp_s: return math("exp", {some(S)}, S);
      case exp_l: return math("exp", {some(L)}, L);
      case exp_fresh: {
        Step s = math("exp", {hidden}, S);
        s.place = place(S);
        return s;
      }
      case add_ss: return math("add", {some(S), some(S)}, S);
      case add_sc: return math("add", {some(S), some(C)}, S);
      case mul_ww: return math("mul", {some(W), some(W)}, W);
      case less_ss: return math("lt", {some(S), some(S)}, B);
      case where_ss: return math("where", {some(B), some(S), some(S)}, S);
      case sum_s:
      case max_s: return {.what = Do::reduce, .in = {some(S)}, .out = any(C), .op = form == sum_s ? "sum" : "max"};
      case cast_s: return {.what = Do::cast, .in = {some(S)}, .out = any(F)};
      case user_s:
      case user_async_s: return {.what = Do::user, .in = {some(S)}, .out = any(S), .op = "user", .async = form == user_async_s};
      case dot_async_ss: return dot({some(S), some(S)}, S, true);
      case dot_async_ll: return dot({some(L), some(L)}, L, true);
      case dot_async_acc: return dot({some(S), some(S), some(F)}, F, true);
      case store_s: return store(S, 2);
      case store_w: return store(W, 2);
      case store_f: return store(F, 2);
      case store_wide: return store(S, 4);
      case store_async_s: {
        Step s = store(S, 2, true);
        s.out = any(P);
        return s;
      }
      case store_async_l: return store(L, 2, true);
      case trans_w: {
        const int out = any(T);
        return trans(out, some(W));
      }
      case zeros_s: return resident(any(S));
      case zeros_w: return resident(any(W));
      case full_l: return resident(any(L));
      case zeros_c: return resident(any(C));
      case zeros_f: return resident(any(F));
      case zeros_b: return resident(any(B));
      case drop_s: return {.what = Do::drop, .out = any(S)};
      case drop_l: return {.what = Do::drop, .out = any(L)};
      case now_here: return {.what = Do::now};
      case composite_sw: return composite({some(S)}, W, 16, 32, 2, {}, {});
      case composite_ww: return composite({some(W)}, W, 32, 32, 1, {"exp"}, {-1});
      case composite_ll: {
        Step s = composite({some(L)}, L, 32, 32, 3, {}, {});
        s.tile_n = 32, s.transposed = true;
        return s;
      }
      case composite_wc: {
        Step s = composite({some(W), some(C)}, C, 16, 32, 2, {"mul", "add", "reduce"}, {-1, 1, -1});
        s.transposed = true;
        return s;
      }
      case set_one: return {.what = Do::set_event, .out = static_cast<int>(below(events))};
      case wait_one: return {.what = Do::wait_event, .out = static_cast<int>(below(events))};
      case call_body: return {.what = Do::call};
      case launch_body: return {.what = Do::launch};
      case join_two:
      case join_three: return {.what = Do::join};
      case none:
      case forms:
      case meet: break;
    }
    // clang-format on
    return {.what = Do::now, .form = now_here};
  }

  std::mt19937_64 random_;
  int roots_ = 1;
  bool events_ = false;         // or a barrier
  std::vector<int> cost_{};     // steps that one run of a body leads to
  std::vector<int> dropped_{};  // registers that are empty at this point of the text
  std::vector<int> futures_{}, stores_{};
  std::map<int, int> latest_{};  // by class: the register written last
};

}  // namespace laws
