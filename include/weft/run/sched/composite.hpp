// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/comm/transfer.hpp>
#include <weft/run/kernel/kernel_actor.hpp>
#include <weft/run/machine/pe_state.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <source_location>
#include <utility>
#include <vector>

namespace weft {

/// What is the same for every run of one composite call: sizes, facts and service times, all known at compile time.
struct CompositePlan {
  struct Stage {
    const OpFacts* facts;
    Ps service;
  };
  std::uint32_t depth;        ///< buffers: tile i is read when tile i - depth has been multiplied
  std::uint32_t read_server;  ///< places in `PeState::servers`
  std::uint32_t gemm_server;
  std::uint32_t math_server;
  Ps read_latency;
  Stage gemm;
  const OpFacts* read;
  const Stage* epilogue;
  std::uint32_t epilogues;
};

/// One tile of B as it is read: where, how many bytes exist, how long the read channel needs.
struct TileRead {
  std::uint64_t address;
  std::uint64_t bytes;
  Ps service;
};

/// A composite GEMM in flight. Its tiles are actors of consecutive ranks; here they share one wake-up in the queue, that of
/// the earliest, and among equals of the lowest tile. Tiles run n-major, k inner; each is read, multiplied in order, and
/// after the last k step of an output tile the epilogue runs stage by stage (DESIGN 4.10).
class Composite final : public Actor, public ScheduledComposite {
 public:
  /// Tells the log of a request: facts, when it is served, address and bytes, what produced its operands.
  using Record = RecordId (*)(void* sim, const OpEvent& event, RecordId first, RecordId second);
  /// Tells the log when the composite itself started and got ready.
  using Amend = void (*)(void* sim, RecordId id, Ps start, Ps end);

  Composite(Runtime& runtime, PeState& state, const CompositePlan& plan,
            std::vector<TileRead> reads, std::uint32_t k_steps, std::source_location where,
            std::uint32_t kernel, RecordId id, RecordId a_record, Slot& result, Record record,
            Amend amend, void* sim)
      : Actor([](Actor& actor) { static_cast<Composite&>(actor).on_wake(); }),
        runtime_(runtime),
        state_(state),
        plan_(plan),
        reads_(std::move(reads)),
        k_steps_(k_steps),
        where_(where),
        kernel_(kernel),
        id_(id),
        a_record_(a_record),
        result_(result),
        record_(record),
        amend_(amend),
        sim_(sim),
        tiles_(reads_.size()),
        left_(2 * reads_.size() + reads_.size() / k_steps * plan.epilogues) {}

  ~Composite() override {
    if (enlisted()) runtime_.clock.delist(*this);
  }

  /// A tile that it reads from scratch until it is ready.
  void keep(Slot& source) {
    sources_.push_back(&source);
    Runtime::reads(source);
  }
  /// The stages on the way from HBM, if it is not the own read channel alone.
  void reads_over(std::vector<TransferStage> path, Ps setup) {
    path_ = std::move(path);
    path_setup_ = setup;
  }
  /// Under `Values`: told when it is ready, with the number of its accesses to HBM.
  using Close = void (*)(void* sim, std::uint64_t access, Ps ready);
  void uses(std::uint64_t access, Close close) noexcept {
    access_ = access;
    close_ = close;
  }
  /// The record that made the tile operand of each epilogue stage, where there is one.
  void operand_records(std::vector<RecordId> records) { operand_records_ = std::move(records); }

  /// The scheduler's word: it starts at `at`. A tile acts at once if that moment has come.
  void starts(Ps at) override {
    if (scheduled()) runtime_.clock.cancel(*this);
    due_.clear();
    start_ = at;
    for (std::uint32_t tile = 0; tile < tiles_.size() && tile < plan_.depth; ++tile)
      due_.push_back({at, tile, Step::read, 0});
    if (acting_) return;
    schedule_next();
  }

  /// Hands it to its PE's scheduler. Tiles that are due at once act before the kernel that issues it goes on.
  static void issue(std::unique_ptr<Composite> made) {
    Composite& composite = *made;
    composite.acting_ = true;
    composite.state_.scheduler.add(std::move(made), composite.runtime_.clock.now());
    while (composite.left_ != 0 && !composite.due_.empty() &&
           composite.earliest()->at <= composite.runtime_.clock.now())
      composite.act();
    composite.acting_ = false;
    if (composite.left_ != 0)
      composite.schedule_next();
    else
      composite.finish();
  }

 private:
  enum class Step : unsigned char { read, multiply, epilogue };
  struct Due {
    Ps at;
    std::uint32_t tile;
    Step step;
    std::uint32_t stage;
  };
  struct Tile {
    Ps ready = not_known;  // its data
    Ps gemm_requested = not_known;
    RecordId read = no_record;
    RecordId last = no_record;  // the latest stage's record
  };

  void on_wake() {
    acting_ = true;
    act();
    acting_ = false;
    if (left_ != 0)
      schedule_next();
    else
      finish();
  }

  void schedule_next() {
    if (!due_.empty())
      runtime_.clock.schedule(*this, std::max(earliest()->at, runtime_.clock.now()));
  }

  std::vector<Due>::iterator earliest() {
    return std::min_element(due_.begin(), due_.end(), [](const Due& a, const Due& b) {
      return a.at != b.at ? a.at < b.at : a.tile < b.tile;
    });
  }

  /// The tile whose turn it is acts until it has to wait.
  void act() {
    const auto turn = earliest();
    const Due what = *turn;
    due_.erase(turn);
    perform(what);
  }
  void perform(const Due& what) {
    switch (what.step) {
      case Step::read:
        return read(what.tile);
      case Step::multiply:
        return multiply(what.tile);
      case Step::epilogue:
        return epilogue(what.tile, what.stage);
    }
  }

  void read(std::uint32_t i) {
    const TileRead& from = reads_[i];
    Tile& tile = tiles_[i];
    if (!path_.empty()) {
      --left_;
      const Ps now = runtime_.clock.now();
      tile.read = log(*plan_.read, {now, now}, from.address, from.bytes, no_record, no_record);
      (new TileTransfer(*this, i, Bytes{from.bytes}))->start(*this);
      return;
    }
    const Interval served = request(plan_.read_server, from.service);
    tile.read = log(*plan_.read, served, from.address, from.bytes, no_record, no_record);
    here(i, ends(served.end, plan_.read_latency));
  }
  /// The readiness of a tile's data is decided by the tile itself: it goes on.
  void here(std::uint32_t i, Ps ready) {
    tiles_[i].ready = ready;
    const Ps before = i == 0 ? 0 : tiles_[i - 1].gemm_requested;
    if (before != not_known) go_on({std::max(ready, before), i, Step::multiply, 0});
  }
  /// The same, decided by its transfer.
  void arrived(std::uint32_t i, Ps ready) {
    tiles_[i].ready = ready;
    const Ps before = i == 0 ? 0 : tiles_[i - 1].gemm_requested;
    if (before != not_known) due_.push_back({std::max(ready, before), i, Step::multiply, 0});
    if (acting_) return;
    if (scheduled()) runtime_.clock.cancel(*this);
    schedule_next();
  }

  /// The read of a tile over several stages.
  class TileTransfer final : public Transfer {
   public:
    TileTransfer(Composite& composite, std::uint32_t tile, Bytes bytes)
        : Transfer(composite.runtime_, composite.path_, bytes, composite.path_setup_),
          composite_(composite),
          tile_(tile) {}

   private:
    void arrives(Interval first, Ps end, Ps arrival) override {
      composite_.amend_(composite_.sim_, composite_.tiles_[tile_].read, first.start, end);
      composite_.ends(arrival, 0);
      composite_.arrived(tile_, arrival);
    }
    Composite& composite_;
    std::uint32_t tile_;
  };

  void multiply(std::uint32_t i) {
    Tile& tile = tiles_[i];
    const Ps now = runtime_.clock.now();
    const Interval served = request(plan_.gemm_server, plan_.gemm.service);
    tile.gemm_requested = now;
    tile.last = log(*plan_.gemm.facts, served, 0, 0, a_record_, tile.read);
    ends(served.end, 0);
    if (i + 1 < tiles_.size() && tiles_[i + 1].ready != not_known)
      due_.push_back({std::max(tiles_[i + 1].ready, now), i + 1, Step::multiply, 0});
    if (i + plan_.depth < tiles_.size())
      due_.push_back({std::max(start_, served.end), i + plan_.depth, Step::read, 0});
    if ((i + 1) % k_steps_ == 0 && plan_.epilogues != 0) go_on({served.end, i, Step::epilogue, 0});
  }

  void epilogue(std::uint32_t i, std::uint32_t stage) {
    const CompositePlan::Stage& op = plan_.epilogue[stage];
    const Interval served = request(plan_.math_server, op.service);
    tiles_[i].last = log(*op.facts, served, 0, 0, tiles_[i].last, operand_records_[stage]);
    ends(served.end, 0);
    if (stage + 1 != plan_.epilogues) go_on({served.end, i, Step::epilogue, stage + 1});
  }

  /// The same tile's next step: at once if its moment has come.
  void go_on(const Due& what) {
    if (what.at <= runtime_.clock.now())
      perform(what);
    else
      due_.push_back(what);
  }

  Interval request(std::uint32_t server, Ps service) {
    --left_;
    return state_.servers[server].request(runtime_.clock.now(), service);
  }
  Ps ends(Ps end, Ps latency) {
    Ps ready = 0;
    if (__builtin_add_overflow(end, latency, &ready)) time_overflow();
    ready_ = std::max(ready_, ready);
    runtime_.completes(ready);
    return ready;
  }
  RecordId log(const OpFacts& facts, Interval served, std::uint64_t address, std::uint64_t bytes,
               RecordId first, RecordId second) {
    return record_(sim_,
                   OpEvent{runtime_.clock.now(), served.start, served.end, &facts, where_, address,
                           bytes, kernel_, id_},
                   first, second);
  }

  /// The last request is made, so its readiness is known.
  void finish() {
    for (Slot* source : sources_) runtime_.read(*source, ready_);
    sources_.clear();
    runtime_.clock.delist(*this);
    amend_(sim_, id_, start_, ready_);
    if (close_ != nullptr) close_(sim_, access_, ready_);
    runtime_.resolve(result_, ready_);
    state_.scheduler.finishes(*this, ready_, runtime_.clock.now());  // destroys this
  }

  Runtime& runtime_;
  PeState& state_;
  const CompositePlan& plan_;
  std::vector<TileRead> reads_;
  std::uint32_t k_steps_;
  std::source_location where_;
  std::uint32_t kernel_;
  RecordId id_;
  RecordId a_record_;
  Slot& result_;
  Record record_;
  Amend amend_;
  void* sim_;
  std::vector<Tile> tiles_;
  std::size_t left_;  // requests still to be made
  std::vector<Due> due_;
  std::vector<Slot*> sources_;
  std::vector<RecordId> operand_records_;
  std::vector<TransferStage> path_;
  Ps path_setup_ = 0;
  std::uint64_t access_ = 0;
  Close close_ = nullptr;
  Ps start_ = 0;
  Ps ready_ = 0;
  bool acting_ = false;
};

}  // namespace weft
