// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/op/store.hpp>
#include <weft/run/comm/memory_path.hpp>
#include <weft/run/machine/compute_call.hpp>

#include <algorithm>
#include <cstdint>
#include <source_location>

namespace weft {

/// The write of a tile of type `Tile` to HBM elements of type D. Resumes when the write is done, or gives a
/// `Deferred<void>` once it is issued.
template <class Context, class D, class Tile, Resume When>
class StoreCall : public OpCall<StoreCall<Context, D, Tile, When>, 1> {
  using Op = op::Store<D, typename Tile::shape>;
  using S = typename Tile::shape;

 public:
  StoreCall(const Context& context, std::source_location where, const HbmPosition<D>& to,
            const OperandRef& tile)
      : OpCall<StoreCall, 1>(where, {tile}, true), context_(context), to_(to) {}

  Ps issue_cost() const { return context_.template issue_cost<Op>(); }

  Ps perform(KernelActor& kernel) {
    if (done_ != nullptr) return kernel.now();  // woken: the write is done
    using Path = MemoryPath<Context, WriteWork>;
    const bool whole = to_.template holds<S>();
    const Bytes bytes = whole ? Op::work.bytes : to_.template bytes_present<S>();
    Slot& source = *this->operand(0).slot;
    if constexpr (has_stages<typename Context::simulation::machine>)
      if (!Path::direct(context_, to_.home)) [[unlikely]]
        return over_stages(kernel, bytes);
    const Ps needs =
        whole ? Context::template service<Op> : Context::template service_of<Op>(WriteWork{bytes});
    const Performed performed = context_.template perform<Op>(
        kernel, this->where(), needs, to_.origin(), bytes.count, this->operands());
    if constexpr (Context::simulation::data_policy::computes) {
      auto& data = context_.sim().data();
      data.store(Op{}, Type<Tile>{}, this->operand(0), to_);
      data.template writes<S>(to_, kernel.now(), performed.ready, this->where(), kernel.launch);
    }
    source.read_until = std::max(source.read_until, performed.ready);
    if constexpr (When == Resume::at_end) return performed.ready;
    done_ = &context_.template result<0>(kernel, this->where());
    done_->ready = performed.ready;
    done_->record = performed.record;
    return kernel.now();
  }

  auto result(KernelActor&) const {
    if constexpr (When == Resume::when_issued) return Deferred<void>(Handle(*done_, Layout{}));
  }

 private:
  [[gnu::noinline]] Ps over_stages(KernelActor& kernel, Bytes bytes) {
    using Path = MemoryPath<Context, WriteWork>;
    std::uint64_t access = 0;
    if constexpr (Context::simulation::data_policy::computes) {
      auto& data = context_.sim().data();
      data.store(Op{}, Type<Tile>{}, this->operand(0), to_);
      access = data.template open_write<S>(to_, kernel.now(), this->where(), kernel.launch);
    }
    done_ = &context_.template result<0>(kernel, this->where());
    done_->ready = not_known;
    done_->record = context_.template record<Op>(kernel, this->where(), to_.origin(), bytes.count,
                                                 this->operands());
    auto* made = new MemoryTransfer(context_.sim(), Path::stages(context_, to_.home), bytes,
                                    Path::setup(), *done_, done_->record, this->operand(0));
    made->uses(access);
    made->start(kernel);
    if constexpr (When == Resume::when_issued) return kernel.now();
    if (done_->ready != not_known) return done_->ready;
    kernel.await(*done_);
    return not_known;
  }

  Context context_;
  HbmPosition<D> to_;
  Slot* done_ = nullptr;
};

}  // namespace weft
