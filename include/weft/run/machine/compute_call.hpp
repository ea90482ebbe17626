// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/op_call.hpp>
#include <weft/run/machine/pe_context.hpp>

#include <array>
#include <cstddef>
#include <source_location>
#include <type_traits>

namespace weft {

/// What evaluates an elementwise op: its numbers, by operand.
template <std::size_t N>
struct Numbers {
  std::array<double, N> values{};
};

/// When a kernel that dispatches an op goes on: at its end, or as soon as it is issued.
enum class Resume : bool { at_end, when_issued };

/// Where the result of an op goes: into a new tile, or into the tile of its last operand.
enum class Into : bool { new_tile, last_operand };

/// What `co_await` gives: the tile, or once issued what it will be.
template <Resume When, class Tile>
using ResultOf = std::conditional_t<When == Resume::at_end, Tile, Deferred<Tile>>;

/// An op on an engine of the PE: dot, math, where, cast, reduce, and the user's own. Gives a Tensor at the end of the
/// engine's work, or a Deferred once issued. `Op` is the op's facts; `Source` what evaluates it, where values are computed.
template <class Context, class Op, std::size_t N, class Source, Resume When = Resume::at_end,
          Into Where = Into::new_tile>
class ComputeCall : public OpCall<ComputeCall<Context, Op, N, Source, When, Where>, N> {
  using Base = OpCall<ComputeCall, N>;
  using Tile = typename Op::Result;

 public:
  using Result = ResultOf<When, Tile>;

  ComputeCall(const Context& context, std::source_location where,
              const std::array<OperandRef, N>& operands, const Source& source)
      : Base(where, operands, true), context_(context), source_(source) {}

  Ps issue_cost() const { return context_.template issue_cost<Op>(); }

  [[gnu::always_inline]] Ps perform(KernelActor& kernel) {
    Slot& tile = Where == Into::new_tile
                     ? context_.template result<Tile::bytes>(kernel, this->where())
                     : *this->operand(N - 1).slot;
    const Performed performed = context_.template perform<Op>(
        kernel, this->where(), Context::template service<Op>, 0, 0, this->operands());
    tile.ready = performed.ready;
    tile.record = performed.record;
    tile.producer = this->where();
    tile.used = When == Resume::at_end;
    if constexpr (When == Resume::when_issued)  // it goes on reading its operands
      for (const OperandRef& operand : this->operands())
        operand.slot->read_until = std::max(operand.slot->read_until, performed.end);
    if constexpr (Context::simulation::data_policy::computes)
      context_.sim().data().evaluate(Op{}, source_, tile, this->operands());
    result_ = &tile;
    return When == Resume::at_end ? performed.ready : kernel.now();
  }

  Result result(KernelActor&) const {
    if constexpr (Where == Into::last_operand) {
      this->check_alive(this->operand(N - 1));  // its last handle may have gone meanwhile
      return Result(*result_, this->operand(N - 1).layout);
    } else {
      return Result(*result_, dense<typename Tile::shape>);
    }
  }

 private:
  Context context_;
  [[no_unique_address]] Source source_;
  Slot* result_ = nullptr;
};

}  // namespace weft
