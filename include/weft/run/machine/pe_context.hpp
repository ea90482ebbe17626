// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/kernel_actor.hpp>
#include <weft/run/kernel/operand.hpp>
#include <weft/run/machine/pe_state.hpp>
#include <weft/run/machine/scratch_exhausted.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <type_traits>

namespace weft {

/// The type of the work that an op asks of an engine.
template <class Op>
using WorkOf = std::remove_cvref_t<decltype(Op::work)>;

/// The shape that an op's record shows: of its result, or of the tile it moves.
template <class Op>
struct ShapeOfOp {
  using type = typename Op::Result::shape;
};
template <class Op>
  requires requires { typename Op::shape; }
struct ShapeOfOp<Op> {
  using type = typename Op::shape;
};
template <class Op>
using ShapeOf = typename ShapeOfOp<Op>::type;

/// What a request has decided.
struct Performed {
  Ps end;    ///< of its server's work
  Ps ready;  ///< end + latency
  RecordId record;
};

/// One PE of one simulation as its kernels' ops see it: makes requests on its servers, takes scratch for results, and
/// tells the log. `Sim` is the Simulation, `PeT` the PE's type. Copied freely.
template <class Sim, class PeT>
class PeContext {
 public:
  using simulation = Sim;
  using pe_type = PeT;

  PeContext(Sim& sim, std::uint32_t pe) : sim_(&sim), state_(&sim.pe_state(pe)) {}

  [[nodiscard]] Sim& sim() const noexcept { return *sim_; }
  [[nodiscard]] Runtime& runtime() const noexcept { return sim_->runtime(); }
  [[nodiscard]] PeState& state() const noexcept { return *state_; }
  [[nodiscard]] std::uint32_t pe() const noexcept { return state_->pe; }

  /// What dispatching an op of these facts costs the CPU, in ps.
  template <class Op>
  [[nodiscard, gnu::always_inline]] Ps issue_cost() const {
    if constexpr (requires(const typename Sim::load_policy& loads) { loads.issue; })
      if (const auto& chosen = sim_->loads().issue)
        return PeT::cpu::issue_time((*chosen).*Op::issue).ps;
    constexpr Ps own = PeT::cpu::issue_time(Op::issue).ps;
    return own;
  }

  /// How long an op's full work takes on its engine, in ps; known at compile time.
  template <class Op>
  static constexpr Ps service = EngineFor<PeT, WorkOf<Op>>::service(Op::work).ps;
  /// How long a part of such work takes.
  template <class Op>
  static constexpr Ps service_of(const WorkOf<Op>& work) {
    return EngineFor<PeT, WorkOf<Op>>::service(work).ps;
  }
  /// From the end of its service to readiness, in ps.
  template <class Op>
  static constexpr Ps latency = latency_of<EngineFor<PeT, WorkOf<Op>>>(Op::work).ps;

  /// Requests an op's work at the present moment: serves it on its engine and makes its one log record.
  template <class Op, std::size_t N>
  [[gnu::always_inline]] Performed perform(const KernelActor& kernel, std::source_location where,
                                           Ps needs, std::uint64_t address, std::uint64_t bytes,
                                           const std::array<OperandRef, N>& operands,
                                           RecordId parent = no_record) const {
    const Ps at = kernel.now();
    const Interval served =
        state_->servers[Servers<PeT>::template place<WorkOf<Op>>].request(at, needs);
    Ps ready = served.end;
    if constexpr (latency<Op> != 0)
      if (__builtin_add_overflow(served.end, latency<Op>, &ready)) [[unlikely]]
        time_overflow();
    runtime().completes(ready);
    std::array<RecordId, N> producers{};
    for (std::size_t i = 0; i != N; ++i) producers[i] = operands[i].slot->record;
    const RecordId record = sim_->log().op(OpEvent{at, served.start, served.end, &facts<Op, N>,
                                                   where, address, bytes, kernel.launch, parent},
                                           producers);
    return {served.end, ready, record};
  }

  /// The record of an op whose times are not decided yet: all stand at the present moment until they are amended.
  template <class Op, std::size_t N>
  RecordId record(const KernelActor& kernel, std::source_location where, std::uint64_t address,
                  std::uint64_t bytes, const std::array<OperandRef, N>& operands,
                  RecordId parent = no_record) const {
    const Ps at = kernel.now();
    std::array<RecordId, N> producers{};
    for (std::size_t i = 0; i != N; ++i) producers[i] = operands[i].slot->record;
    return sim_->log().op(
        OpEvent{at, at, at, &facts<Op, N>, where, address, bytes, kernel.launch, parent},
        producers);
  }

  /// A fresh slot for a tile of so many bytes; its scratch is taken now.
  template <std::uint64_t Size>
  [[gnu::always_inline]] Slot& result(const KernelActor& kernel, std::source_location where) const {
    Slot& slot = state_->slots->take(where, kernel.scope);
    take_scratch<Size>(slot);
    return slot;
  }
  template <std::uint64_t Size>
  [[gnu::always_inline]] void take_scratch(Slot& slot) const {
    if constexpr (Size == 0) return;  // a completion
    constexpr std::uint64_t rounded = PeT::scratch::spec.taken(Size);
    const Ps now = runtime().clock.now();
    slot.share = state_->arena.take(rounded, now, slot.producer);
    if (slot.share.number == 0) [[unlikely]]
      scratch_exhausted(*state_->slots, state_->arena, rounded, now);
    slot.arena = &state_->arena;
  }

  /// What every record of an op of facts `Op` with N tile operands has in common.
  template <class Op, std::size_t N>
  static constexpr OpFacts facts{Op::kind,
                                 Op::name,
                                 Servers<PeT>::at(Servers<PeT>::template place<WorkOf<Op>>).name,
                                 static_cast<std::uint32_t>(ShapeOf<Op>::rows),
                                 static_cast<std::uint32_t>(ShapeOf<Op>::cols),
                                 Op::flops,
                                 N};

 private:
  Sim* sim_;
  PeState* state_;
};

}  // namespace weft
