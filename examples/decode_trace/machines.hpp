// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../kernels/models.hpp"
#include "timeline.hpp"
#include "variant.hpp"

namespace decode_trace {

using attention::head_dim;
using attention::Model;
using attention::models;

/// Runs attention on one machine.
struct Runner {
  std::vector<std::string> parts;  ///< the PE's parts in words, a line each
  /// One decode step of `model` over `keys` keys, or the prefill of a prompt of as many; one layer of it.
  Figures (*run)(const Model& model, std::uint32_t keys, const Variant& variant);
  /// What the engines did in the first tiles of a decode step.
  std::vector<Block> (*blocks)(const Model& model, std::uint32_t keys, const Variant& variant);
};

// Each machine's kernels are compiled in a source of their own.
Runner runner_on_tiny();
Runner runner_on_ahbm();

/// A machine that decode_trace can run on.
struct MachineEntry {
  std::string_view name;
  Runner (*runner)();
};

inline constexpr std::array machines{MachineEntry{"tiny", runner_on_tiny},
                                     MachineEntry{"ahbm", runner_on_ahbm}};

}  // namespace decode_trace
