// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models.hpp"
#include "timeline.hpp"
#include "variant.hpp"

namespace decode_trace {

/// Runs decode steps on one machine with kernels of one head shape and tile size.
struct Runner {
  std::vector<std::string> parts;  ///< the PE's parts in words, a line each
  /// One decode step of `model` over `keys` keys, in each of the variants.
  Step (*step)(const Model& model, std::uint32_t keys, std::span<const Variant> variants);
  /// What the engines did in the first tiles of such a step.
  std::vector<Block> (*blocks)(const Model& model, std::uint32_t keys, const Variant& variant);
};

// Each machine's kernels are compiled in a source of their own.
Runner runner_on_tiny(HeadShape shape, std::size_t tile);
Runner runner_on_ahbm(HeadShape shape, std::size_t tile);

/// A machine that decode_trace can run on.
struct MachineEntry {
  std::string_view name;
  Runner (*runner)(HeadShape shape, std::size_t tile);
};

inline constexpr std::array machines{MachineEntry{"tiny", runner_on_tiny},
                                     MachineEntry{"ahbm", runner_on_ahbm}};

}  // namespace decode_trace
