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
  /// Tight: for a machine whose scratch may not suffice. No kernels are launched or joined, so that a failure ends the program at once.
  Program program(int pes = 1, int most_kernels = 4, bool tight = false) {
    Program p;
    tight_ = tight;
    const bool messages = pes == 2 && below(2) == 0;
    roots_ = static_cast<int>(messages ? 3 : between(1, 3));
    events_ = !messages && below(2) == 0;
    const int inner = static_cast<int>(between(0, 3));
    p.bodies.resize(static_cast<std::size_t>(roots_ + inner));
    cost_.assign(p.bodies.size(), 0);
    for (int i = roots_ + inner - 1; i >= 0; --i) write(p, i);  // a body refers to later ones only
    const auto kernels = between(1, most_kernels);
    if (messages) p.launches = {{0, 0}, {1, 1}};  // those two alone talk
    for (std::int64_t i = 0; i < kernels; ++i)
      p.launches.push_back({messages ? 2
                            : i == 0 ? 0
                                     : static_cast<int>(below(roots_)),
                            static_cast<int>(below(pes))});
    if (messages)
      talk(p);
    else if (!events_)
      meet_at_barrier(p);
    for (Body& body : p.bodies)
      for (Step& s : body)
        if (s.out >= 0) s.element = element_of(s.out);
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
    for (const char* kind :
         {"load", "store", "dot", "math", "reduce", "cast", "composite", "send", "recv", "user"})
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
    m.link = {rate(), wait(2), wait(2), static_cast<int>(between(1, 3))};
    m.slots = static_cast<int>(between(1, 3));
    m.alignment = std::int64_t{1} << below(8);
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

  void fill(Body& body, int r) {
    const auto dropped = std::find(dropped_.begin(), dropped_.end(), r);
    if (dropped == dropped_.end()) return;
    if (r / 10 == T.first / 10) fill(body, W.first);
    std::erase(dropped_, r);
    body.push_back(resident(r));
    note_scope(body.back());
  }
  void fill_dropped(Body& body) {
    while (!dropped_.empty()) fill(body, dropped_.back());
  }

  void write(Program& p, int index) {
    Body& body = p.bodies[static_cast<std::size_t>(index)];
    launches_.resize(p.bodies.size());
    dropped_.clear();
    scopes_.clear();
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
    while (!scopes_.empty()) close(body);
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
        while (where != body.begin() && std::prev(where)->form == none) ++where;  // one expression
        body.insert(where, {.what = Do::barrier, .form = meet});
      }
    }
  }

  /// The first two bodies send each other tiles, in one order for both, so that nobody waits for ever.
  void talk(Program& p) {
    const auto times = between(1, 8);
    std::size_t from[2] = {17, 17};  // behind the registers' first tiles
    const auto in_scope = [](const Body& body, std::size_t at) {
      int open = 0;
      for (std::size_t i = 0; i < at; ++i)
        open += (body[i].what == Do::open_scope) - (body[i].what == Do::close_scope);
      return open != 0;
    };
    for (std::int64_t i = 0; i < times; ++i) {
      const auto sender = static_cast<std::size_t>(below(2));
      for (const std::size_t side : {sender, 1 - sender}) {
        Body& body = p.bodies[side];
        std::size_t& at = from[side];
        at = std::min(at + static_cast<std::size_t>(below(6)), body.size());
        const bool anywhere = below(4) == 0;
        while (at < body.size() && (body[at - 1].form == none || (!anywhere && in_scope(body, at))))
          ++at;
        const bool async = below(2) == 0;
        Step s = side == sender ? Step{.what = Do::send, .in = {any(S)}, .async = async}
                                : Step{.what = Do::recv, .out = any(S), .form = recv_s};
        if (side == sender) s.form = async ? send_async_s : send_s;
        if (side == sender && async) s.out = any(P);
        s.place = {S.rows, S.cols, 0, 0, S.rows, S.cols, 2};
        Body text = side == sender ? Body{resident(s.in[0]), s} : Body{s};
        if (side == sender && below(3) != 0 && readable(body, at, s.in[0]))
          text.erase(text.begin());  // sends whatever is there
        body.insert(body.begin() + static_cast<std::ptrdiff_t>(at), text.begin(), text.end());
        at += text.size();
      }
    }
  }
  /// Register r has surely something to read before step `at`: neither dropped nor made in a scope.
  static bool readable(const Body& body, std::size_t at, int r) {
    for (std::size_t i = 0; i < at; ++i) {
      if (body[i].what == Do::open_scope || body[i].what == Do::call) return false;
      if (body[i].what == Do::drop && body[i].out == r) return false;
    }
    return true;
  }

  // ---- scopes of scratch

  struct ScopeText {
    std::map<int, bool> written{};  // true: by a load that nobody has waited for, which is kept
  };
  void close(Body& body) {
    body.push_back({.what = Do::close_scope, .form = close_one});
    const ScopeText text = scopes_.back();
    scopes_.pop_back();
    const bool careless = below(12) == 0;  // then some step may use what is gone
    for (const auto& [r, kept] : text.written) {
      if (kept) {
        if (!scopes_.empty()) scopes_.back().written[r] = true;
        continue;
      }
      if (r >= U.first && r < U.first + U.count) std::erase(futures_, r);
      if (r >= U.first || careless) continue;
      if (std::find(dropped_.begin(), dropped_.end(), r) == dropped_.end()) dropped_.push_back(r);
    }
  }
  void note_scope(const Step& s) {
    if (scopes_.empty()) return;
    for (int r : s.in)
      for (ScopeText& scope : scopes_)
        for (auto& [written, kept] : scope.written)
          if (written == r || (r / 10 == T.first / 10 && written / 10 == W.first / 10))
            kept = false;
    if (s.out >= 0 && s.out < temporary && s.what != Do::set_event && s.what != Do::wait_event)
      scopes_.back().written[s.out] = s.what == Do::load || s.what == Do::load_async;
  }
  /// After kernels that may read and write every register.
  void note_scope_of_call() {
    for (ScopeText& scope : scopes_)
      for (auto& [written, kept] : scope.written) kept = false;
    if (scopes_.empty()) return;
    for (const auto& c : {S, W, T, L, C, F, B, U})
      for (int i = 0; i < c.count; ++i) scopes_.back().written[c.first + i] = false;
  }

  /// Adds one step; returns what it starts.
  int add(const Program& p, Body& body, int index, int budget) {
    const auto form = below(4) == 0 ? static_cast<Form>(between(load_s, load_async_u))
                                    : static_cast<Form>(between(1, forms - 1));
    const int later = static_cast<int>(p.bodies.size()) - std::max(index + 1, roots_);
    Step s = step(form);
    for (int r : s.in) fill(body, r);  // whatever is read must be there
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
      case open_one:
        if (scopes_.size() == 2) return 0;
        scopes_.emplace_back();
        break;
      case close_one:
        if (!scopes_.empty()) close(body);
        return 0;
      case prefetch_s:
        s = prefetch(body, s);
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
        if (tight_ && form != call_body) return 0;
        int cost = 0;
        bool launches = form == launch_body;
        for (int i = 0; i < (form == join_three ? 3 : form == join_two ? 2 : 1); ++i) {
          s.bodies.push_back(std::max(index + 1, roots_) + static_cast<int>(below(later)));
          cost += cost_[static_cast<std::size_t>(s.bodies.back())];
          launches = launches || launches_[static_cast<std::size_t>(s.bodies.back())];
        }
        if (cost > budget) return 0;
        if (launches && !scopes_.empty()) return 0;  // it might outlive the scope
        launches_[static_cast<std::size_t>(index)] =
            launches_[static_cast<std::size_t>(index)] || launches;
        fill_dropped(body);
        body.push_back(s);
        if (form != launch_body) note_scope_of_call();
        return cost;
      }
      default:
        break;
    }
    if (form != prefetch_s) written(s);
    body.push_back(s);
    return 0;
  }
  void written(const Step& s) {
    std::erase(dropped_, s.out);
    wrote(s.out);
    note_scope(s);
  }

  /// The loop of `tl.prefetch` with two ahead as plain steps: exp of each tile. The last step, which it returns, says how
  /// many (`depth`) and into which register (`tile_n`).
  Step prefetch(Body& body, const Step& s) {
    const std::int64_t count = between(1, 5);
    std::int64_t next = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      for (; next < count && next <= i + 2; ++next) {
        const int place = ring + static_cast<int>(next % 3);
        body.push_back({.what = Do::drop, .out = place, .form = none});
        body.push_back({.what = Do::load, .out = place, .place = s.place, .form = none});
      }
      body.push_back({.what = Do::math,
                      .in = {ring + static_cast<int>(i % 3)},
                      .out = s.out,
                      .op = "exp",
                      .form = none});
      written(body.back());
    }
    body.push_back({.what = Do::drop, .out = ring, .form = none});
    body.push_back({.what = Do::drop, .out = ring + 1, .form = none});
    return {.what = Do::drop,
            .out = ring + 2,
            .place = s.place,
            .tile_n = s.out,
            .depth = count,
            .form = prefetch_s};
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
      case load_rows: {
        Step s = load(S);
        s.place.row = 0;
        s.place.list.resize(static_cast<std::size_t>(between(1, 20)));
        for (std::size_t i = 0; i < s.place.list.size(); ++i)
          s.place.list[i] = i == 0 || below(3) == 0 ? below(extent) : (s.place.list[i - 1] + 1) % extent;
        return s;
      }
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
      case prefetch_s: return {.what = Do::drop, .out = any(S), .place = place(S)};
      case open_one: return {.what = Do::open_scope};
      case close_one: return {.what = Do::close_scope};
      case none:
      case forms:
      case send_s:
      case send_async_s:
      case recv_s:
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
  std::vector<ScopeText> scopes_{};  // those open at this point of the text
  std::vector<bool> launches_{};     // by body: it or what it calls launches kernels
  bool tight_ = false;
  std::map<int, int> latest_{};  // by class: the register written last
};

}  // namespace laws
