// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "laws/durations.hpp"
#include "laws/program.hpp"

/// The timing model of weft said again, as plainly as possible: no queue, no elision, no coroutine, no weft.
///
/// Every actor waits for one moment and then does one thing. What happens next is found by looking at all of them: the
/// earliest moment, and among equal ones the actor of lowest rank. A moment may not be known yet; it is looked up anew
/// each time. Slow, and meant to be read.
namespace laws {

class Reference {
 public:
  static Outcome run(const Program& program) { return Reference(program).all(); }

 private:
  using Moment = std::function<std::optional<Ps>()>;
  using Then = std::function<void()>;
  using Rank = std::vector<int>;  // launch number, then the number of a joined kernel or composite, then the tile

  struct Pending {  // something that becomes ready, and the op that makes it so
    std::optional<Ps> ready = 0;
    int record = -1, body = -1, line = -1;
  };
  struct Value {
    std::int64_t rows = 0, cols = 0;
    std::shared_ptr<Pending> from{};
  };
  using Registers = std::shared_ptr<std::map<int, Value>>;

  struct Actor {
    Moment moment;
    Then then;
  };
  struct Thread {  // a kernel that runs: a nested one is the same thread
    Rank rank;
    int kernel = 0, pe = 0;
    std::shared_ptr<int> children = std::make_shared<int>(0);
  };

  explicit Reference(const Program& program) : program_(program), machine_(program.machine) {}

  Outcome all() {
    for (const Launch& l : program_.launches) start({launches_++}, l.body, l.pe, fresh(), {});
    while (!actors_.empty()) {
      std::optional<Ps> at;
      const Rank* who = nullptr;
      for (const auto& [rank, actor] : actors_) {  // in order of rank, so that the first of equals stays
        const auto moment = actor.moment();
        if (moment && (!at || std::max(*moment, now_) < *at)) at = std::max(*moment, now_), who = &rank;
      }
      if (!at) throw std::logic_error("reference: everything waits and nothing is pending");
      now_ = *at;
      serve(Rank(*who));
    }
    return std::move(out_);  // waits were noted as they ended, so they are in order
  }

  // ---- actors ----------------------------------------------------------------------------------------------------

  void at(const Rank& rank, Moment moment, Then then) { actors_[rank] = {std::move(moment), std::move(then)}; }
  void at(const Rank& rank, Ps moment, Then then) {
    at(rank, [moment] { return std::optional(moment); }, std::move(then));
  }

  /// Runs an actor on until it has to wait. A moment that has come does not yield.
  void serve(const Rank& rank) {
    for (;;) {
      Actor& actor = actors_.at(rank);
      const auto moment = actor.moment ? actor.moment() : now_;
      if (!moment || *moment > now_) return;
      const Then then = std::exchange(actor.then, nullptr);
      if (!then) return void(actors_.erase(rank));
      then();
    }
  }

  // ---- servers and records ---------------------------------------------------------------------------------------

  /// A request made now: starts at the earliest moment a slot is free, and is recorded. Returns the record's id.
  int request(const Thread& t, int body, int line, const std::string& kind, const std::string& op, int capacity,
              Ps service, const std::vector<Value>& operands, int parent = -1) {
    auto& slots = servers_[{t.pe, kind}];
    slots.resize(static_cast<std::size_t>(capacity));
    const auto slot = std::min_element(slots.begin(), slots.end());  // the first of equals
    const Ps begin = std::max(now_, *slot);
    *slot = begin + service;
    return record(t, body, line, kind, op, begin, begin + service, operands, parent);
  }
  int record(const Thread& t, int body, int line, const std::string& kind, const std::string& op, Ps begin, Ps end,
             const std::vector<Value>& operands, int parent = -1) {
    const int id = static_cast<int>(out_.records.size());
    Record r{id, kind, op, t.pe, t.kernel, body, line, now_, begin, end, 0, 0, {}, parent};
    for (const Value& v : operands)
      if (v.from->record >= 0) r.producers.push_back(v.from->record);
    out_.records.push_back(r);
    out_.latency = std::max(out_.latency, end);
    return id;
  }
  int read(const Thread& t, int body, int line, const Place& p, int parent = -1) {
    const int id = request(t, body, line, "memory/dma_read", "load", machine_.read.channels,
                           channel_time(machine_.read, bytes(p)), {}, parent);
    out_.records.back().bytes = bytes(p);
    out_.latency = std::max(out_.latency, out_.records.back().end + machine_.read.latency);
    return id;
  }
  Ps end(int id) const { return out_.records[static_cast<std::size_t>(id)].end; }

  // ---- kernels ---------------------------------------------------------------------------------------------------

  static Registers fresh() { return std::make_shared<std::map<int, Value>>(); }

  void start(const Rank& rank, int body, int pe, const Registers& registers, const Then& then) {
    const int kernel = static_cast<int>(out_.kernels.size());
    out_.kernels.push_back({body, pe, now_, -1});
    const Thread t{rank, kernel, pe};
    at(rank, now_, [=, this] {
      perform(t, registers, body, 0, [=, this] {
        out_.kernels[static_cast<std::size_t>(kernel)].finished = now_;
        out_.latency = std::max(out_.latency, now_);
        if (then) then();
      });
    });
  }

  /// Waits for the latest of some values; the wait is recorded when it is over.
  void wait(const Thread& t, int body, int line, const std::vector<Value>& values, const Then& then) {
    const Ps since = now_;
    const auto latest = [values]() -> std::optional<Ps> {
      Ps last = 0;
      for (const Value& v : values) {
        if (!v.from->ready) return {};
        last = std::max(last, *v.from->ready);
      }
      return last;
    };
    at(t.rank, latest, [=, this] {
      if (now_ > since) {
        const auto v = std::find_if(values.begin(), values.end(), [&](const auto& x) { return *x.from->ready == now_; });
        out_.waits.push_back(
            {now_, now_ - since, t.kernel, body, line, v->from->body, v->from->line, v->from->record});
      }
      then();
    });
  }

  void perform(const Thread& t, const Registers& registers, int body, int line, const Then& done) {
    const Body& text = program_.bodies.at(static_cast<std::size_t>(body));
    if (line == static_cast<int>(text.size())) return done();
    const Step& s = text[static_cast<std::size_t>(line)];
    const Then next = [=, this] { perform(t, registers, body, line + 1, done); };
    std::vector<Value> in;
    for (const int r : s.in) in.push_back(registers->at(r));
    const auto issue = [&](const char* kind, const Then& then) {
      at(t.rank, now_ + issue_cost(machine_, kind), then);
    };
    const auto dispatch = [&](const char* kind, const Then& then) {  // wait, then issue, then the request
      wait(t, body, line, in, [=, this] { at(t.rank, now_ + issue_cost(machine_, kind), then); });
    };
    const auto make = [=](std::int64_t rows, std::int64_t cols, Ps ready, int id) {
      (*registers)[s.out] = {rows, cols, std::make_shared<Pending>(Pending{ready, id, body, line})};
    };
    // A request to an engine, whose result is ready at its end.
    const auto compute = [&](const char* cost, const char* kind, const std::string& op, Ps service, std::int64_t flops,
                             std::int64_t rows, std::int64_t cols) {
      dispatch(cost, [=, this] {
        const int id = request(t, body, line, kind, op, 1, service, in);
        out_.records.back().flops = flops;
        if (s.what == Do::dot && in.size() == 3) {  // accumulates into in[2]: other handles of that tile see it too
          *in[2].from = Pending{end(id), id, body, line};
          (*registers)[s.out] = in[2];
        } else {
          make(rows, cols, end(id), id);
        }
        at(t.rank, s.async ? now_ : end(id), next);
      });
    };

    switch (s.what) {
      case Do::load:
      case Do::load_async:
        return issue("load", [=, this] {
          const int id = read(t, body, line, s.place);
          const Ps ready = end(id) + machine_.read.latency;
          make(s.place.rows, s.place.cols, ready, id);
          at(t.rank, machine_.blocking && s.what == Do::load ? ready : now_, next);
        });
      case Do::wait:
      case Do::when_all:
        return wait(t, body, line, in, [=] {
          if (s.out >= 0) (*registers)[s.out] = in[0];
          next();
        });
      case Do::dot:
        return compute("dot", "compute/gemm", "dot", gemm_time(machine_, in[0].rows, in[1].cols, in[0].cols),
                       2 * in[0].rows * in[1].cols * in[0].cols, in[0].rows, in[1].cols);
      case Do::math:
      case Do::user: {
        std::int64_t rows = 1, cols = 1;
        for (const Value& v : in) rows = std::max(rows, v.rows), cols = std::max(cols, v.cols);
        return compute(s.what == Do::user ? "user" : "math", "compute/math", s.op, math_time(machine_, s.op, rows * cols),
                       rows * cols, rows, cols);
      }
      case Do::reduce:
        return compute("reduce", "compute/math", "reduce", math_time(machine_, "reduce", in[0].rows * in[0].cols),
                       in[0].rows * in[0].cols, s.axis == 0 ? 1 : in[0].rows, s.axis == 1 ? 1 : in[0].cols);
      case Do::cast:
        return compute("cast", "compute/math", "cast", math_time(machine_, "cast", in[0].rows * in[0].cols),
                       in[0].rows * in[0].cols, in[0].rows, in[0].cols);
      case Do::store:
        return dispatch("store", [=, this] {
          const int id = request(t, body, line, "memory/dma_write", "store", machine_.write.channels,
                                 channel_time(machine_.write, bytes(s.place)), in);
          out_.records.back().bytes = bytes(s.place);
          const Ps ready = end(id) + machine_.write.latency;
          out_.latency = std::max(out_.latency, ready);
          if (s.out >= 0) make(in[0].rows, in[0].cols, ready, id);
          at(t.rank, s.async ? now_ : ready, next);
        });
      case Do::trans:
        (*registers)[s.out] = {in[0].cols, in[0].rows, in[0].from};
        return next();
      case Do::resident:
        make(s.place.rows, s.place.cols, 0, -1);
        return next();
      case Do::drop:
        registers->erase(s.out);
        return next();
      case Do::now:
        out_.notes.push_back({t.kernel, body, line, now_});
        return next();
      case Do::call:
        return perform(t, registers, s.bodies[0], 0, next);
      case Do::launch:
        start({launches_++}, s.bodies[0], t.pe, std::make_shared<std::map<int, Value>>(*registers), {});
        return next();
      case Do::join: {
        const auto left = std::make_shared<std::size_t>(s.bodies.size());
        for (const int b : s.bodies) {
          Rank rank = t.rank;
          rank.push_back((*t.children)++);
          start(rank, b, t.pe, std::make_shared<std::map<int, Value>>(*registers), [=] { --*left; });
        }
        return at(t.rank, [=, this] { return *left ? std::nullopt : std::optional(now_); }, next);
      }
      case Do::composite:
        return dispatch("composite", [=, this] {
          composite(t, *registers, body, line, in);
          at(t.rank, now_, next);
        });
    }
  }

  // ---- composites ------------------------------------------------------------------------------------------------

  struct Issued {
    Ps issued = 0;
    std::shared_ptr<Pending> result{};
  };
  struct Tile {
    std::optional<Ps> asked{}, done{};  // of its GEMM
  };

  /// When a composite starts: once fewer than `slots` earlier ones of its PE are unfinished, not before an earlier one.
  std::optional<Ps> started(int pe, std::size_t number) {
    const auto& issued = composites_[pe];
    Ps begin = issued[number].issued;
    if (number == 0) return begin;
    const auto previous = started(pe, number - 1);
    if (!previous) return {};
    begin = std::max(begin, *previous);
    const auto slots = static_cast<std::size_t>(machine_.slots);
    if (number < slots) return begin;
    std::vector<Ps> ends;  // all but slots - 1 of the earlier ones must have ended
    for (std::size_t i = 0; i < number; ++i)
      if (issued[i].result->ready) ends.push_back(*issued[i].result->ready);
    if (ends.size() <= number - slots) return {};
    std::sort(ends.begin(), ends.end());
    return std::max(begin, ends[number - slots]);
  }

  void composite(const Thread& t, std::map<int, Value>& registers, int body, int line, const std::vector<Value>& in) {
    const Step& s = program_.bodies[static_cast<std::size_t>(body)][static_cast<std::size_t>(line)];
    const std::int64_t m = in[0].rows;
    const std::int64_t n = s.transposed ? s.place.rows : s.place.cols, k = s.transposed ? s.place.cols : s.place.rows;
    const int id = record(t, body, line, "sched/composite", "composite", now_, now_, in);
    const auto result = std::make_shared<Pending>(Pending{std::nullopt, id, body, line});
    registers[s.out] = {m, n, result};

    const std::size_t number = composites_[t.pe].size();
    composites_[t.pe].push_back({now_, result});
    const Moment start = [=, this, pe = t.pe] { return started(pe, number); };

    std::vector<Place> places;  // n-major, k inner; none wholly outside
    std::vector<bool> last_k;
    for (std::int64_t nn = 0; nn < n; nn += s.tile_n) {
      bool any = false;
      for (std::int64_t kk = 0; kk < k; kk += s.tile_k) {
        Place p = s.place;
        p.row += s.transposed ? nn : kk;
        p.col += s.transposed ? kk : nn;
        p.rows = s.transposed ? s.tile_n : s.tile_k;
        p.cols = s.transposed ? s.tile_k : s.tile_n;
        if (p.row >= p.tensor_rows || p.col >= p.tensor_cols) continue;
        places.push_back(p);
        last_k.push_back(false);
        any = true;
      }
      if (any) last_k.back() = true;
    }

    const auto tiles = std::make_shared<std::vector<Tile>>(places.size());
    const auto left = std::make_shared<std::size_t>(places.size());
    const auto finished = std::make_shared<Ps>(0);
    const auto finish = [=, this](Ps when) {
      *finished = std::max(*finished, when);
      if (--*left) return;
      result->ready = *finished;
      out_.records[static_cast<std::size_t>(id)].end = *finished;
    };
    Rank mine = t.rank;
    mine.push_back((*t.children)++);
    for (std::size_t i = 0; i < places.size(); ++i) {
      Rank rank = mine;
      rank.push_back(static_cast<int>(i));
      const auto depth = static_cast<std::size_t>(s.depth);
      const Moment buffer = [=]() -> std::optional<Ps> {
        const auto begin = start();
        if (i < depth || !begin) return begin;
        const auto free = (*tiles)[i - depth].done;
        return free ? std::optional(std::max(*begin, *free)) : std::nullopt;
      };
      at(rank, buffer, [=, this] {
        const int load = read(t, body, line, places[i], id);
        const Ps ready = end(load) + machine_.read.latency;
        const Moment turn = [=]() -> std::optional<Ps> {
          if (i == 0) return ready;
          const auto previous = (*tiles)[i - 1].asked;
          return previous ? std::optional(std::max(ready, *previous)) : std::nullopt;
        };
        at(rank, turn, [=, this] {
          std::vector<Value> operands = in;
          operands.resize(1);
          operands.push_back({0, 0, std::make_shared<Pending>(Pending{ready, load, body, line})});
          const Ps service = gemm_time(machine_, m, s.tile_n, s.tile_k);
          const int gemm = request(t, body, line, "compute/gemm", "dot", 1, service, operands, id);
          out_.records.back().flops = 2 * m * s.tile_n * s.tile_k;
          (*tiles)[i] = {now_, end(gemm)};
          epilogue(t, rank, body, line, id, gemm, m * s.tile_n, last_k[i] ? 0 : s.epilogue.size(), finish);
        });
      });
      serve(rank);  // acts before the kernel goes on, until it first waits
    }
  }

  void epilogue(const Thread& t, const Rank& rank, int body, int line, int parent, int before, std::int64_t elements,
                std::size_t i, const std::function<void(Ps)>& finish) {
    const Step& s = program_.bodies[static_cast<std::size_t>(body)][static_cast<std::size_t>(line)];
    if (i == s.epilogue.size()) return finish(end(before));
    at(rank, end(before), [=, this, &s] {
      const std::vector<Value> operands{{0, 0, std::make_shared<Pending>(Pending{now_, before, body, line})}};
      const Ps service = math_time(machine_, s.epilogue[i], elements);
      const int id = request(t, body, line, "compute/math", s.epilogue[i], 1, service, operands, parent);
      out_.records.back().flops = elements;
      epilogue(t, rank, body, line, parent, id, elements, i + 1, finish);
    });
  }

  const Program& program_;
  const Machine& machine_;
  Ps now_ = 0;
  int launches_ = 0;
  std::map<Rank, Actor> actors_{};
  std::map<std::pair<int, std::string>, std::vector<Ps>> servers_{};  // by PE and kind: when each slot is free
  std::map<int, std::vector<Issued>> composites_{};                   // by PE, in issue order
  Outcome out_{};
};

}  // namespace laws
