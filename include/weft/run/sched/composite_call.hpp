// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/op/composite.hpp>
#include <weft/model/op/dot.hpp>
#include <weft/model/op/load.hpp>
#include <weft/run/comm/memory_path.hpp>
#include <weft/run/kernel/op_call.hpp>
#include <weft/run/machine/pe_context.hpp>
#include <weft/run/sched/composite.hpp>
#include <weft/run/sched/epilogue.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace weft {

/// A block of an HBM matrix as the second operand of a composite: R x C elements from a position on, or their transpose.
template <class D, class S, bool Transposed>
struct Ref {
  using dtype = D;
  using block = S;  ///< as it lies in HBM
  using shape =
      std::conditional_t<Transposed, transposed_t<S>, S>;  ///< as the product sees it: K x N
  static constexpr bool transposed = Transposed;
  HbmPosition<D> from;
};

/// The epilogue's types, folded over the output tile: what each stage makes, and its facts.
template <std::size_t N, class In, class... Stages>
struct EpilogueChain {
  using Result = In;
  using Ops = std::tuple<>;
};
template <std::size_t N, class In, class Stage, class... Stages>
struct EpilogueChain<N, In, Stage, Stages...> {
  using Op = typename Stage::template op<In, N>;
  using Rest = EpilogueChain<N, typename Op::Result, Stages...>;
  using Result = typename Rest::Result;
  using Ops =
      decltype(std::tuple_cat(std::declval<std::tuple<Op>>(), std::declval<typename Rest::Ops>()));
};

template <class Stage>
inline constexpr bool has_tile = std::derived_from<Stage, OperandRef>;

/// All types of one composite call, and the sizes that follow from them.
template <class A, class B, class Tiling, class Out, class... Stages>
struct CompositeTypes {
  using Left = A;
  using Right = B;
  using D = typename A::dtype;
  static constexpr std::size_t m = A::shape::rows;
  static constexpr std::size_t k = B::shape::rows;
  static constexpr std::size_t n = B::shape::cols;
  static constexpr std::size_t tile_k = Tiling::tile_k != 0 ? Tiling::tile_k : (k < 128 ? k : 128);
  static constexpr std::size_t tile_n = Tiling::tile_n != 0 ? Tiling::tile_n : (n < 128 ? n : 128);
  static constexpr std::size_t depth = Tiling::depth;
  static_assert(k % tile_k == 0 && n % tile_n == 0,
                "composite: the block must be a whole number of tiles");

  using ReadTile = op::Load<D, Shape<tile_k, tile_n>>;
  using GemmTile = op::Dot<Tensor<D, Shape<m, tile_k>>, Tensor<D, Shape<tile_k, tile_n>>, Out>;
  using Chain = EpilogueChain<n, typename GemmTile::Result, Stages...>;
  using Last = typename Chain::Result;
  /// The result: every output tile side by side, or the row statistics.
  using Result =
      Tensor<typename Last::dtype, Shape<m, Last::shape::cols == tile_n ? n : Last::shape::cols>>;
  static constexpr std::size_t tile_stages = (std::size_t{has_tile<Stages>} + ... + 0);
};

/// Issues a composite: waits for the on-chip operands, pays the issue cost, gives a Deferred at once.
template <class Context, class Types, class... Stages>
class CompositeCall
    : public OpCall<CompositeCall<Context, Types, Stages...>, 1 + Types::tile_stages> {
  static constexpr std::size_t operand_count = 1 + Types::tile_stages;
  using Base = OpCall<CompositeCall, operand_count>;
  using Sim = typename Context::simulation;
  using Command = op::Composite<typename Types::Result>;
  using Right = typename Types::Right;

 public:
  CompositeCall(const Context& context, std::source_location where, const OperandRef& a,
                const Right& b, const Stages&... stages)
      : Base(where, operands(a, stages...), true), context_(context), b_(b), stages_(stages...) {}

  Ps issue_cost() const { return context_.template issue_cost<Command>(); }

  Ps perform(KernelActor& kernel) {
    Sim& sim = context_.sim();
    [[maybe_unused]] std::uint64_t access = 0;
    if constexpr (Sim::data_policy::computes)
      access = sim.data().template open_read<typename Right::block>(
          b_.from, kernel.now(), "composite", this->where(), kernel.launch);
    Slot& result = context_.template result<Types::Result::bytes>(kernel, this->where());
    result.ready = not_known;
    std::array<RecordId, operand_count> producers{};
    for (std::size_t i = 0; i != operand_count; ++i) producers[i] = this->operand(i).slot->record;
    const Ps now = kernel.now();
    result.record = sim.log().op(
        OpEvent{now, now, now, &command, this->where(), 0, 0, kernel.launch, no_record}, producers);
    if constexpr (Sim::data_policy::computes)
      sim.data().composite(Type<Types>{}, result, this->operand(0), b_.from, stages_);
    auto made = std::make_unique<Composite>(
        *kernel.runtime, context_.state(), plan, reads(), k_steps(), this->where(), kernel.launch,
        result.record, this->operand(0).slot->record, result, &record, &amend, &sim);
    for (std::size_t i = 0; i != operand_count; ++i) made->keep(*this->operand(i).slot);
    std::vector<RecordId> stage_records;
    [[maybe_unused]] std::size_t at = 1;
    ((stage_records.push_back(has_tile<Stages> ? producers[at] : no_record),
      at += has_tile<Stages>),
     ...);
    made->operand_records(std::move(stage_records));
    using Path = MemoryPath<Context, ReadWork>;
    if constexpr (has_stages<typename Context::simulation::machine>)
      if (!Path::direct(context_, b_.from.home))
        made->reads_over(Path::stages(context_, b_.from.home), Path::setup());
    if constexpr (Sim::data_policy::computes)
      made->uses(access, [](void* of, std::uint64_t closed, Ps ready) {
        static_cast<Sim*>(of)->data().close(closed, ready);
      });
    kernel.runtime->clock.enlist_child(kernel, *made);
    Composite::issue(std::move(made));
    result_ = &result;
    return now;
  }

  Deferred<typename Types::Result> result(KernelActor&) const {
    return Deferred<typename Types::Result>(Handle(*result_, dense<typename Types::Result::shape>));
  }

 private:
  using PeT = typename Context::pe_type;

  static std::array<OperandRef, operand_count> operands(const OperandRef& a,
                                                        const Stages&... stages) {
    std::array<OperandRef, operand_count> refs{a};
    [[maybe_unused]] std::size_t at = 1;
    [[maybe_unused]] const auto take = [&](const auto& stage) {
      if constexpr (has_tile<std::remove_cvref_t<decltype(stage)>>) refs[at++] = stage;
    };
    (take(stages), ...);
    return refs;
  }

  /// Which part of B exists, in the product's orientation.
  [[nodiscard]] std::uint64_t present_k() const {
    return Right::transposed ? b_.from.cols_present(Types::k) : b_.from.rows_present(Types::k);
  }
  [[nodiscard]] std::uint64_t present_n() const {
    return Right::transposed ? b_.from.rows_present(Types::n) : b_.from.cols_present(Types::n);
  }
  [[nodiscard]] std::uint32_t k_steps() const {
    return static_cast<std::uint32_t>((present_k() + Types::tile_k - 1) / Types::tile_k);
  }

  /// The tiles of B that exist at least in part, n-major, k inner.
  [[nodiscard]] std::vector<TileRead> reads() const {
    using Read = typename Types::ReadTile;
    const std::uint64_t in_k = present_k();
    const std::uint64_t in_n = present_n();
    const std::uint64_t k_stride = Right::transposed ? b_.from.col_stride : b_.from.row_stride;
    const std::uint64_t n_stride = Right::transposed ? b_.from.row_stride : b_.from.col_stride;
    std::vector<TileRead> tiles;
    for (std::uint64_t n = 0; n < in_n; n += Types::tile_n)
      for (std::uint64_t k = 0; k < in_k; k += Types::tile_k) {
        const Bytes bytes{std::min<std::uint64_t>(Types::tile_k, in_k - k) *
                          std::min<std::uint64_t>(Types::tile_n, in_n - n) * Types::D::bytes};
        const Ps service = bytes == Read::work.bytes
                               ? Context::template service<Read>
                               : Context::template service_of<Read>(ReadWork{bytes});
        tiles.push_back({b_.from.origin() + (k * k_stride + n * n_stride) * Types::D::bytes,
                         bytes.count, service});
      }
    return tiles;
  }

  static RecordId record(void* sim, const OpEvent& event, RecordId first, RecordId second) {
    auto& log = static_cast<Sim*>(sim)->log();
    switch (event.facts->operands) {
      case 0:
        return log.op(event, std::array<RecordId, 0>{});
      case 1:
        return log.op(event, std::array<RecordId, 1>{first});
      default:
        return log.op(event, std::array<RecordId, 2>{first, second});
    }
  }
  static void amend(void* sim, RecordId id, Ps start, Ps end) {
    if (id != no_record) static_cast<Sim*>(sim)->log().amend(id, start, end);
  }

  static constexpr OpFacts command{Command::kind,
                                   Command::name,
                                   "scheduler",
                                   static_cast<std::uint32_t>(Types::Result::shape::rows),
                                   static_cast<std::uint32_t>(Types::Result::shape::cols),
                                   0,
                                   operand_count};

  template <class Ops>
  struct Epilogue;
  template <class... Ops>
  struct Epilogue<std::tuple<Ops...>> {
    static constexpr CompositePlan::Stage stages[sizeof...(Ops) + 1] = {
        {&Context::template facts < Ops, has_tile<Stages> ? 2 : 1 >,
         Context::template service<Ops>}...,
        {}};
  };
  static constexpr std::uint32_t math_server = [] {
    if constexpr (HasEngine<PeT, MathWork>)
      return static_cast<std::uint32_t>(Servers<PeT>::template place<MathWork>);
    else
      return 0U;
  }();
  static constexpr CompositePlan plan{
      static_cast<std::uint32_t>(Types::depth),
      static_cast<std::uint32_t>(Servers<PeT>::template place<ReadWork>),
      static_cast<std::uint32_t>(Servers<PeT>::template place<GemmWork>),
      math_server,
      Context::template latency<typename Types::ReadTile>,
      {&Context::template facts<typename Types::GemmTile, 2>,
       Context::template service<typename Types::GemmTile>},
      &Context::template facts<typename Types::ReadTile, 0>,
      Epilogue<typename Types::Chain::Ops>::stages,
      static_cast<std::uint32_t>(sizeof...(Stages))};

  Context context_;
  Right b_;
  [[no_unique_address]] std::tuple<Stages...> stages_;
  Slot* result_ = nullptr;
};

}  // namespace weft
