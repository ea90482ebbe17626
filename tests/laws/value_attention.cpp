// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/device/tiny.hpp>
#include <weft/values.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../../examples/kernels/attention_bound.hpp"
#include "../../examples/kernels/flash_decode.hpp"
#include "../../examples/kernels/flash_prefill.hpp"
#include "support/catch.hpp"

// Attention kernels against a plain loop in f64. How far they may be apart follows from the element types: see
// attention_bound.hpp.

namespace {

using Sim = weft::Simulation<weft::device::Tiny, weft::Values>;
using Tensor = weft::HbmTensor<weft::f16>;

/// A tensor heads x rows x dim and its numbers, as rounded to f16.
struct Numbers {
  Tensor tensor;
  std::vector<float> values;
  std::size_t rows;
  std::size_t dim;

  Numbers(Sim& sim, std::size_t heads, std::size_t rows_, std::size_t dim_, float size,
          std::uint32_t seed)
      : tensor(sim.hbm().tensor(weft::dtype<weft::f16>, heads, rows_, dim_)),
        values(heads * rows_ * dim_),
        rows(rows_),
        dim(dim_) {
    std::uint32_t state = seed * 2654435761U + 1;
    for (float& value : values) {
      state = state * 1664525U + 1013904223U;
      value = size * (static_cast<float>(state >> 8) * 0x1p-23F - 1.0F);
    }
    sim.values().write(tensor, values);
    values = sim.values().read(tensor);
  }
  [[nodiscard]] double at(std::size_t head, std::size_t row, std::size_t d) const {
    return static_cast<double>(values[(head * rows + row) * dim + d]);
  }
};

/// The plain loop: row `row` of head `head` of Q on the first `keys` rows of head `kv` of K and V.
std::vector<double> reference(const Numbers& q, std::size_t head, std::size_t row, const Numbers& k,
                              const Numbers& v, std::size_t kv, std::size_t keys) {
  std::vector<double> out(q.dim);
  double total = 0;
  for (std::size_t j = 0; j != keys; ++j) {
    double score = 0;
    for (std::size_t d = 0; d != q.dim; ++d) score += q.at(head, row, d) * k.at(kv, j, d);
    const double weight = std::exp(score / std::sqrt(static_cast<double>(q.dim)));
    total += weight;
    for (std::size_t d = 0; d != q.dim; ++d) out[d] += weight * v.at(kv, j, d);
  }
  for (double& number : out) number /= total;
  return out;
}

/// The largest share of its bound that an error takes.
double worst_share(const std::vector<float>& got, std::size_t at, const Numbers& q,
                   std::size_t head, std::size_t row, const Numbers& k, const Numbers& v,
                   std::size_t kv, std::size_t keys, std::size_t tile) {
  const std::vector<double> wanted = reference(q, head, row, k, v, kv, keys);
  const attention::Row bounds = attention::attend(
      q.dim, keys, tile, [&](std::size_t d) { return q.at(head, row, d); },
      [&](std::size_t j, std::size_t d) { return k.at(kv, j, d); },
      [&](std::size_t j, std::size_t d) { return v.at(kv, j, d); });
  double worst = 0;
  for (std::size_t d = 0; d != q.dim; ++d) {
    CHECK(std::abs(bounds.exact[d] - wanted[d]) <= 0x1p-20 * bounds.bound[d]);
    const double share = std::abs(static_cast<double>(got[at + d]) - wanted[d]) / bounds.bound[d];
    worst = std::isnan(share) ? 1e9 : std::max(worst, share);
  }
  return worst;
}

template <std::size_t group>
double decode_share(std::size_t kv_heads, std::size_t keys, std::size_t hoisted) {
  constexpr std::size_t dim = 32, tile = 16;
  Sim sim;
  const Numbers q(sim, kv_heads, group, dim, 4, 1), k(sim, kv_heads, keys, dim, 1, 2),
      v(sim, kv_heads, keys, dim, 1, 3);
  const Tensor o = sim.hbm().tensor(weft::dtype<weft::f16>, kv_heads, group, dim);
  sim.launch(attention::flash_decode<group, dim, tile>, weft::Group(0, 1), q.tensor,
             attention::KvShare{k.tensor, v.tensor, keys}, o, nullptr, hoisted);
  sim.run();
  CHECK(sim.values().hazards().empty());
  const std::vector<float> got = sim.values().read(o);
  double worst = 0;
  for (std::size_t head = 0; head != kv_heads; ++head)
    for (std::size_t g = 0; g != group; ++g)
      worst = std::max(
          worst, worst_share(got, (head * group + g) * dim, q, head, g, k, v, head, keys, tile));
  return worst;
}

}  // namespace

TEST_CASE("value kernels: flash-decode, groups of 1, 4, 7 and 8") {
  double worst = 0;
  for (const std::size_t keys : {1U, 16U, 17U, 100U}) {
    CAPTURE(keys);
    for (const double share : {decode_share<1>(2, keys, 0), decode_share<4>(1, keys, 1),
                               decode_share<7>(2, keys, 2), decode_share<8>(2, keys, 3)}) {
      CHECK(share <= 1);
      worst = std::max(worst, share);
    }
  }
  CHECK(worst > 0.05);  // the bound is about these roundings, not about anything
}

TEST_CASE("value kernels: flash prefill with a causal mask") {
  constexpr std::size_t dim = 32, tile = 16;
  double worst = 0;
  for (const auto& [q_heads, kv_heads, length] :
       {std::array<std::size_t, 3>{1, 1, 1}, {1, 1, 16}, {3, 1, 33}, {4, 2, 50}}) {
    CAPTURE(q_heads, kv_heads, length);
    Sim sim;
    const Numbers q(sim, q_heads, length, dim, 4, 4), k(sim, kv_heads, length, dim, 1, 5),
        v(sim, kv_heads, length, dim, 1, 6);
    const Tensor o = sim.hbm().tensor(weft::dtype<weft::f16>, q_heads, length, dim);
    sim.launch(attention::flash_prefill<dim, tile>, q.tensor, k.tensor, v.tensor, o,
               std::size_t{2});
    sim.run();
    CHECK(sim.values().hazards().empty());
    const std::vector<float> got = sim.values().read(o);
    for (std::size_t head = 0; head != q_heads; ++head)
      for (std::size_t row = 0; row != length; ++row)
        worst = std::max(worst, worst_share(got, (head * length + row) * dim, q, head, row, k, v,
                                            head / (q_heads / kv_heads), row + 1, tile));
    CHECK(worst <= 1);
  }
  CHECK(worst > 0.05);
}
