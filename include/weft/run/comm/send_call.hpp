// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/op/send.hpp>
#include <weft/run/comm/fabric_state.hpp>
#include <weft/run/machine/compute_call.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <source_location>
#include <utility>
#include <vector>

namespace weft {

/// A message that has its place in the queue: occupies the links now and arrives when it does.
/// Returns when its first link is served.
template <class Sim>
class Departure {
 public:
  static Interval go(Sim& sim, Actor& parent, const Channel& channel, std::uint64_t number,
                     Bytes bytes, RecordId& record, OpEvent event, RecordId producer) {
    Runtime& runtime = sim.runtime();
    LinkState& link = *channel.first;
    const Ps now = runtime.clock.now();
    event.issued = now;
    if (channel.others.empty()) {
      const Interval served = link.timeline.request(
          now, link.spec.setup.ps + transfer_time(bytes, link.spec.bandwidth).ps);
      link.timeline.moves(bytes);
      event.start = served.start;
      event.end = served.end;
      record = sim.log().op(event, std::array<RecordId, 1>{producer});
      Ps arrival = 0;
      if (__builtin_add_overflow(served.end, link.spec.latency.ps, &arrival)) time_overflow();
      runtime.completes(arrival);
      channel.queue->arrives(number, arrival);
      return served;
    }
    std::vector<TransferStage> stages{{&link.timeline, link.spec.bandwidth, link.spec.latency.ps}};
    for (LinkState* hop : channel.others)
      stages.push_back({&hop->timeline, hop->spec.bandwidth, hop->spec.latency.ps});
    record = sim.log().op(event, std::array<RecordId, 1>{producer});
    auto* far =
        new Far(sim, std::move(stages), bytes, link.spec.setup.ps, *channel.queue, number, record);
    return far->start(parent);
  }

 private:
  class Far final : public Transfer {
   public:
    Far(Sim& sim, std::vector<TransferStage> stages, Bytes bytes, Ps setup, MessageQueue& queue,
        std::uint64_t number, RecordId record)
        : Transfer(sim.runtime(), std::move(stages), bytes, setup),
          sim_(sim),
          queue_(queue),
          number_(number),
          record_(record) {}

   private:
    void arrives(Interval first, Ps end, Ps arrival) override {
      if (record_ != no_record) sim_.log().amend(record_, first.start, end);
      queue_.arrives(number_, arrival);
    }
    Sim& sim_;
    MessageQueue& queue_;
    std::uint64_t number_;
    RecordId record_;
  };
};

/// A send in the background: waits for its place in the queue, then departs. Ranked among its kernel's background work.
template <class Sim>
class BackgroundSend final : public Background {
 public:
  BackgroundSend(Sim& sim, const Channel& channel, std::uint64_t number, Bytes bytes,
                 const OpEvent& event, const OperandRef& source, Slot& done)
      : Background(sim.runtime(),
                   [](Actor& actor) { static_cast<BackgroundSend&>(actor).go_on(); }),
        sim_(sim),
        channel_(channel),
        number_(number),
        bytes_(bytes),
        event_(event),
        source_(*source.slot),
        done_(done) {
    Runtime::reads(source_);
  }
  const Slot* decides() const noexcept override { return &done_; }

  void go_on() {
    const Ps now = runtime_.clock.now();
    const Ps credit = channel_.queue->credit(number_);
    if (credit == not_known) return channel_.queue->await_credit(number_, *this);
    if (credit > now) return runtime_.clock.schedule(*this, credit);
    const Interval served = Departure<Sim>::go(sim_, *this, channel_, number_, bytes_, done_.record,
                                               event_, source_.record);
    runtime_.read(source_, served.end);
    runtime_.completes(served.end);
    runtime_.resolve(done_, served.end);
    delete this;
  }

 private:
  Sim& sim_;
  const Channel& channel_;
  std::uint64_t number_;
  Bytes bytes_;
  OpEvent event_;
  Slot& source_;
  Slot& done_;
};

/// `tl.send`: waits for its operand, pays its issue cost, waits for a place in the queue, occupies the link. Resumes at
/// the end of that; or, in the background, once issued.
template <class Context, class Tile, Resume When>
class SendCall : public OpCall<SendCall<Context, Tile, When>, 1> {
  using Sim = typename Context::simulation;
  using Op = op::Send<Tile>;

 public:
  SendCall(const Context& context, std::source_location where, const OperandRef& tile,
           const Channel& channel)
      : OpCall<SendCall, 1>(where, {tile}, true), context_(context), channel_(&channel) {}

  Ps issue_cost() const { return context_.template issue_cost<Op>(); }

  Ps perform(KernelActor& kernel) {
    Sim& sim = context_.sim();
    const Channel& channel = *channel_;
    const Ps now = kernel.now();
    if (!issued_) {
      issued_ = true;
      issued_at_ = now;
      number_ = channel.queue->send(message_type<Tile>, this->where(), kernel.launch);
      if constexpr (Sim::data_policy::computes)
        channel.queue->carry(number_, sim.data().capture(Type<Tile>{}, this->operand(0)));
      if constexpr (When == Resume::when_issued) {
        issued_ = false;  // the op may be awaited again
        done_ = &context_.template result<0>(kernel, this->where());
        done_->ready = not_known;
        if (channel.queue->credit(number_) <= now) {  // nothing to wait for
          Slot& source = *this->operand(0).slot;
          const Interval served =
              Departure<Sim>::go(sim, kernel, channel, number_, Bytes{Tile::bytes}, done_->record,
                                 event(kernel), source.record);
          source.read_until = std::max(source.read_until, served.end);
          kernel.runtime->completes(served.end);
          done_->ready = served.end;
          return now;
        }
        auto* background = new BackgroundSend<Sim>(sim, channel, number_, Bytes{Tile::bytes},
                                                   event(kernel), this->operand(0), *done_);
        kernel.runtime->clock.enlist_child(kernel, *background);
        background->go_on();
        return now;
      }
    }
    const Ps credit = channel.queue->credit(number_);
    if (credit == not_known) {
      channel.queue->await_credit(number_, kernel);
      return not_known;
    }
    if (credit > now) {
      kernel.runtime->clock.schedule(kernel, credit);
      return not_known;
    }
    if (now != issued_at_) {
      kernel.waited += now - issued_at_;
      kernel.on_wait(kernel, WaitEvent{kernel.launch, now, now - issued_at_, this->where(),
                                       channel.queue->freed_by(number_)});
    }
    issued_ = false;
    RecordId record = no_record;
    const Interval served =
        Departure<Sim>::go(sim, kernel, channel, number_, Bytes{Tile::bytes}, record, event(kernel),
                           this->operand(0).slot->record);
    Slot& source = *this->operand(0).slot;
    source.read_until = std::max(source.read_until, served.end);
    kernel.runtime->completes(served.end);
    return served.end;
  }

  auto result(KernelActor&) const {
    if constexpr (When == Resume::when_issued) return Deferred<void>(Handle(*done_, Layout{}));
  }

 private:
  static constexpr OpFacts facts{Op::kind,
                                 Op::name,
                                 "link",
                                 static_cast<std::uint32_t>(Tile::shape::rows),
                                 static_cast<std::uint32_t>(Tile::shape::cols),
                                 0,
                                 1};
  [[nodiscard]] OpEvent event(const KernelActor& kernel) const {
    return {kernel.now(), kernel.now(),  kernel.now(), &facts, this->where(), 0,
            Tile::bytes,  kernel.launch, no_record};
  }

  Context context_;
  const Channel* channel_;
  bool issued_ = false;
  Ps issued_at_ = 0;
  std::uint64_t number_ = 0;
  Slot* done_ = nullptr;
};

}  // namespace weft
