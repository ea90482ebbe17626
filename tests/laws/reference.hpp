// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "laws/actors.hpp"
#include "laws/durations.hpp"
#include "laws/program.hpp"
#include "laws/tiles.hpp"

/// The timing model of weft said again, as plainly as possible: no queue, no elision, no coroutine, no
/// weft. Slow, and meant to be read. What happens in which order is in actors.hpp.
namespace laws {

class Reference : Actors {
 public:
  static Outcome run(const Program& program) { return Reference(program).all(); }

 private:
  struct Pending {  // something that becomes ready, and the op that makes it so
    std::optional<Ps> ready = 0;
    int record = -1, body = -1, line = -1;
  };
  struct Value {
    std::int64_t rows = 0, cols = 0;
    std::shared_ptr<Pending> from{};
  };
  using Registers = std::map<int, Value>;

  struct Site {  // a kernel that runs, and where; a nested one has the same rank and kernel
    Rank rank{};
    int kernel = 0, pe = 0;
    std::shared_ptr<int> children{};  // how many joined kernels and composites it has started
    int body = 0, line = 0;
  };

  explicit Reference(const Program& program) : program_(program), machine_(program.machine) {}

  Outcome all() {
    for (const Launch& l : program_.launches) start({launches_++}, l.body, l.pe, {}, {});
    serve_all();
    return std::move(out_);  // waits were noted as they ended, so they are in order
  }

  // ---- servers and records

  /// A request made now: starts at the earliest moment a slot is free, and is recorded. Returns the
  /// record's id.
  int request(const Site& site, const std::string& kind, const std::string& op, int capacity,
              Ps service, const std::vector<Value>& operands, int parent = -1) {
    auto& slots = servers_[{site.pe, kind}];
    slots.resize(static_cast<std::size_t>(capacity));
    const auto slot = std::min_element(slots.begin(), slots.end());  // the first of equals
    const Ps begin = std::max(now_, *slot);
    *slot = begin + service;
    return record(site, kind, op, begin, begin + service, operands, parent);
  }
  int record(const Site& site, const std::string& kind, const std::string& op, Ps begin, Ps end,
             const std::vector<Value>& operands, int parent = -1) {
    const int id = static_cast<int>(out_.records.size());
    Record r{.id = id, .kind = kind, .op = op, .pe = site.pe, .kernel = site.kernel};
    r.body = site.body, r.line = site.line;
    r.issued = now_, r.start = begin, r.end = end, r.parent = parent;
    for (const Value& v : operands)
      if (v.from->record >= 0) r.producers.push_back(v.from->record);
    out_.records.push_back(r);
    out_.latency = std::max(out_.latency, end);
    return id;
  }
  int read(const Site& site, const Place& p, int parent = -1) {
    const int id = request(site, "memory/dma_read", "load", machine_.read.channels,
                           channel_time(machine_.read, bytes(p)), {}, parent);
    moves(p);
    out_.latency = std::max(out_.latency, out_.records.back().end + machine_.read.latency);
    return id;
  }
  void moves(const Place& p) {
    out_.records.back().bytes = bytes(p);
    out_.records.back().offset = (p.row * p.tensor_cols + p.col) * p.element_bytes;
  }
  Ps end(int id) const { return out_.records[static_cast<std::size_t>(id)].end; }

  // ---- kernels

  const Step& step(const Site& site) const {
    return program_
        .bodies[static_cast<std::size_t>(site.body)][static_cast<std::size_t>(site.line)];
  }
  static std::shared_ptr<Pending> pending(const Site& site, std::optional<Ps> ready, int record) {
    return std::make_shared<Pending>(Pending{ready, record, site.body, site.line});
  }

  const std::shared_ptr<Pending>& event(int number) {
    auto& made = events_[number];
    if (!made) made = std::make_shared<Pending>(Pending{std::nullopt});
    return made;
  }

  void start(const Rank& rank, int body, int pe, const Registers& from, const Then& then) {
    const auto registers = std::make_shared<Registers>(from);
    const int kernel = static_cast<int>(out_.kernels.size());
    out_.kernels.push_back({body, pe, rank[0], rank.size() > 1, now_, -1});
    const Site site{rank, kernel, pe, std::make_shared<int>(0), body, 0};
    at(rank, now_, [=, this] {
      perform(site, registers, [=, this] {
        out_.kernels[static_cast<std::size_t>(kernel)].finished = now_;
        out_.latency = std::max(out_.latency, now_);
        if (then) then();
      });
    });
  }

  /// Waits for the latest of some values; the wait is recorded when it is over.
  void wait(const Site& site, const std::vector<Value>& values, const Then& then) {
    const Ps since = now_;
    const auto latest = [values]() -> std::optional<Ps> {
      Ps last = 0;
      for (const Value& v : values) {
        if (!v.from->ready) return {};
        last = std::max(last, *v.from->ready);
      }
      return last;
    };
    at(site.rank, latest, [=, this] {
      if (now_ > since) {
        const auto v = std::find_if(values.begin(), values.end(),
                                    [&](const auto& x) { return *x.from->ready == now_; });
        out_.waits.push_back({now_, now_ - since, site.kernel, site.body, site.line, v->from->body,
                              v->from->line, v->from->record});
      }
      then();
    });
  }

  void perform(const Site& site, const std::shared_ptr<Registers>& registers, const Then& done) {
    if (site.line == static_cast<int>(program_.bodies[static_cast<std::size_t>(site.body)].size()))
      return done();
    const Step& s = step(site);
    const Then next = [=, this] {
      Site following = site;
      ++following.line;
      perform(following, registers, done);
    };
    std::vector<Value> in;
    for (const int r : s.in) in.push_back(registers->at(r));
    // Wait, then issue, then the request.
    const auto dispatch = [&](const char* kind, const Then& then) {
      wait(site, in, [=, this] { at(site.rank, now_ + issue_cost(machine_, kind), then); });
    };
    const auto make = [=](std::int64_t rows, std::int64_t cols, Ps ready, int id) {
      (*registers)[s.out] = {rows, cols, pending(site, ready, id)};
    };
    // A request to an engine, whose result is ready at its end.
    const auto compute = [&](const char* cost, const char* kind, const std::string& op, Ps service,
                             std::int64_t flops, std::int64_t rows, std::int64_t cols) {
      dispatch(cost, [=, this] {
        const int id = request(site, kind, op, 1, service, in);
        out_.records.back().flops = flops;
        if (s.what == Do::dot && in.size() == 3) {  // into in[2], as all its handles see
          *in[2].from = *pending(site, end(id), id);
          (*registers)[s.out] = in[2];
        } else {
          make(rows, cols, end(id), id);
        }
        at(site.rank, s.async ? now_ : end(id), next);
      });
    };

    switch (s.what) {
      case Do::load:
      case Do::load_async:
        return at(site.rank, now_ + issue_cost(machine_, "load"), [=, this] {
          const int id = read(site, s.place);
          const Ps ready = end(id) + machine_.read.latency;
          make(s.place.rows, s.place.cols, ready, id);
          at(site.rank, machine_.blocking && s.what == Do::load ? ready : now_, next);
        });
      case Do::wait:
      case Do::when_all:
        return wait(site, in, [=] {
          if (s.out >= 0) (*registers)[s.out] = in[0];
          next();
        });
      case Do::dot:
        return compute("dot", "compute/gemm", "dot",
                       gemm_time(machine_, in[0].rows, in[1].cols, in[0].cols),
                       2 * in[0].rows * in[1].cols * in[0].cols, in[0].rows, in[1].cols);
      case Do::math:
      case Do::user: {
        std::int64_t rows = 1, cols = 1;
        for (const Value& v : in) rows = std::max(rows, v.rows), cols = std::max(cols, v.cols);
        return compute(s.what == Do::user ? "user" : "math", "compute/math", s.op,
                       math_time(machine_, s.op, rows * cols), rows * cols, rows, cols);
      }
      case Do::reduce:
        return compute("reduce", "compute/math", "reduce",
                       math_time(machine_, "reduce", in[0].rows * in[0].cols),
                       in[0].rows * in[0].cols, s.axis == 0 ? 1 : in[0].rows,
                       s.axis == 1 ? 1 : in[0].cols);
      case Do::cast:
        return compute("cast", "compute/math", "cast",
                       math_time(machine_, "cast", in[0].rows * in[0].cols),
                       in[0].rows * in[0].cols, in[0].rows, in[0].cols);
      case Do::store:
        return dispatch("store", [=, this] {
          const int id = request(site, "memory/dma_write", "store", machine_.write.channels,
                                 channel_time(machine_.write, bytes(s.place)), in);
          moves(s.place);
          const Ps ready = end(id) + machine_.write.latency;
          out_.latency = std::max(out_.latency, ready);
          if (s.out >= 0) make(in[0].rows, in[0].cols, ready, id);
          at(site.rank, s.async ? now_ : ready, next);
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
        out_.notes.push_back({site.kernel, site.body, site.line, now_});
        return next();
      case Do::call: {
        Site inner = site;
        inner.body = s.bodies[0], inner.line = 0;
        return perform(inner, registers, next);
      }
      case Do::launch:
        start({launches_++}, s.bodies[0], site.pe, *registers, {});
        return next();
      case Do::join: {
        const auto left = std::make_shared<std::size_t>(s.bodies.size());
        for (const int b : s.bodies) {
          Rank rank = site.rank;
          rank.push_back((*site.children)++);
          start(rank, b, site.pe, *registers, [=] { --*left; });
        }
        const Moment last = [=, this] { return *left ? std::nullopt : std::optional(now_); };
        return at(site.rank, last, next);
      }
      case Do::set_event:
        if (!event(s.out)->ready) *event(s.out) = *pending(site, now_, -1);
        return next();
      case Do::wait_event:
        return wait(site, {{0, 0, event(s.out)}}, next);
      case Do::barrier: {
        if (!meeting_) meeting_ = pending(site, std::nullopt, -1);
        const auto mine = meeting_;
        if (++arrived_ == program_.parties) {
          *mine = *pending(site, now_, -1);
          meeting_ = nullptr, arrived_ = 0;
        }
        return wait(site, {{0, 0, mine}}, next);
      }
      case Do::composite:
        return dispatch("composite", [=, this] {
          composite(site, *registers, in);
          at(site.rank, now_, next);
        });
    }
  }

  // ---- composites

  struct Issued {
    Ps issued = 0;
    std::shared_ptr<Pending> result{};
  };
  struct Tile {
    std::optional<Ps> asked{}, done{};  // of its GEMM
  };

  /// When a composite starts: once fewer than `slots` earlier ones of its PE are unfinished, not
  /// before an earlier one.
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

  void composite(const Site& site, Registers& registers, const std::vector<Value>& in) {
    const Step& s = step(site);
    const std::int64_t m = in[0].rows;
    const std::int64_t n = s.transposed ? s.place.rows : s.place.cols;
    const int id = record(site, "sched/composite", "composite", now_, now_, in);
    const auto result = pending(site, std::nullopt, id);
    registers[s.out] = {m, n, result};

    const std::size_t number = composites_[site.pe].size();
    composites_[site.pe].push_back({now_, result});
    const Moment start = [=, this, pe = site.pe] { return started(pe, number); };

    const std::vector<BlockTile> places = tiles_of(s);
    const auto tiles = std::make_shared<std::vector<Tile>>(places.size());
    const auto left = std::make_shared<std::size_t>(places.size());
    const auto finished = std::make_shared<Ps>(0);
    const auto finish = [=, this](Ps when) {
      *finished = std::max(*finished, when);
      if (--*left) return;
      result->ready = *finished;
      out_.records[static_cast<std::size_t>(id)].start = *start();
      out_.records[static_cast<std::size_t>(id)].end = *finished;
    };
    Rank mine = site.rank;
    mine.push_back((*site.children)++);
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
        const int load = read(site, places[i].place, id);
        const Ps ready = end(load) + machine_.read.latency;
        const Moment turn = [=]() -> std::optional<Ps> {
          if (i == 0) return ready;
          const auto previous = (*tiles)[i - 1].asked;
          return previous ? std::optional(std::max(ready, *previous)) : std::nullopt;
        };
        at(rank, turn, [=, this] {
          std::vector<Value> operands = in;
          operands.resize(1);
          operands.push_back({0, 0, pending(site, ready, load)});
          const Ps service = gemm_time(machine_, m, s.tile_n, s.tile_k);
          const int gemm = request(site, "compute/gemm", "dot", 1, service, operands, id);
          out_.records.back().flops = 2 * m * s.tile_n * s.tile_k;
          (*tiles)[i] = {now_, end(gemm)};
          const std::size_t first = places[i].last_k ? 0 : s.epilogue.size();
          epilogue(site, rank, in, id, gemm, m * s.tile_n, first, finish);
        });
      });
      serve(rank);  // acts before the kernel goes on, until it first waits
    }
  }

  void epilogue(const Site& site, const Rank& rank, const std::vector<Value>& in, int parent,
                int before, std::int64_t elements, std::size_t i,
                const std::function<void(Ps)>& finish) {
    const Step& s = step(site);
    if (i == s.epilogue.size()) return finish(end(before));
    at(rank, end(before), [=, this, &s] {
      std::vector<Value> operands{{0, 0, pending(site, now_, before)}};
      if (const int other = s.epilogue_in[i]; other >= 0)
        operands.push_back(in[static_cast<std::size_t>(other)]);
      const Ps service = math_time(machine_, s.epilogue[i], elements);
      const int id = request(site, "compute/math", s.epilogue[i], 1, service, operands, parent);
      out_.records.back().flops = elements;
      epilogue(site, rank, in, parent, id, elements, i + 1, finish);
    });
  }

  const Program& program_;
  const Machine& machine_;
  int launches_ = 0;
  /// By PE and kind: when each slot is free.
  std::map<std::pair<int, std::string>, std::vector<Ps>> servers_{};
  std::map<int, std::vector<Issued>> composites_{};  // by PE, in issue order
  std::map<int, std::shared_ptr<Pending>> events_{};
  std::shared_ptr<Pending> meeting_{};  // what those at the barrier wait for
  int arrived_ = 0;
  Outcome out_{};
};

}  // namespace laws
