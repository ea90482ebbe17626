// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "models.hpp"
#include "table.hpp"

namespace decode_trace {

/// Keys in one tile of the kernel that is checked: numbers, unlike times, need not be checked for every tile size.
inline constexpr std::size_t checked_tile = 64;

/// One element of a result that has been computed twice.
struct CheckedElement {
  std::size_t request = 0;  ///< from 0
  std::uint32_t keys = 0;
  std::size_t kv_head = 0;
  std::size_t query = 0;  ///< among those of the KV head
  std::size_t column = 0;
  double error = 0;
  double bound = 0;

  /// How much of its bound the error takes; NaN takes all of it and more.
  double share() const {
    const double part = error / bound;
    return std::isnan(part) ? std::numeric_limits<double>::infinity() : part;
  }
};

/// What a check found so far.
struct Checked {
  std::size_t requests = 0;
  std::size_t elements = 0;
  std::size_t hazards = 0;
  CheckedElement worst;  ///< the one with the largest error
  double nearest = 0;    ///< the largest share of a bound

  void look(const CheckedElement& element) {
    ++elements;
    if (elements == 1 || !(element.error <= worst.error)) worst = element;
    if (!(element.share() <= nearest)) nearest = element.share();
  }
  bool good() const { return nearest <= 1 && hazards == 0; }

  std::string text() const {
    return fmt::format(
        "Check: {} computed by the kernel, from random q, K and V in tiles of {} keys, and again "
        "in f64\n"
        "  largest error   {:.3e}, request {} ({}), KV head {}, query {}, column {}\n"
        "  its bound       {:.3e}, from the roundings of f16 and f32 "
        "(kernels/attention_bound.hpp)\n"
        "  all elements    {}: {}, the nearest takes {:.0f} % of its bound; {}\n",
        counted(requests, "request"), checked_tile, worst.error, worst.request + 1,
        counted(worst.keys, "key"), worst.kv_head, worst.query, worst.column, worst.bound,
        grouped(elements), nearest <= 1 ? "within their bounds" : "NOT within their bounds",
        100 * nearest, hazards == 0 ? "no hazards" : counted(hazards, "hazard"));
  }
};

/// Computes a decode step of `model` over `keys` keys with the kernel and in f64, and adds what it finds.
void check_request(Checked& checked, const Model& model, std::uint32_t keys);

}  // namespace decode_trace
