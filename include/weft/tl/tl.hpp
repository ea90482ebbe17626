// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/now_call.hpp>
#include <weft/run/machine/pe_context.hpp>
#include <weft/run/simulation.hpp>
#include <weft/tl/comm.hpp>
#include <weft/tl/composite.hpp>
#include <weft/tl/constant.hpp>
#include <weft/tl/dot.hpp>
#include <weft/tl/issue.hpp>
#include <weft/tl/load.hpp>
#include <weft/tl/math.hpp>
#include <weft/tl/prefetch.hpp>
#include <weft/tl/scalar.hpp>
#include <weft/tl/scope.hpp>
#include <weft/tl/store.hpp>
#include <weft/tl/view.hpp>

#include <cstdint>
#include <source_location>
#include <utility>

namespace weft {

/// What a kernel says to its PE. Every kernel gets one as its first parameter, `auto& tl`.
template <class Sim, class PeT>
class Tl : public LoadCalls<Tl<Sim, PeT>>,
           public StoreCalls<Tl<Sim, PeT>>,
           public DotCalls<Tl<Sim, PeT>>,
           public MathCalls<Tl<Sim, PeT>>,
           public ViewCalls<Tl<Sim, PeT>>,
           public ConstantCalls<Tl<Sim, PeT>>,
           public IssueCalls<Tl<Sim, PeT>>,
           public CompositeCalls<Tl<Sim, PeT>>,
           public CommCalls<Tl<Sim, PeT>>,
           public PrefetchCalls<Tl<Sim, PeT>>,
           public ScopeCalls<Tl<Sim, PeT>>,
           public ScalarCalls<Tl<Sim, PeT>> {
 public:
  using ViewCalls<Tl<Sim, PeT>>::trans;
  using CompositeCalls<Tl<Sim, PeT>>::trans;

  using pe_type = PeT;
  using context_type = PeContext<Sim, PeT>;

  Tl(Sim& sim, std::uint32_t pe) : context_(sim, pe) {}

  /// The PE this kernel runs on, and how many the machine has.
  [[nodiscard]] std::uint32_t pe() const noexcept { return context_.pe(); }
  [[nodiscard]] static constexpr std::uint32_t pes() noexcept { return Sim::pes; }

  /// `co_await tl.now()`: the kernel's cursor as a `Duration` since 0.
  [[nodiscard]] NowCall now(std::source_location where = std::source_location::current()) const {
    count(where);
    return NowCall(where);
  }

  /// Launches another kernel on this PE; it takes the next launch number when this kernel's calls reach it.
  template <class Callable, class... Args>
  void launch(Callable&& kernel, Args&&... args) {
    count({});
    context_.sim().launch_on(pe(), std::forward<Callable>(kernel), std::forward<Args>(args)...);
  }

  // What the calls are built on.
  [[nodiscard]] const context_type& context() const noexcept { return context_; }
  /// The kernel that runs; a call outside any kernel throws `Error`.
  [[nodiscard]] KernelActor& kernel(const char* call) const {
    KernelActor* running = context_.runtime().running;
    if (running == nullptr)
      fail("tl: ", call, " outside a kernel: tl can be used only while its kernel runs");
    return *running;
  }
  /// Counts a call against the limit; beyond it, throws `Error` for that line.
  void count(std::source_location where) const {
    Runtime& runtime = context_.runtime();
    if (runtime.calls_left == 1 && runtime.running != nullptr && where.line() != 0) [[unlikely]]
      runtime.running->where = where;
    runtime.count_call();
  }
  /// Whether the device has PEs of several types, so that what a kernel needs is known only when it runs on one.
  static constexpr bool mixed = Sim::machine::pe_types::size > 1;
  /// Whether a tile of type T can ever fit into this PE's scratch.
  template <class T>
  static constexpr bool fits =
      mixed || !PeT::has_scratch ||
      PeT::scratch::spec.taken(T::bytes) <= PeT::scratch::spec.capacity.count;

 private:
  context_type context_;
};

}  // namespace weft
