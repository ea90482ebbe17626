// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <weft/weft.hpp>

#include "models.hpp"

namespace decode_trace {

/// How many tiles ahead of its use a load can be written.
inline constexpr std::size_t most_hoisted = 3;

/// One decode step of grouped-query attention, O = softmax(Q K^T / sqrt(head_dim)) V, on one PE,
/// the KV heads in turn. The softmax is online: a running row maximum m and sum l, with the
/// unfinished O rescaled as m grows (FlashAttention: Dao et al., NeurIPS 2022; arXiv 2205.14135).
///
///   q  kv_heads x group x head_dim    one new token's queries
///   k  kv_heads x keys  x head_dim    keys of the whole context
///   v  kv_heads x keys  x head_dim    values of the whole context
///   o  kv_heads x group x head_dim    the result
///
/// All are f16 in HBM. Scores, m, l and O are f32 on chip; the weights P go into the second GEMM as
/// f16, and l is the sum of the f32 weights.
///
/// `hoisted` says how many tiles ahead of its use a load is written; 0: right where it is used. All
/// tiles of all heads form one stream, so that hoisted loads run ahead over the end of a head. Tile
/// t lives in slot t mod (hoisted + 1) until tile t + hoisted + 1 takes its place.
template <HeadShape head_shape, std::size_t tile_keys>
inline constexpr auto flash_decode = [](auto& tl, weft::HbmTensor<weft::f16> q,
                                        weft::HbmTensor<weft::f16> k, weft::HbmTensor<weft::f16> v,
                                        weft::HbmTensor<weft::f16> o,
                                        std::size_t hoisted) -> weft::Kernel<> {
  using namespace weft;
  constexpr auto q_tile = shape<head_shape.group, head_shape.head_dim>;
  constexpr auto kv_tile = shape<tile_keys, head_shape.head_dim>;
  constexpr auto column = shape<head_shape.group, 1>;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  if (hoisted > most_hoisted) throw Error("flash_decode: loads can be hoisted at most 3 tiles");
  const std::size_t slots = hoisted + 1;
  const float scale = 1.0f / std::sqrt(static_cast<float>(head_shape.head_dim));

  const std::size_t heads = k.extent(0);
  const std::size_t keys = k.extent(1);
  const std::size_t tiles = (keys + tile_keys - 1) / tile_keys;
  const std::size_t stream = heads * tiles;

  using QTile = Tensor<f16, Shape<head_shape.group, head_shape.head_dim>>;
  using KvTile = Tensor<f16, Shape<tile_keys, head_shape.head_dim>>;
  std::array<Deferred<QTile>, most_hoisted + 1> q_tiles;
  std::array<Deferred<KvTile>, most_hoisted + 1> k_tiles;
  std::array<Deferred<KvTile>, most_hoisted + 1> v_tiles;
  const auto load_k = [&](std::size_t t) {
    if (t >= stream) return;
    const std::size_t head = t / tiles;
    if (t % tiles == 0) q_tiles[head % slots] = tl.load(q.at(head, 0, 0), q_tile);
    k_tiles[t % slots] = tl.load(k.at(head, t % tiles * tile_keys, 0), kv_tile);
  };
  const auto load_v = [&](std::size_t t) {
    if (t >= stream) return;
    v_tiles[t % slots] = tl.load(v.at(t / tiles, t % tiles * tile_keys, 0), kv_tile);
  };

  for (std::size_t t = 0; t < hoisted; ++t) {
    load_k(t);
    load_v(t);
  }
  for (std::size_t head = 0; head < heads; ++head) {
    auto m = tl.full(column, dtype<f32>, -infinity);
    auto l = tl.zeros(column, dtype<f32>);
    auto acc = tl.zeros(q_tile, dtype<f32>);
    for (std::size_t tile = 0; tile < tiles; ++tile) {
      const std::size_t t = head * tiles + tile;

      load_k(t + hoisted);
      auto s = co_await tl.dot(q_tiles[head % slots], tl.trans(k_tiles[t % slots]), dtype<f32>);
      s = co_await tl.mul(s, scale);
      if (const std::size_t left = keys - tile * tile_keys; left < tile_keys) {
        auto exists =
            co_await tl.lt(tl.iota(shape<1, tile_keys>, axis<1>), static_cast<std::int32_t>(left));
        s = co_await tl.where(exists, s, -infinity);
      }

      auto tile_max = co_await tl.max(s, axis<1>);
      auto new_m = co_await tl.max(m, tile_max);
      auto centred = co_await tl.sub(s, new_m);
      auto p = co_await tl.exp(centred);
      auto shrink = co_await tl.sub(m, new_m);
      shrink = co_await tl.exp(shrink);
      auto tile_sum = co_await tl.sum(p, axis<1>);
      l = co_await tl.mul(l, shrink);
      l = co_await tl.add(l, tile_sum);
      acc = co_await tl.mul(acc, shrink);
      m = new_m;
      auto weights = co_await tl.cast(p, dtype<f16>);

      load_v(t + hoisted);
      acc = co_await tl.dot(weights, v_tiles[t % slots], acc);
    }
    auto out = co_await tl.div(acc, l);
    co_await tl.store(o.at(head, 0, 0), out);
  }
};

}  // namespace decode_trace
