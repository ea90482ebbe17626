// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstddef>
#include <tuple>
#include <weft/weft.hpp>

// The online softmax that every attention kernel here shares (Milakov and Gimelshein, arXiv 1805.02867;
// FlashAttention: Dao et al., arXiv 2205.14135).

namespace attention {

/// What stands for "no key": far below every score, but finite, so that a row or a PE without any key keeps
/// m = no_key, l = 0, O = 0 and no NaN arises when two such are merged.
inline constexpr float no_key = -1.0e30f;

template <std::size_t rows>
using Column = weft::Tensor<weft::f32, weft::Shape<rows, 1>>;
template <std::size_t rows, std::size_t dim>
using Accumulator = weft::Tensor<weft::f32, weft::Shape<rows, dim>>;

/// Attention over some of the keys: the row maximum m, the sum l of exp(s - m), and O = exp(s - m) V, not yet divided.
template <std::size_t rows, std::size_t dim>
using Partial = std::tuple<Column<rows>, Column<rows>, Accumulator<rows, dim>>;

/// A tile of keys and the same of values, on their way.
template <std::size_t keys, std::size_t dim>
struct KvTile {
  weft::Deferred<weft::Tensor<weft::f16, weft::Shape<keys, dim>>> k;
  weft::Deferred<weft::Tensor<weft::f16, weft::Shape<keys, dim>>> v;
};

/// Over no keys.
template <std::size_t rows, std::size_t dim>
Partial<rows, dim> nothing_yet(auto& tl) {
  using namespace weft;
  const auto m = tl.full(shape<rows, 1>, dtype<f32>, no_key);
  const auto l = tl.zeros(shape<rows, 1>, dtype<f32>);
  const auto o = tl.zeros(shape<rows, dim>, dtype<f32>);
  return Partial<rows, dim>(m, l, o);
}

/// A partial, and the weights with which it takes up a tile of V.
template <std::size_t rows, std::size_t dim, std::size_t keys>
using Absorbed = std::tuple<Partial<rows, dim>, weft::Tensor<weft::f16, weft::Shape<rows, keys>>>;

/// The softmax of one tile of scores: the weights exp(s - m) as f16 for the second GEMM, and the partial with m and l
/// brought up to date and O rescaled to the new m; adding weights times V to its O is left to the caller.
template <std::size_t rows, std::size_t dim, std::size_t keys>
weft::Kernel<Absorbed<rows, dim, keys>> absorb(
    auto& tl, Partial<rows, dim> so_far, weft::Tensor<weft::f32, weft::Shape<rows, keys>> scores) {
  using namespace weft;
  auto [m, l, o] = so_far;
  auto tile_max = co_await tl.max(scores, axis<1>);
  auto new_m = co_await tl.max(m, tile_max);
  auto centred = co_await tl.sub(scores, new_m);
  auto p = co_await tl.exp(centred);
  auto shrink = co_await tl.sub(m, new_m);
  shrink = co_await tl.exp(shrink);
  auto tile_sum = co_await tl.sum(p, axis<1>);
  auto new_l = co_await tl.mul(l, shrink);
  new_l = co_await tl.add(new_l, tile_sum);
  auto new_o = co_await tl.mul(o, shrink);
  auto weights = co_await tl.cast(p, dtype<f16>);
  co_return Absorbed<rows, dim, keys>(Partial<rows, dim>(new_m, new_l, new_o), weights);
}

/// Two partials over different keys as one over all of them. Associative, so any tree of merges gives the same but for
/// rounding.
inline constexpr auto merge = [](auto& tl, auto a, auto b) -> weft::Kernel<decltype(a)> {
  auto [m_a, l_a, o_a] = a;
  auto [m_b, l_b, o_b] = b;
  auto m = co_await tl.max(m_a, m_b);
  auto shrink_a = co_await tl.sub(m_a, m);
  shrink_a = co_await tl.exp(shrink_a);
  auto shrink_b = co_await tl.sub(m_b, m);
  shrink_b = co_await tl.exp(shrink_b);
  l_a = co_await tl.mul(l_a, shrink_a);
  l_b = co_await tl.mul(l_b, shrink_b);
  auto l = co_await tl.add(l_a, l_b);
  o_a = co_await tl.mul(o_a, shrink_a);
  o_b = co_await tl.mul(o_b, shrink_b);
  auto o = co_await tl.add(o_a, o_b);
  co_return decltype(a)(m, l, o);
};

/// 1 / sqrt(dim), by which scores are multiplied.
inline float scale_for(std::size_t dim) { return 1.0f / std::sqrt(static_cast<float>(dim)); }

constexpr std::size_t tiles_of(std::size_t rows, std::size_t tile) {
  return (rows + tile - 1) / tile;
}

/// The first `rows` rows of a matrix, from the same place: what lies behind them is neither read nor seen.
template <class D>
weft::HbmPosition<D> first_rows(weft::HbmPosition<D> from, std::size_t rows) {
  from.rows = std::min<std::uint64_t>(from.rows, rows);
  return from;
}

}  // namespace attention
