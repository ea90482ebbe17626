// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>

#include <weft/core/error.hpp>
#include <weft/core/fixed_string.hpp>
#include <weft/model/fabric/hbm.hpp>
#include <weft/model/topology/arrangement.hpp>

namespace weft {

/// The rules of a Device, one sentence each; a function, because a rule that fails in a class makes
/// clang distrust the class.
template <FixedString Name, class... Members>
constexpr bool check_device() {
  static_assert(Name.view().size() > 0, "device: the name must not be empty");
  // Completes the members, so that their own rules speak first.
  static_assert(((sizeof(Members) != 0) && ...));
  static_assert(((HoldsPes<Members> || PartOfKind<Members, PartKind::hbm>) && ...),
                "device: every member must be a PE, an arrangement of PEs or an Hbm");
  static_assert((HoldsPes<Members> || ...), "device: there must be at least one PE");
  static_assert(count_parts<PartKind::hbm, Members...> <= 1,
                "device: there must be at most one Hbm");
  return true;
}

/// A whole machine: a name, then PEs and arrangements of PEs (Grid, Cube), numbered on in the order
/// given, and at most one Hbm, the HBM channel of every PE that has none of its own.
/// `struct Machine : weft::Device<"one-pe", Pe> {};` The cost to compile grows with the different
/// PE types only.
template <FixedString Name, class... Members>
struct Device : Sequence<Members...> {
  static_assert(check_device<Name, Members...>());

  static constexpr std::string_view name = Name.view();
  using members = TypeList<Members...>;
  using hbm = part_or<PartKind::hbm, Hbm<>, Members...>;

  /// The HBM channel beside a PE; a PE that is not in the device throws `Error`.
  [[nodiscard]] static constexpr HbmSpec hbm_spec(std::size_t pe) {
    using Base = Sequence<Members...>;
    if (pe >= Base::pes) fail("device: PE ", pe, " is outside its ", Base::pes, " PEs");
    HbmSpec spec{};
    Base::pe_types::visit_at(Base::pe_type_index(pe), [&spec]<class P>(Type<P>) {
      if constexpr (P::has_hbm) {
        spec = P::hbm::spec;
      } else {
        spec = hbm::spec;
      }
    });
    return spec;
  }
  /// The capacity of that channel.
  [[nodiscard]] static constexpr Bytes hbm_capacity(std::size_t pe) { return hbm_spec(pe).capacity; }
};

/// A machine: a type derived from `weft::Device` (or shaped like it).
template <class M>
concept IsDevice = IsArrangement<M> && requires {
  { M::name } -> std::convertible_to<std::string_view>;
  M::hbm_capacity(std::size_t{});
};

}  // namespace weft
