// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "laws/program.hpp"

namespace laws {

/// Something that becomes ready, and the op that makes it so; a tile in scratch if it has bytes.
struct Pending {
  std::optional<Ps> ready = 0;
  int record = -1, body = -1, line = -1;

  std::int64_t bytes = 0;  // of scratch
  int pe = 0;
  int made_body = -1, made_line = -1;  // that took it
  Ps read_until = 0;                   // by a transfer or an asynchronous op
  int readers = 0;                     // whose end is not known yet
  bool awaited = true;  // false: of a load or an asynchronous op that nobody has waited for
  int scope = 0;        // that it was made in; 0 for none
  int recycled_body = -1, recycled_line = -1;  // of the scope that has recycled it
  bool being_made = false;                     // the op that makes it has not returned yet
  int seen = 0;
};
struct Value {
  std::int64_t rows = 0, cols = 0;
  std::shared_ptr<Pending> from{};
};
using Registers = std::map<int, Value>;
using SharedRegisters = std::shared_ptr<Registers>;

/// Scratch as an account: a tile has bytes while a register somewhere holds it, or something in flight fills or reads
/// it, and no scope has recycled it. Looked up anew whenever somebody asks.
class Scratch {
 public:
  /// Registers that exist; they count until let go.
  void hold(const SharedRegisters& registers) { held_.insert(registers); }
  void let_go(const SharedRegisters& registers) { held_.erase(registers); }

  std::int64_t used(int pe, Ps now) {
    forget(now);
    std::int64_t sum = 0;
    for (const auto& tile : tiles_)
      if (tile->pe == pe) sum += tile->bytes;
    return sum;
  }

  void take(const std::shared_ptr<Pending>& tile, int pe, std::int64_t bytes, Ps now) {
    tile->pe = pe, tile->bytes = bytes, tile->being_made = true;
    tile->made_body = tile->body, tile->made_line = tile->line;
    tiles_.push_back(tile);
    const std::int64_t sum = used(pe, now);
    if (sum <= peaks_[pe].bytes) return;
    peaks_[pe] = {sum, {}};
    for (const auto& t : tiles_)
      if (t->pe == pe) peaks_[pe].live[{t->made_body, t->made_line}] += t->bytes;
  }

  /// A scope ends: what was made in it is gone, but for what is still to be waited for or is still in use; that is now
  /// the outer one's.
  void end_scope(int scope, int outer, int body, int line, Ps now) {
    forget(now);
    for (const auto& tile : tiles_) {
      if (tile->scope != scope || !held(*tile)) continue;
      if (tile->awaited && done(*tile, now))
        tile->recycled_body = body, tile->recycled_line = line;
      else
        tile->scope = outer;
    }
  }

  const std::map<int, Peak>& peaks() const { return peaks_; }

 private:
  static bool done(const Pending& tile, Ps now) {
    return tile.readers == 0 && tile.ready && std::max(*tile.ready, tile.read_until) <= now;
  }
  /// Marks what registers hold, and drops what has no bytes any more.
  void forget(Ps now) {
    ++turn_;
    for (const auto& registers : held_)
      for (auto& [number, value] : *registers) value.from->seen = turn_;
    std::erase_if(tiles_, [&](const auto& tile) {
      return tile->recycled_line >= 0 || (!held(*tile) && done(*tile, now));
    });
  }
  bool held(const Pending& tile) const {
    return tile.being_made || tile.readers != 0 || tile.seen == turn_;
  }

  std::set<SharedRegisters> held_{};
  std::vector<std::shared_ptr<Pending>> tiles_{};
  std::map<int, Peak> peaks_{};
  int turn_ = 0;
};

}  // namespace laws
