// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/scratch_scope.hpp>

#include <source_location>

namespace weft {

/// `tl.scratch_scope`.
template <class Self>
class ScopeCalls {
 public:
  /// `auto scope = tl.scratch_scope();` recycles at the end of its block every tile made inside, except loads not yet
  /// waited for and tiles that a transfer or composite in flight still uses. A handle used after that is an error that
  /// names the lines. Scopes of one kernel nest.
  [[nodiscard]] ScratchScope scratch_scope(
      std::source_location where = std::source_location::current()) {
    static_cast<Self&>(*this).count(where);
    return ScratchScope(static_cast<Self&>(*this).kernel("scratch_scope"), where);
  }
};

}  // namespace weft
