// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/units/duration.hpp>
#include <weft/run/log/counters.hpp>
#include <weft/run/log/op_log.hpp>

#include <algorithm>
#include <memory>
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
    std::vector<EngineUse> engines;
    std::vector<ScratchUse> scratch;
    std::vector<UnusedLoads> unused_loads;
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
  [[nodiscard]] const std::vector<ScratchUse>& scratch() const noexcept { return data_->scratch; }
  /// Loads that no op has used, by the line that made them.
  [[nodiscard]] const std::vector<UnusedLoads>& unused_loads() const noexcept {
    return data_->unused_loads;
  }

  /// Busy time of all servers of one name, summed over PEs.
  [[nodiscard]] Duration busy(std::string_view engine) const noexcept {
    Duration sum{0};
    for (const EngineUse& use : data_->engines)
      if (use.engine == engine) sum += use.busy;
    return sum;
  }

 private:
  std::shared_ptr<const Data> data_;
};

}  // namespace weft
