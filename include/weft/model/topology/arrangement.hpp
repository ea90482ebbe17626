// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

#include <weft/core/type_list.hpp>
#include <weft/model/topology/parts.hpp>

// A PE, or an arrangement of PEs (Grid, Cube, Device): how many it holds and of which types. PEs
// are numbered from 0. Nothing here looks at PEs one by one: 1,024 equal ones cost what one costs.

namespace weft {

/// Something that holds PEs: `pes`, `pe_types` and `pe_type_index(pe)`.
template <class A>
concept IsArrangement = requires(std::size_t pe) {
  A::pes;
  typename A::pe_types;
  A::pe_type_index(pe);
};

/// What a device can be made of.
template <class T>
concept HoldsPes = IsPe<T> || IsArrangement<T>;

template <class T>
struct PesOf {
  static constexpr std::size_t pes = 0;
  using pe_types = TypeList<>;
  static constexpr std::size_t pe_type_index(std::size_t) { return 0; }
};
template <IsPe P>
struct PesOf<P> {
  static constexpr std::size_t pes = 1;
  using pe_types = TypeList<P>;
  static constexpr std::size_t pe_type_index(std::size_t) { return 0; }
};
template <IsArrangement A>
struct PesOf<A> {
  static constexpr std::size_t pes = A::pes;
  using pe_types = typename A::pe_types;
  static constexpr std::size_t pe_type_index(std::size_t pe) { return A::pe_type_index(pe); }
};

template <class List, class... Types>
struct Places;
template <class List, class... Types>
struct Places<List, TypeList<Types...>> {
  static constexpr std::size_t in(std::size_t place) {
    constexpr std::size_t table[] = {List::template index_of<Types>..., 0};
    return table[place];
  }
};

/// Members one after the other, their PEs numbered on.
template <class... Members>
struct Sequence {
  static constexpr std::size_t pes = (PesOf<Members>::pes + ... + 0);
  /// The PE types, each once.
  using pe_types = union_of<typename PesOf<Members>::pe_types...>;

  /// The place in `pe_types` of the type of a PE < pes.
  [[nodiscard]] static constexpr std::size_t pe_type_index(std::size_t pe) {
    if constexpr (pe_types::size <= 1) {
      return 0;
    } else {
      std::size_t first = 0;
      std::size_t index = 0;
      (((pe >= first && pe < first + PesOf<Members>::pes
             ? void(index = Places<pe_types, typename PesOf<Members>::pe_types>::in(
                        PesOf<Members>::pe_type_index(pe - first)))
             : void()),
        first += PesOf<Members>::pes),
       ...);
      return index;
    }
  }
};

}  // namespace weft
