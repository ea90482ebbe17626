// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <weft/model/topology/arrangement.hpp>

namespace weft {

/// The rules of a Cube, one sentence each; a function, because a rule that fails in a class makes
/// clang distrust the class.
template <class... Members>
constexpr bool check_cube() {
  static_assert(sizeof...(Members) > 0, "cube: there must be at least one PE");
  // Completes the members, so that their own rules speak first.
  static_assert(((sizeof(Members) != 0) && ...));
  static_assert((HoldsPes<Members> && ...),
                "cube: every member must be a PE or an arrangement of PEs");
  return true;
}

/// One HBM stack and what stands beside it: PEs and arrangements of PEs, numbered on in the order
/// given.
template <class... Members>
struct Cube : Sequence<Members...> {
  static_assert(check_cube<Members...>());

  using members = TypeList<Members...>;
  using is_cube = void;
};

/// A cube: a type derived from `weft::Cube`.
template <class T>
concept IsCube = requires { typename T::is_cube; };

}  // namespace weft
