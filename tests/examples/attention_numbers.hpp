// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/device/tiny.hpp>
#include <weft/values.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../examples/kernels/attention_bound.hpp"
#include "support/catch.hpp"

// The attention kernels' numbers against attention in f64 over the same f16 inputs: an error may be as large as the
// roundings of f16 and f32 allow (attention_bound.hpp).

namespace attention_test {

using namespace weft::literals;

inline constexpr weft::LinkSpec link{
    .bandwidth = 128_GBps, .setup = 20_ns, .latency = 5_ns, .slots = 2};
struct Many : weft::Device<"tiny-64", weft::Grid<8, 8, weft::device::TinyPe, weft::Mesh<link>>> {};
using Sim = weft::Simulation<Many, weft::Values, weft::NoLog>;
inline constexpr auto f16 = weft::dtype<weft::f16>;
inline constexpr std::size_t dim = 32;
inline constexpr std::size_t tile = 16;   ///< keys and, in prefill, queries in a tile
inline constexpr std::size_t block = 64;  ///< keys in a block of a composite

/// A matrix of numbers: heads x rows x dim.
struct Numbers {
  std::size_t rows;
  std::vector<float> values;

  /// Between -size and size, all of them exact in f16, different for every seed.
  static Numbers random(std::size_t heads, std::size_t rows, std::uint32_t seed, float size) {
    Numbers made{rows, std::vector<float>(heads * rows * dim)};
    std::uint32_t state = seed * 2654435761U + 1;
    for (float& value : made.values) {
      state = state * 1664525U + 1013904223U;
      value = size * (static_cast<float>(state >> 24) / 128.0f - 1.0f);
    }
    return made;
  }
  [[nodiscard]] double at(std::size_t head, std::size_t row, std::size_t col) const {
    return static_cast<double>(values[(head * rows + row) * dim + col]);
  }
};

/// How much of its bound the largest error takes: of row `row` of head `head` of Q against the first `keys` rows of head
/// `kv` of K and V, where `got` points at what the kernel made of it with tiles of `keys_in_tile` and so many merges.
inline double share_of_bound(const float* got, const Numbers& q, std::size_t head, std::size_t row,
                             const Numbers& k, const Numbers& v, std::size_t kv, std::size_t keys,
                             std::size_t keys_in_tile, std::size_t merges = 0) {
  const attention::Row wanted = attention::attend(
      dim, keys, keys_in_tile, [&](std::size_t d) { return q.at(head, row, d); },
      [&](std::size_t j, std::size_t d) { return k.at(kv, j, d); },
      [&](std::size_t j, std::size_t d) { return v.at(kv, j, d); }, merges);
  double worst = 0;
  for (std::size_t d = 0; d != dim; ++d) {
    const double share = std::abs(static_cast<double>(got[d]) - wanted.exact[d]) / wanted.bound[d];
    worst = std::isnan(share) ? 1e9 : std::max(worst, share);
  }
  return worst;
}

/// Copies rows of a matrix into a tensor of their own.
inline void write_rows(Sim& sim, const weft::HbmTensor<weft::f16>& to, const Numbers& from,
                       const std::vector<std::size_t>& rows) {
  const std::size_t heads = to.extent(0);
  std::vector<float> chosen;
  for (std::size_t head = 0; head != heads; ++head)
    for (const std::size_t row : rows)
      for (std::size_t d = 0; d != dim; ++d)
        chosen.push_back(from.values[(head * from.rows + row) * dim + d]);
  sim.values().write(to, chosen);
}
inline std::vector<std::size_t> range(std::size_t first, std::size_t last) {
  std::vector<std::size_t> all;
  for (; first != last; ++first) all.push_back(first);
  return all;
}

}  // namespace attention_test
