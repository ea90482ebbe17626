// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include <weft/model/engine/part.hpp>
#include <weft/model/units/bytes.hpp>

namespace weft {

/// On-chip memory: its size, and the power of two that every tile's address and size is rounded up
/// to.
struct ScratchSpec {
  Bytes capacity{};
  std::uint64_t alignment = 1;
  Bytes bank{};  ///< with banks, a tile takes whole ones; 0 for none

  /// What a tile of so many bytes takes.
  [[nodiscard]] constexpr std::uint64_t taken(std::uint64_t bytes) const {
    const std::uint64_t aligned = (bytes + alignment - 1) / alignment * alignment;
    return bank.count == 0 ? aligned : (aligned + bank.count - 1) / bank.count * bank.count;
  }
};

/// The rules of a Scratch, one sentence each; a function, because a rule that fails in a class
/// makes clang distrust the class.
template <ScratchSpec S>
constexpr bool check_scratch() {
  static_assert(S.capacity.count > 0, "scratch: the capacity must not be zero");
  static_assert(S.alignment > 0 && (S.alignment & (S.alignment - 1)) == 0,
                "scratch: the alignment must be a power of two");
  static_assert(S.alignment <= S.capacity.count || S.capacity.count == 0,
                "scratch: the alignment is larger than the capacity");
  return true;
}

/// The scratch memory of a PE. A PE without one never runs out.
template <ScratchSpec S>
struct Scratch {
  static_assert(check_scratch<S>());

  static constexpr PartKind part = PartKind::scratch;
  static constexpr std::string_view name = "scratch";
  static constexpr ScratchSpec spec = S;
};

/// What a PE without a Scratch part has: as much as it asks for.
using UnlimitedScratch = Scratch<ScratchSpec{.capacity = {UINT64_MAX}}>;

}  // namespace weft
