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
#include "laws/scratch.hpp"
#include "laws/tiles.hpp"

/// The timing model of weft said again, as plainly as possible: no queue, no elision, no coroutine, no
/// weft. Slow, and meant to be read. What happens in which order is in actors.hpp.
namespace laws {

class Reference : Actors {
 public:
  static Outcome run(const Program& program) { return Reference(program).all(); }

 private:
  struct Thread {               // a kernel that was launched or joined, with all that it awaits
    std::vector<int> scopes{};  // those of scratch that are open
    std::vector<std::pair<int, int>> opened{};  // their (body, line)
    std::optional<Failure> failure{};  // of a plain call; surfaces at the next step that is awaited
  };

  struct Site {  // a kernel that runs, and where; a nested one has the same rank and kernel
    Rank rank{};
    int kernel = 0, pe = 0;
    std::shared_ptr<int> children{};  // how many actors it has started
    std::shared_ptr<Thread> thread{};
    int body = 0, line = 0;
  };

  explicit Reference(const Program& program) : program_(program), machine_(program.machine) {}

  Outcome all() {
    try {
      for (const Launch& l : program_.launches) launch(l.body, l.pe, {});
      serve_all();
    } catch (const Failure& failure) {
      out_.failure = failure;
    }
    out_.peaks = scratch_.peaks();
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
                           read_time(machine_.read, p), {}, parent);
    moves(p);
    out_.latency = std::max(out_.latency, out_.records.back().end + machine_.read.latency);
    return id;
  }
  void moves(const Place& p) {
    out_.records.back().bytes = bytes(p);
    const std::int64_t row = p.list.empty() ? p.row : p.list[0];
    out_.records.back().offset = (row * p.tensor_cols + p.col) * p.element_bytes;
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

  // ---- scratch

  Failure failure(const Site& site) const {
    Failure f{.launch = out_.kernels[static_cast<std::size_t>(site.kernel)].launch};
    f.pe = site.pe, f.time = now_, f.body = site.body, f.line = site.line;
    return f;
  }
  /// A tile that is made now, with its scratch; throws a Failure if there is not enough.
  std::shared_ptr<Pending> tile(const Site& site, std::int64_t elements) {
    const auto made = pending(site, std::nullopt, -1);
    made->scope = site.thread->scopes.empty() ? 0 : site.thread->scopes.back();
    const std::int64_t asked =
        laws::ceil(elements * step(site).element, machine_.alignment) * machine_.alignment;
    const std::int64_t used = scratch_.used(site.pe, now_);
    if (asked > machine_.scratch - used) {
      Failure f = failure(site);
      f.asked = asked, f.used = used;
      throw f;
    }
    scratch_.take(made, site.pe, asked, now_);
    return made;
  }
  /// The same for a plain call, whose failure surfaces later; then null.
  std::shared_ptr<Pending> tile_ahead(const Site& site, std::int64_t elements) {
    try {
      return tile(site, elements);
    } catch (const Failure& f) {
      if (!site.thread->failure) site.thread->failure = f;
      return nullptr;
    }
  }
  /// A tile that a scope has recycled must not be used.
  void check(const Site& site, const Value& v) const {
    if (v.from->recycled_line < 0) return;
    Failure f = failure(site);
    f.made_body = v.from->made_body, f.made_line = v.from->made_line;
    f.scope_body = v.from->recycled_body, f.scope_line = v.from->recycled_line;
    throw f;
  }

  void launch(int body, int pe, const Registers& from) {
    const auto arguments = std::make_shared<Registers>(from);  // kept until it has returned
    const auto registers = std::make_shared<Registers>(from);
    scratch_.hold(arguments);
    start({launches_++}, body, pe, registers, [=, this] {
      scratch_.let_go(arguments);
      scratch_.let_go(registers);
    });
  }

  void start(const Rank& rank, int body, int pe, const SharedRegisters& registers,
             const Then& then) {
    scratch_.hold(registers);
    const int kernel = static_cast<int>(out_.kernels.size());
    out_.kernels.push_back({body, pe, rank[0], rank.size() > 1, now_, -1});
    const Site site{rank, kernel, pe, std::make_shared<int>(0), std::make_shared<Thread>(),
                    body, 0};
    at(rank, now_, [=, this] {
      perform(site, registers, [=, this] {
        surface(site);
        out_.kernels[static_cast<std::size_t>(kernel)].finished = now_;
        out_.latency = std::max(out_.latency, now_);
        then();
      });
    });
  }

  /// Throws what has gone wrong in a plain call.
  void surface(const Site& site) const {
    if (!site.thread->failure) return;
    Failure f = *site.thread->failure;
    f.time = now_;
    throw f;
  }

  /// Waits for the latest of some values; the wait is recorded when it is over.
  void wait(const Site& site, const std::vector<Value>& values, const Then& then) {
    const Ps since = now_;
    for (const Value& v : values) {
      check(site, v);
      if (!v.from->ready) break;  // looks at the others later
    }
    const auto latest = [values]() -> std::optional<Ps> {
      Ps last = 0;
      for (const Value& v : values) {
        if (!v.from->ready) return {};
        last = std::max(last, *v.from->ready);
      }
      return last;
    };
    at(site.rank, latest, [=, this] {
      for (const Value& v : values) check(site, v);
      for (const Value& v : values) v.from->awaited = true;
      if (now_ > since) {
        const auto v = std::find_if(values.begin(), values.end(),
                                    [&](const auto& x) { return *x.from->ready == now_; });
        out_.waits.push_back({now_, now_ - since, site.kernel, site.body, site.line, v->from->body,
                              v->from->line, v->from->record});
      }
      then();
    });
  }

  static bool is_awaited(const Step& s) {
    switch (s.what) {
      case Do::load:
      case Do::load_async:
      case Do::recv:
      case Do::trans:
      case Do::resident:
      case Do::drop:
      case Do::launch:
      case Do::set_event:
      case Do::open_scope:
      case Do::close_scope:
        return false;
      default:
        return true;
    }
  }

  void perform(const Site& site, const SharedRegisters& registers, const Then& done) {
    if (site.line == static_cast<int>(program_.bodies[static_cast<std::size_t>(site.body)].size()))
      return done();
    const Step& s = step(site);
    if (is_awaited(s)) surface(site);
    const Then next = [=, this] {
      if (std::find(s.in.begin(), s.in.end(), temporary) != s.in.end()) registers->erase(temporary);
      Site following = site;
      ++following.line;
      perform(following, registers, done);
    };
    const auto keep = [=](const Value& v) {  // the op's result, when the kernel goes on
      if (s.out >= 0) (*registers)[s.out] = v;
      v.from->being_made = false;
      next();
    };
    std::vector<Value> in;
    for (const int r : s.in) in.push_back(registers->at(r));
    // Wait, then issue, then the request.
    const auto dispatch = [&](const char* kind, const Then& then) {
      wait(site, in, [=, this] {
        at(site.rank, now_ + issue_cost(machine_, kind), [=, this] {
          for (const Value& v : in) check(site, v);
          then();
        });
      });
    };
    // A request to an engine, whose result is ready at its end.
    const auto compute = [&](const char* cost, const char* kind, const std::string& op, Ps service,
                             std::int64_t flops, std::int64_t rows, std::int64_t cols) {
      dispatch(cost, [=, this] {
        const bool accumulates = s.what == Do::dot && in.size() == 3;
        const Value out = accumulates ? in[2] : Value{rows, cols, tile(site, rows * cols)};
        const int id = request(site, kind, op, 1, service, in);
        out_.records.back().flops = flops;
        settle(*out.from, site, end(id), id);  // as all handles of an accumulator see
        out.from->awaited = !s.async;
        if (s.async)
          for (const Value& v : in) v.from->read_until = std::max(v.from->read_until, end(id));
        at(site.rank, s.async ? now_ : end(id), [=] { keep(out); });
      });
    };

    switch (s.what) {
      case Do::load:
      case Do::load_async:
        return at(site.rank, now_ + issue_cost(machine_, "load"), [=, this] {
          const auto made = tile_ahead(site, s.place.rows * s.place.cols);
          if (!made) return at(site.rank, now_, [=] { keep({0, 0, never(site)}); });
          const int id = read(site, s.place);
          settle(*made, site, end(id) + machine_.read.latency, id);
          made->awaited = false;
          at(site.rank, machine_.blocking && s.what == Do::load ? *made->ready : now_,
             [=] { keep({s.place.rows, s.place.cols, made}); });
        });
      case Do::wait:
      case Do::when_all:
        return wait(site, in, [=] { keep(in[0]); });
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
          in[0].from->read_until = std::max(in[0].from->read_until, ready);
          const Value completion{0, 0, pending(site, ready, id)};
          at(site.rank, s.async ? now_ : ready, [=] { keep(completion); });
        });
      case Do::trans:
        return keep({in[0].cols, in[0].rows, in[0].from});
      case Do::resident: {
        const auto made = tile_ahead(site, s.place.rows * s.place.cols);
        if (!made) return keep({0, 0, never(site)});
        made->ready = now_;
        return keep({s.place.rows, s.place.cols, made});
      }
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
        launch(s.bodies[0], site.pe, *registers);
        return next();
      case Do::join: {
        const auto left = std::make_shared<std::size_t>(s.bodies.size());
        std::vector<SharedRegisters> copies;
        for (const int b : s.bodies) {
          Rank rank = site.rank;
          rank.push_back((*site.children)++);
          copies.push_back(std::make_shared<Registers>(*registers));
          start(rank, b, site.pe, copies.back(), [=] { --*left; });
        }
        const Moment last = [=, this] { return *left ? std::nullopt : std::optional(now_); };
        return at(site.rank, last, [=, this] {
          for (const auto& copy : copies) scratch_.let_go(copy);
          next();
        });
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
          const Value out = composite(site, in);
          at(site.rank, now_, [=] { keep(out); });
        });
      case Do::send:
        return dispatch("send", [=, this] { send(site, in[0], keep); });
      case Do::recv:
        return at(site.rank, now_ + issue_cost(machine_, "recv"), [=, this] {
          const auto made = tile_ahead(site, s.place.rows * s.place.cols);
          if (!made) return keep({0, 0, never(site)});
          made->awaited = false;
          made->record = record(site, "comm/recv", "recv", now_, now_, {});
          out_.records.back().bytes = bytes(s.place);
          messages_[1 - site.pe].received(made, now_);
          arrive(1 - site.pe);
          keep({s.place.rows, s.place.cols, made});
        });
      case Do::open_scope:
        site.thread->scopes.push_back(++scopes_);
        site.thread->opened.emplace_back(site.body, site.line);
        return next();
      case Do::close_scope: {
        auto& open = site.thread->scopes;
        const int scope = open.back();
        const auto [body, line] = site.thread->opened.back();
        open.pop_back(), site.thread->opened.pop_back();
        scratch_.end_scope(scope, open.empty() ? 0 : open.back(), body, line, now_);
        return next();
      }
    }
  }

  /// What a failed plain call gives.
  static std::shared_ptr<Pending> never(const Site& site) {
    return pending(site, std::nullopt, -1);
  }
  static void settle(Pending& tile, const Site& site, Ps ready, int record) {
    tile.ready = ready, tile.record = record;
    tile.body = site.body, tile.line = site.line;
  }

  // ---- messages, from one PE of two to the other

  struct Messages {  // by the PE that sends them: the n-th receive gets the n-th
    std::vector<std::shared_ptr<Pending>> into{};
    std::vector<Ps> expected{};
    std::vector<std::optional<Ps>> arrival{};
    void received(const std::shared_ptr<Pending>& tile, Ps now) {
      into.push_back(tile), expected.push_back(now);
    }
  };

  void arrive(int from) {  // tiles whose message is known to arrive
    const Messages& m = messages_[from];
    for (std::size_t i = 0; i < std::min(m.into.size(), m.arrival.size()); ++i)
      if (m.arrival[i] && !m.into[i]->ready) {
        m.into[i]->ready = std::max(*m.arrival[i], m.expected[i]);
        out_.records[static_cast<std::size_t>(m.into[i]->record)].end = *m.into[i]->ready;
        out_.latency = std::max(out_.latency, *m.into[i]->ready);
      }
  }

  /// It is issued; takes its place in the queue, when there is one, then the link.
  void send(const Site& site, const Value& what, const std::function<void(const Value&)>& keep) {
    const bool async = step(site).async;
    const auto number = messages_[site.pe].arrival.size();
    messages_[site.pe].arrival.emplace_back();
    const Moment credit = [=, this, since = now_]() -> std::optional<Ps> {
      const auto places = static_cast<std::size_t>(machine_.link.slots);
      if (number < places) return since;
      const auto& into = messages_[site.pe].into;
      if (into.size() <= number - places || !into[number - places]->ready) return {};
      return std::max(since, *into[number - places]->ready);
    };
    const auto done = pending(site, std::nullopt, -1);
    const auto depart = [=, this] {
      const int id = request(site, "comm/send", "send", 1,
                             link_time(machine_.link, bytes(step(site).place)), {what});
      out_.records.back().bytes = bytes(step(site).place);
      const Ps arrival = end(id) + machine_.link.latency;
      out_.latency = std::max(out_.latency, arrival);
      what.from->read_until = std::max(what.from->read_until, end(id));
      done->ready = end(id), done->record = id;
      messages_[site.pe].arrival[number] = arrival;
      arrive(site.pe);
    };
    if (!async)
      return at(site.rank, credit, [=, this, since = now_] {
        if (now_ > since) {
          const auto& freed =
              *messages_[site.pe].into[number - static_cast<std::size_t>(machine_.link.slots)];
          out_.waits.push_back({now_, now_ - since, site.kernel, site.body, site.line, freed.body,
                                freed.line, freed.record});
        }
        depart();
        at(site.rank, *done->ready, [=] { keep({0, 0, done}); });
      });
    Rank rank = site.rank;
    rank.push_back((*site.children)++);
    ++what.from->readers;
    at(rank, credit, [=] {
      depart();
      --what.from->readers;
    });
    serve(rank);
    at(site.rank, now_, [=] { keep({0, 0, done}); });
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

  Value composite(const Site& site, const std::vector<Value>& in) {
    const Step& s = step(site);
    const std::int64_t m = in[0].rows;
    const std::int64_t n = s.transposed ? s.place.rows : s.place.cols;
    const bool statistic = !s.epilogue.empty() && s.epilogue.back() == "reduce";
    const Value out{m, statistic ? 1 : n, tile(site, m * (statistic ? 1 : n))};
    const int id = record(site, "sched/composite", "composite", now_, now_, in);
    const auto& result = out.from;
    result->record = id;
    result->awaited = false;
    for (const Value& v : in) ++v.from->readers;

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
      for (const Value& v : in) {
        --v.from->readers;
        v.from->read_until = std::max(v.from->read_until, *finished);
      }
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
    return out;
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
  std::map<int, Messages> messages_{};  // by the PE that sends
  Scratch scratch_{};
  int scopes_ = 0;
  Outcome out_{};
};

}  // namespace laws
