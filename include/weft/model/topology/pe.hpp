// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <weft/core/type_list.hpp>
#include <weft/model/engine/cpu.hpp>
#include <weft/model/engine/part.hpp>
#include <weft/model/engine/scheduler.hpp>
#include <weft/model/fabric/hbm.hpp>
#include <weft/model/fabric/scratch.hpp>
#include <weft/model/op/work.hpp>
#include <weft/model/topology/parts.hpp>

namespace weft {

/// The rules of a PE, one sentence each; a function, because a rule that fails in a class makes
/// clang distrust the class.
template <class... Parts>
constexpr bool check_pe() {
  // Completes every part here, so that its own rules speak first.
  static_assert(((sizeof(Parts) != 0) && ...));
  static_assert((IsPart<Parts> && ...), "this PE lists something that is not a part of a PE");
  static_assert(count_parts<PartKind::cpu, Parts...> != 0, "this PE has no CPU");
  static_assert(count_parts<PartKind::cpu, Parts...> <= 1, "this PE has two CPUs");
  static_assert(count_parts<PartKind::scratch, Parts...> <= 1, "this PE has two scratch memories");
  static_assert(count_parts<PartKind::scheduler, Parts...> <= 1, "this PE has two schedulers");
  static_assert(count_parts<PartKind::hbm, Parts...> <= 1, "this PE has two HBM channels");
  static_assert(count_executing<ReadWork, Parts...> <= 1,
                "this PE has two engines that execute load");
  static_assert(count_executing<WriteWork, Parts...> <= 1,
                "this PE has two engines that execute store");
  static_assert(count_executing<GemmWork, Parts...> <= 1,
                "this PE has two engines that execute dot");
  static_assert(count_executing<MathWork, Parts...> <= 1,
                "this PE has two engines that execute math");
  return true;
}

/// A processing element: one Cpu, and at most one engine for each kind of work; Scratch, Scheduler
/// and Hbm if wanted. Derive a struct from it, so that errors name the struct: `struct Pe :
/// weft::Pe<weft::Cpu<..>, ..> {};` Every rule is checked when the type is completed; no objects
/// exist, nothing costs anything at run time.
template <class... Parts>
struct Pe {
  static_assert(check_pe<Parts...>());

  /// All parts in the order given, and the engines among them.
  using parts = TypeList<Parts...>;
  using engines = engines_among<Parts...>;

  /// The CPU, and the other parts where they exist; a default otherwise.
  using cpu = part_or<PartKind::cpu, Cpu<CpuSpec{.clock = {1}}>, Parts...>;
  using scratch = part_or<PartKind::scratch, UnlimitedScratch, Parts...>;
  using scheduler = part_or<PartKind::scheduler, Scheduler<>, Parts...>;
  using hbm = part_or<PartKind::hbm, Hbm<>, Parts...>;

  static constexpr bool has_scratch = count_parts<PartKind::scratch, Parts...> != 0;
  static constexpr bool has_scheduler = count_parts<PartKind::scheduler, Parts...> != 0;
  static constexpr bool has_hbm = count_parts<PartKind::hbm, Parts...> != 0;
};

}  // namespace weft
