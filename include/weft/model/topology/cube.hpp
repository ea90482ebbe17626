// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <weft/model/topology/arrangement.hpp>

namespace weft {

/// One HBM stack and what stands beside it: PEs and arrangements of PEs, numbered on in the order given.
template <class... Members>
struct Cube : Sequence<Members...> {
  static_assert(sizeof...(Members) > 0, "cube: there must be at least one PE");
  static_assert((HoldsPes<Members> && ...), "cube: every member must be a PE or an arrangement of PEs");

  using members = TypeList<Members...>;
};

}  // namespace weft
