// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/units/rates.hpp>
#include <weft/run/kernel/runtime.hpp>
#include <weft/run/machine/timeline.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace weft {

/// One server on the way of a transfer.
struct TransferStage {
  Timeline* server;
  Bandwidth bandwidth;
  Ps latency;
};

/// Bytes on their way over several stages, cut-through (DESIGN 4.12): with h_1 the request, start_i = max(h_i, free_i),
/// end_i = max(start_i + bytes/bw_i, end_{i-1} + lat_{i-1}); setup only at stage 1; stage i is requested at h_i and held
/// [start_i, end_i]; h_2 = start_1 + setup + lat_1, later h_{i+1} = start_i + lat_i. They arrive at end_n + lat_n, known when
/// the last stage is requested. An actor ranked among its kernel's background work.
class Transfer : public Background {
 public:
  Transfer(Runtime& runtime, std::vector<TransferStage> stages, Bytes bytes, Ps setup)
      : Background(runtime, [](Actor& actor) { static_cast<Transfer&>(actor).go_on(); }),
        stages_(std::move(stages)),
        bytes_(bytes),
        setup_(setup) {}

  /// Makes the request of the first stage now, and of the others when they come. Deletes itself when it has arrived.
  /// Returns when the first stage is served.
  Interval start(Actor& parent) {
    runtime_.clock.enlist_child(parent, *this);
    request_at_ = runtime_.clock.now();
    first_ = request();
    const Interval first = first_;
    go_on();
    return first;
  }

 protected:
  /// The readiness is decided: the last stage ends at `end`, the bytes are there at `arrival`.
  virtual void arrives(Interval first, Ps end, Ps arrival) = 0;

 private:
  void go_on() {
    while (at_ != stages_.size()) {
      if (request_at_ > runtime_.clock.now()) return runtime_.clock.schedule(*this, request_at_);
      request();
    }
    const Ps arrival = sum(end_, stages_.back().latency);
    runtime_.completes(arrival);
    arrives(first_, end_, arrival);
    delete this;
  }
  Interval request() {
    const TransferStage& stage = stages_[at_];
    const Ps setup = at_ == 0 ? setup_ : 0;
    const Ps earliest_end = at_ == 0 ? 0 : sum(end_, stages_[at_ - 1].latency);
    const Interval held = stage.server->hold(
        request_at_, sum(setup, transfer_time(bytes_, stage.bandwidth).ps), earliest_end);
    stage.server->moves(bytes_);
    end_ = held.end;
    request_at_ = sum(sum(held.start, setup), stage.latency);
    ++at_;
    return held;
  }
  static Ps sum(Ps a, Ps b) {
    Ps result = 0;
    if (__builtin_add_overflow(a, b, &result)) time_overflow();
    return result;
  }

  std::vector<TransferStage> stages_;
  Bytes bytes_;
  Ps setup_;
  std::size_t at_ = 0;
  Ps request_at_ = 0;
  Ps end_ = 0;
  Interval first_{};
};

}  // namespace weft
