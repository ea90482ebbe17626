// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "machines.hpp"
#include "table.hpp"
#include "variant.hpp"

namespace decode_trace {

/// Keys in one tile or block of the kernels that are checked: numbers, unlike times, need not be checked for every size.
inline constexpr std::size_t checked_tile = 64;
inline constexpr std::size_t checked_block = 256;

/// One element of a result that has been computed twice.
struct CheckedElement {
  double error = 0;
  double bound = 0;

  /// How much of its bound the error takes; NaN takes all of it and more.
  double share() const {
    const double part = error / bound;
    return std::isnan(part) ? std::numeric_limits<double>::infinity() : part;
  }
};

/// What a check found about one kernel.
struct CheckedKernel {
  std::string title;
  std::size_t elements = 0;
  std::size_t hazards = 0;
  CheckedElement worst{};  ///< the one with the largest error
  double nearest = 0;      ///< the largest share of a bound

  void look(const CheckedElement& element) {
    ++elements;
    if (elements == 1 || !(element.error <= worst.error)) worst = element;
    if (!(element.share() <= nearest)) nearest = element.share();
  }
  bool good() const { return nearest <= 1 && hazards == 0; }
};

/// What it found so far.
struct Checked {
  std::size_t requests = 0;
  std::vector<CheckedKernel> kernels;

  /// The kernel of that title, at first with nothing found.
  CheckedKernel& of(std::string_view title) {
    const auto found = std::ranges::find(kernels, title, &CheckedKernel::title);
    if (found != kernels.end()) return *found;
    return kernels.emplace_back(CheckedKernel{std::string(title)});
  }
  bool good() const { return std::ranges::all_of(kernels, &CheckedKernel::good); }

  std::string text() const {
    std::string text = fmt::format(
        "Check: {} computed by the kernels, from random q, K and V, and again in f64\n"
        "  {:<34} {:>12} {:>15} {:>12} {:>22}\n",
        counted(requests, "request"), "", "elements", "largest error", "its bound",
        "nearest to its bound");
    std::size_t hazards = 0;
    bool within = true;
    for (const CheckedKernel& kernel : kernels) {
      text += fmt::format("  {:<34} {:>12} {:>15.3e} {:>12.3e} {:>20.0f} %\n", kernel.title,
                          grouped(kernel.elements), kernel.worst.error, kernel.worst.bound,
                          100 * kernel.nearest);
      hazards += kernel.hazards;
      within = within && kernel.nearest <= 1;
    }
    return text + fmt::format(
                      "  Bounds follow from the roundings of f16 and f32 "
                      "(kernels/attention_bound.hpp): all {}; {}.\n",
                      within ? "within them" : "but some are NOT within them",
                      hazards == 0 ? "no hazards" : counted(hazards, "hazard"));
  }
};

/// Computes a decode step of `model` over `keys` keys, or the prefill of as many, with each kernel that `rows` asks for and
/// in f64, and adds what it finds.
void check_request(Checked& checked, const Model& model, std::uint32_t keys, const Rows& rows);

}  // namespace decode_trace
