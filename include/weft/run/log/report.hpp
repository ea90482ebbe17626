// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/error.hpp>
#include <weft/model/units/duration.hpp>
#include <weft/run/log/address_map.hpp>
#include <weft/run/log/counters.hpp>
#include <weft/run/log/op_log.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weft {

/// How one server of one PE was used during a run.
struct EngineUse {
  std::uint32_t pe;
  std::string_view engine;  ///< "dma.read", "dma.write", "gemm", "math", ...
  std::uint32_t slots;      ///< how many requests it serves at once
  Duration busy;            ///< sum of service times
  std::uint64_t requests;
};

/// How one direction of a link between two PEs, or the port of an HBM channel, was used during a run. Each serves one
/// transfer at a time.
struct LinkUse {
  std::string_view kind;  ///< "link" or "hbm"
  std::uint32_t from;  ///< the PE it leads out of; the one beside the channel, the first of several
  std::uint32_t to;    ///< the neighbour it leads to; of a port, the same PE
  std::string_view direction;  ///< "east", "next", ..; of a port, ""
  Duration busy;  ///< sum of the times it was held, setup and what slower stages cost included
  std::uint64_t requests;
  std::uint64_t bytes;
  Address channel{};  ///< of a port: where its HBM channel is

  /// "link 0 -> 1 east"; of ports "PE 4, hbm", "cube 1, hbm", "device, hbm".
  [[nodiscard]] std::string name() const {
    if (direction.empty()) return channel.channel();
    return sentence(kind, " ", from, " -> ", to, " ", direction);
  }
};

/// How much scratch memory one PE used at most.
struct ScratchUse {
  std::uint32_t pe;
  std::uint64_t capacity;       ///< bytes; 0 if the PE states none
  std::uint64_t peak;           ///< bytes
  std::vector<LiveTiles> live;  ///< at the peak, the largest first
};

/// What one run did. Made by `Simulation::run()`; cheap to copy; valid after the simulation is gone.
class Report {
 public:
  struct Data {
    Duration begin{0};
    Duration latency{0};
    OpTable table;
    std::vector<OpCount> counts;
    std::vector<KernelEvent> kernels;
    std::vector<std::uint32_t> pes;  ///< by kernel number, from `first_kernel` on
    std::uint32_t first_kernel = 0;
    std::shared_ptr<const AddressMap> addresses;
    std::vector<EngineUse> engines;
    std::vector<LinkUse> links;
    std::vector<ScratchUse> scratch;
    std::vector<UnusedLoads> unused_loads;
    std::vector<Unreceived> unreceived;
    std::vector<WaitRecord> waits;
  };
  /// Of nothing.
  Report() : Report(Data{}) {}
  explicit Report(Data data) : data_(std::make_shared<const Data>(std::move(data))) {}

  /// The last completion of ops and kernels, on the absolute clock: picoseconds from 0.
  [[nodiscard]] Duration latency() const noexcept { return data_->latency; }
  /// The clock when the first kernel of this run was launched; 0 in a first run.
  [[nodiscard]] Duration begin() const noexcept { return data_->begin; }

  /// Every op, one record each, in the order performed. Empty unless the simulation keeps a `FullLog`.
  [[nodiscard]] OpLog op_log() const {
    return OpLog({&data_->table, &data_->pes, data_->first_kernel}, data_);
  }

  /// Where the address of a load or store lives: `report.where(op.address).text()` is "PE 5, hbm+0x1000". One beyond all
  /// channels, which only a tensor made by hand can have: `Error`.
  [[nodiscard]] Address where(std::uint64_t address) const {
    return (data_->addresses != nullptr ? *data_->addresses : AddressMap()).where(address);
  }
  [[nodiscard]] bool knows(std::uint64_t address) const {
    return data_->addresses != nullptr && data_->addresses->knows(address);
  }

  /// How many ops of a kind there were, e.g. `count("memory/dma_read")`. Works with `FullLog` and `Counters`.
  [[nodiscard]] std::uint64_t count(std::string_view kind) const noexcept {
    std::uint64_t sum = 0;
    for (const OpCount& entry : data_->counts)
      if (entry.facts->kind == kind) sum += entry.count;
    for (std::size_t i = 0; i != data_->table.ops.size(); ++i)
      sum += data_->table.ops[i].facts->kind == kind;
    return sum;
  }

  /// How many bytes ops of a kind moved. Works with `FullLog` and `Counters`.
  [[nodiscard]] std::uint64_t bytes(std::string_view kind) const noexcept {
    std::uint64_t sum = 0;
    for (const OpCount& entry : data_->counts)
      if (entry.facts->kind == kind) sum += entry.bytes;
    for (std::size_t i = 0; i != data_->table.ops.size(); ++i)
      if (data_->table.ops[i].facts->kind == kind) sum += data_->table.ops[i].bytes;
    return sum;
  }

  /// Every wait of a kernel for an operand, ordered by its end. Zero waits are not recorded.
  [[nodiscard]] const std::vector<WaitRecord>& waits() const noexcept { return data_->waits; }
  /// Every kernel launched since the last report or still running then, in launch order; one that still runs has
  /// `finished` = `never`.
  [[nodiscard]] const std::vector<KernelEvent>& kernels() const noexcept { return data_->kernels; }
  /// The servers of every PE that has run something.
  [[nodiscard]] const std::vector<EngineUse>& engines() const noexcept { return data_->engines; }
  /// The links that moved something, then the ports of HBM channels that did: by the PE they lead out of or stand beside.
  [[nodiscard]] const std::vector<LinkUse>& links() const noexcept { return data_->links; }
  /// The share of the run that a server was busy, per slot: 0 to 1.
  [[nodiscard]] double utilisation(const EngineUse& use) const noexcept {
    return share(use.busy, use.slots);
  }
  [[nodiscard]] double utilisation(const LinkUse& use) const noexcept { return share(use.busy, 1); }
  [[nodiscard]] const std::vector<ScratchUse>& scratch() const noexcept { return data_->scratch; }
  /// Loads that no op has used, by the line that made them.
  [[nodiscard]] const std::vector<UnusedLoads>& unused_loads() const noexcept {
    return data_->unused_loads;
  }
  /// Messages that had not been both sent and received when the report was made, queue by queue, in the order issued: sends
  /// that wait for a place, messages that nobody has received, receives of what nobody has sent.
  [[nodiscard]] const std::vector<Unreceived>& unreceived() const noexcept {
    return data_->unreceived;
  }

  /// Busy time of all servers of one name, summed over PEs; "link" and "hbm" for links and ports.
  [[nodiscard]] Duration busy(std::string_view name) const noexcept {
    Duration sum{0};
    for (const EngineUse& use : data_->engines)
      if (use.engine == name) sum += use.busy;
    for (const LinkUse& use : data_->links)
      if (use.kind == name) sum += use.busy;
    return sum;
  }

 private:
  [[nodiscard]] double share(Duration busy, std::uint32_t slots) const noexcept {
    const std::int64_t span = data_->latency.ps - data_->begin.ps;
    return span == 0 ? 0 : static_cast<double>(busy.ps) / static_cast<double>(span) / slots;
  }
  std::shared_ptr<const Data> data_;
};

/// Moves what a log has kept into the data of a report; a log of one's own keeps its records to itself.
template <class Log>
void take_records(Log& log, Report::Data& data) {
  if constexpr (std::same_as<Log, FullLog>) {
    data.table = log.take();
    data.waits.reserve(data.table.waits.size());
    for (std::size_t i = 0; i != data.table.waits.size(); ++i) {
      const WaitEvent& wait = data.table.waits[i];
      data.waits.push_back({wait.kernel, wait.consumer.file_name(), wait.consumer.line(),
                            wait.producer.file_name(), wait.producer.line(), Duration{wait.end},
                            Duration{wait.waited}});
    }
  } else if constexpr (std::same_as<Log, Counters>) {
    data.counts = log.take();
  }
}

}  // namespace weft
