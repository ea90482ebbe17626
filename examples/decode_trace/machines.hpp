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
#include "issue.hpp"
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
Runner runner_on_tiny_issuing();
Runner runner_on_ahbm();
Runner runner_on_ahbm_issuing();

/// A machine that decode_trace can run on: with each of the `issue_costs`, in their order.
struct MachineEntry {
  std::string_view name;
  std::array<Runner (*)(), issue_costs.size()> runners;
};

inline constexpr std::array machines{
    MachineEntry{"tiny", {runner_on_tiny, runner_on_tiny_issuing}},
    MachineEntry{"ahbm", {runner_on_ahbm, runner_on_ahbm_issuing}}};

}  // namespace decode_trace
