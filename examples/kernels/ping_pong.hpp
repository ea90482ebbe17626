// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <weft/weft.hpp>

#include "online_softmax.hpp"

namespace attention {

/// Attention of one tile of queries to all keys as one of two kernels that share a PE and take turns: while one has the
/// GEMM engine the other does its softmax (FlashAttention-3: Shah et al., arXiv 2407.08608). Both go over the same
/// number of key tiles. With G = the two GEMMs of a tile and M = its softmax, a tile takes max(G, M) instead of G + M.
///
///   turn       0     1     2     3     4    ...
///   first     S0     #   O0 S1   #   O1 S2  ...     S = q K^T, O += P V; # softmax
///   second           S0    #   O0 S1   #    ...
///
/// `turns` is a barrier of two parties; `second` says which of the two this is. q and o are one tile of rows, k and v whole
/// tiles.
template <std::size_t dim, std::size_t tile>
inline constexpr auto ping_pong = [](auto& tl, weft::Barrier* turns, bool second,
                                     weft::HbmTensor<weft::f16> q, weft::HbmTensor<weft::f16> k,
                                     weft::HbmTensor<weft::f16> v,
                                     weft::HbmTensor<weft::f16> o) -> weft::Kernel<> {
  using namespace weft;
  constexpr auto rows = shape<tile, dim>;
  const std::size_t tiles = k.extent(0) / tile;
  const float scale = scale_for(dim);

  auto q_tile = tl.load(q, rows);
  auto keys = tl.prefetch(k, rows, depth<2>);
  auto values = tl.prefetch(v, rows, depth<2>);
  auto k_at = keys.begin();
  auto v_at = values.begin();
  auto partial = nothing_yet<tile, dim>(tl);
  Tensor<f16, Shape<tile, tile>> weights;
  co_await weft::when_all(q_tile, *k_at, *v_at);

  if (second) co_await turns->arrive_and_wait();
  for (std::size_t t = 0; t < tiles; ++t) {
    if (t > 0) {
      std::get<2>(partial) = co_await tl.dot(weights, *v_at, std::get<2>(partial));
      ++v_at;
    }
    auto s = co_await tl.dot(q_tile, tl.trans(*k_at), dtype<f32>);
    ++k_at;
    co_await turns->arrive_and_wait();

    s = co_await tl.mul(s, scale);
    auto [next, p] = co_await absorb<tile, dim, tile>(tl, partial, s);
    partial = next;
    weights = p;
    co_await turns->arrive_and_wait();
  }
  std::get<2>(partial) = co_await tl.dot(weights, *v_at, std::get<2>(partial));
  if (!second) co_await turns->arrive_and_wait();
  auto out = co_await tl.div(std::get<2>(partial), std::get<1>(partial));
  co_await tl.store(o, out);
};

}  // namespace attention
