// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/comm/memory_path.hpp>
#include <weft/run/machine/pe_context.hpp>

#include <array>
#include <cstdint>

namespace weft {

/// The request of a load, made at the cursor: takes scratch, captures the bytes, occupies the read channel (or the stages
/// of the way), makes the one record. Returns the moment until which the kernel stays, for `PendingCall`.
template <class Context, class Op, class S, bool MayBlock>
struct LoadRequest {
  template <class From>
  [[gnu::always_inline]] static Ps make(KernelActor& kernel, const Context& context, Slot& tile,
                                        const From& from, double fill) {
    using Path = MemoryPath<Context, ReadWork>;
    constexpr bool computes = Context::simulation::data_policy::computes;
    constexpr std::array<OperandRef, 0> none{};
    context.template take_scratch<Op::Result::bytes>(tile);
    if constexpr (computes) context.sim().data().load(Op{}, tile, from, fill);
    const bool whole = from.template holds<S>();
    const Bytes bytes = whole ? Op::work.bytes : from.template bytes_present<S>();
    if constexpr (has_stages<typename Context::simulation::machine>)
      if (!Path::direct(context, from.home)) [[unlikely]]
        return over_stages(kernel, context, tile, from, bytes);
    Ps needs =
        whole ? Context::template service<Op> : Context::template service_of<Op>(ReadWork{bytes});
    if constexpr (requires { from.runs(S::rows); })
      needs += Path::setup() * (from.runs(S::rows) - 1);
    const Performed performed = context.template perform<Op>(kernel, tile.producer, needs,
                                                             from.origin(), bytes.count, none);
    tile.record = performed.record;
    if constexpr (computes)
      context.sim().data().template reads<S>(from, kernel.now(), performed.ready, tile.producer,
                                             kernel.launch);
    kernel.runtime->resolve(tile, performed.ready);
    return blocks(context) ? performed.ready : 0;
  }

 private:
  static bool blocks(const Context& context) {
    return MayBlock && context.sim().loads().loads_block;
  }

  template <class From>
  [[gnu::noinline]] static Ps over_stages(KernelActor& kernel, const Context& context, Slot& tile,
                                          const From& from, Bytes bytes) {
    using Path = MemoryPath<Context, ReadWork>;
    constexpr std::array<OperandRef, 0> none{};
    Ps setup = Path::setup();
    if constexpr (requires { from.runs(S::rows); }) setup *= from.runs(S::rows);
    tile.record =
        context.template record<Op>(kernel, tile.producer, from.origin(), bytes.count, none);
    std::uint64_t access = 0;
    if constexpr (Context::simulation::data_policy::computes)
      access = context.sim().data().template open_read<S>(from, kernel.now(), "load", tile.producer,
                                                          kernel.launch);
    auto* made = new MemoryTransfer(context.sim(), Path::stages(context, from.home), bytes, setup,
                                    tile, tile.record);
    made->uses(access);
    made->start(kernel);
    if (!blocks(context)) return 0;
    if (tile.ready != not_known) return tile.ready;
    kernel.blocked_on = &tile;
    return not_known;
  }
};

}  // namespace weft
