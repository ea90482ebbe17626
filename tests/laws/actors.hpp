// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "laws/program.hpp"

namespace laws {

using Moment = std::function<std::optional<Ps>()>;
using Then = std::function<void()>;
/// Launch number, then the number of a joined kernel or composite, then the tile.
using Rank = std::vector<int>;

/// Actors in virtual time: each waits for one moment and then does one thing.
///
/// What happens next is found by looking at all of them: the earliest moment, and among equal ones
/// the actor of lowest rank. A moment may not be known yet; it is looked up anew each time.
class Actors {
 protected:
  /// What the actor of this rank does next, and when.
  void at(const Rank& rank, Moment moment, Then then) {
    actors_[rank] = {std::move(moment), std::move(then)};
  }
  void at(const Rank& rank, Ps moment, Then then) {
    at(rank, [moment] { return std::optional(moment); }, std::move(then));
  }

  /// Runs an actor on until it has to wait. A moment that has come does not yield.
  void serve(const Rank& rank) {
    for (;;) {
      Actor& actor = actors_.at(rank);
      const auto moment = actor.moment();
      if (!moment || *moment > now_) return;
      const Then then = std::exchange(actor.then, nullptr);
      if (!then) return void(actors_.erase(rank));
      then();
    }
  }

  void serve_all() {
    while (!actors_.empty()) {
      std::optional<Ps> next;
      Rank who;
      for (const auto& [rank, actor] : actors_) {  // by rank, so that the first of equals stays
        const auto moment = actor.moment();
        if (!moment || (next && std::max(*moment, now_) >= *next)) continue;
        next = std::max(*moment, now_);
        who = rank;
      }
      if (!next) throw std::logic_error("reference: everything waits and nothing is pending");
      now_ = *next;
      serve(who);
    }
  }

  Ps now_ = 0;

 private:
  struct Actor {
    Moment moment;
    Then then;
  };
  std::map<Rank, Actor> actors_{};
};

}  // namespace laws
