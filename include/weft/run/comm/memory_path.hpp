// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/comm/fabric_state.hpp>
#include <weft/run/comm/transfer.hpp>
#include <weft/run/machine/hbm.hpp>
#include <weft/run/machine/pe_context.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace weft {

/// Whether a transfer may pass more than the PE's own channel: links, or the port of an HBM channel that has a bandwidth.
template <class Machine>
inline constexpr bool has_stages = [] {
  if constexpr (FabricOf<Machine>::links != 0) return true;
  for (std::size_t pe = 0; pe != Machine::pes; ++pe)
    if (Machine::hbm_spec(pe).bandwidth.bytes_per_second != 0) return true;
  return false;
}();

/// The way between a PE's own DMA channel and HBM: whether it is the channel alone, and otherwise its stages: own channel,
/// links in route order, the port of the HBM channel (DESIGN 4.12). Built once per request that needs it.
template <class Context, class Work>
class MemoryPath {
  using Sim = typename Context::simulation;
  using PeT = typename Context::pe_type;
  using Engine = EngineFor<PeT, Work>;

 public:
  /// True if transfers to HBM beside PE `home` occupy the own channel alone. A machine without links models no fabric:
  /// each of its PEs reaches every HBM channel directly.
  [[nodiscard, gnu::always_inline]] static bool direct(const Context& context, std::uint32_t home) {
    if constexpr (!has_stages<typename Sim::machine>) return true;
    if (!context.sim().has_hbm_ports() &&
        (FabricOf<typename Sim::machine>::links == 0 || home == context.pe()))
      return true;
    HbmChannel& beside = context.sim().hbm(context.pe());
    return beside.port() == nullptr && (FabricOf<typename Sim::machine>::links == 0 ||
                                        beside.home() == context.sim().hbm(home).home());
  }
  [[nodiscard]] static std::vector<TransferStage> stages(const Context& context,
                                                         std::uint32_t home) {
    Sim& sim = context.sim();
    HbmChannel& channel = sim.hbm(home);
    std::vector<TransferStage> way{{&context.state().servers[Servers<PeT>::template place<Work>],
                                    Engine::bandwidth(Work{}), latency_of<Engine>(Work{}).ps}};
    if (FabricOf<typename Sim::machine>::links != 0 &&
        channel.home() != sim.hbm(context.pe()).home()) {
      const Channel& links = sim.fabric().between(context.pe(), channel.home());
      way.push_back(
          {&links.first->timeline, links.first->spec.bandwidth, links.first->spec.latency.ps});
      for (LinkState* link : links.others)
        way.push_back({&link->timeline, link->spec.bandwidth, link->spec.latency.ps});
    }
    if (Timeline* port = channel.port())
      way.push_back({port, channel.spec().bandwidth, channel.spec().latency.ps});
    return way;
  }
  [[nodiscard]] static Ps setup() { return Engine::setup(Work{}).ps; }
};

/// A read or write of several stages: decides a slot's readiness when its last stage is requested, and completes its
/// record. A write keeps the tile it reads from until then.
template <class Sim>
class MemoryTransfer final : public Transfer {
 public:
  MemoryTransfer(Sim& sim, std::vector<TransferStage> stages, Bytes bytes, Ps setup, Slot& slot,
                 RecordId record, const OperandRef& source = {})
      : Transfer(sim.runtime(), std::move(stages), bytes, setup),
        sim_(sim),
        slot_(slot),
        record_(record),
        source_(source.slot) {
    if (source_ != nullptr) Runtime::reads(*source_);
  }
  /// Under `Values`: the bytes are in use, by the number of their accesses, until it arrives.
  void uses(std::uint64_t access) noexcept { access_ = access; }

 private:
  void arrives(Interval first, Ps end, Ps arrival) override {
    if (record_ != no_record) sim_.log().amend(record_, first.start, end);
    if constexpr (Sim::data_policy::computes) sim_.data().close(access_, arrival);
    if (source_ != nullptr) runtime_.read(*source_, arrival);
    runtime_.resolve(slot_, arrival);
  }
  Sim& sim_;
  Slot& slot_;
  RecordId record_;
  Slot* source_;
  std::uint64_t access_ = 0;
};

}  // namespace weft
