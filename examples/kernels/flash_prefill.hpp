// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <weft/weft.hpp>

#include "hoisted.hpp"
#include "online_softmax.hpp"

// Causal attention over a whole prompt on one PE: O = softmax(Q K^T / sqrt(dim), keys up to the query's own) V.
//
//   q   q_heads  x length x dim
//   k   kv_heads x length x dim    query head h uses KV head h / (q_heads / kv_heads)
//   v   kv_heads x length x dim
//   o   q_heads  x length x dim
//
// All are f16; scores, m, l and O are f32 on chip. Tiles of queries are the outer loop, tiles of keys the inner one: those
// above the diagonal are skipped, the one on it is masked.

namespace attention {

/// Tiles of `tile` queries and as many keys, each loaded `hoisted` key tiles ahead of its use (0: right where it is used).
template <std::size_t dim, std::size_t tile>
inline constexpr auto flash_prefill = [](auto& tl, weft::HbmTensor<weft::f16> q,
                                         weft::HbmTensor<weft::f16> k, weft::HbmTensor<weft::f16> v,
                                         weft::HbmTensor<weft::f16> o,
                                         std::size_t hoisted) -> weft::Kernel<> {
  using namespace weft;
  constexpr auto rows = shape<tile, dim>;
  const std::size_t heads = q.extent(0);
  const std::size_t group = heads / k.extent(0);
  const std::size_t tiles = tiles_of(q.extent(1), tile);
  const std::size_t stream = heads * tiles * (tiles + 1) / 2;
  const float scale = scale_for(dim);

  /// Where the next key tile of a stream lies: tile j for the queries of tile i.
  struct Place {
    std::size_t head = 0, i = 0, j = 0;
    void advance(std::size_t tiles) {
      if (++j > i) j = 0, ++i;
      if (i == tiles) i = 0, ++head;
    }
  };
  auto queries = hoisted_stream(heads * tiles, hoisted, [&](std::size_t t) {
    return tl.load(q.at(t / tiles, t % tiles * tile, 0), rows);
  });
  auto keys = hoisted_stream(stream, hoisted, [&, at = Place{}](std::size_t) mutable {
    if (at.j == 0) queries.up_to(at.head * tiles + at.i);
    const Place here = at;
    at.advance(tiles);
    return tl.load(k.at(here.head / group, here.j * tile, 0), rows);
  });
  auto values = hoisted_stream(stream, hoisted, [&, at = Place{}](std::size_t) mutable {
    const Place here = at;
    at.advance(tiles);
    return tl.load(v.at(here.head / group, here.j * tile, 0), rows);
  });
  for (std::size_t t = 0; t < hoisted; ++t) {
    keys.up_to(t);
    values.up_to(t);
  }

  auto visible = co_await tl.le(tl.iota(shape<1, tile>, axis<1>), tl.iota(shape<tile, 1>, axis<0>));
  std::size_t t = 0;
  for (std::size_t head = 0; head < heads; ++head)
    for (std::size_t i = 0; i < tiles; ++i) {
      auto partial = nothing_yet<tile, dim>(tl);
      for (std::size_t j = 0; j <= i; ++j, ++t) {
        keys.up_to(t + hoisted);
        auto s = co_await tl.dot(queries[head * tiles + i], tl.trans(keys[t]), dtype<f32>);
        s = co_await tl.mul(s, scale);
        if (j == i) s = co_await tl.where(visible, s, no_key);
        auto [next, weights] = co_await absorb<tile, dim, tile>(tl, partial, s);
        values.up_to(t + hoisted);
        std::get<2>(next) = co_await tl.dot(weights, values[t], std::get<2>(next));
        partial = next;
      }
      auto out = co_await tl.div(std::get<2>(partial), std::get<1>(partial));
      co_await tl.store_async(o.at(head, i * tile, 0), out);
    }
};

/// Both GEMMs as composites over blocks of `block` keys, for tiles of `tile` queries: only those key tiles are read that
/// some query of the tile may see; the last block is masked.
template <std::size_t dim, std::size_t tile, std::size_t block>
inline constexpr auto flash_prefill_composite =
    [](auto& tl, weft::HbmTensor<weft::f16> q, weft::HbmTensor<weft::f16> k,
       weft::HbmTensor<weft::f16> v, weft::HbmTensor<weft::f16> o) -> weft::Kernel<> {
  using namespace weft;
  constexpr auto kv_block = shape<block, dim>;
  const std::size_t heads = q.extent(0);
  const std::size_t group = heads / k.extent(0);
  const std::size_t tiles = tiles_of(q.extent(1), tile);
  const float scale = scale_for(dim);

  auto queries = tl.prefetch(heads * tiles, depth<1>, [&tl, q, tiles](std::uint64_t t) {
    return tl.load(q.at(t / tiles, t % tiles * tile, 0), shape<tile, dim>);
  });
  auto q_at = queries.begin();
  auto column = tl.iota(shape<1, block>, axis<1>);
  auto row = tl.iota(shape<tile, 1>, axis<0>);
  for (std::size_t head = 0; head < heads; ++head)
    for (std::size_t i = 0; i < tiles; ++i) {
      auto partial = nothing_yet<tile, dim>(tl);
      const std::size_t keys = (i + 1) * tile;
      for (std::size_t b = 0; b * block < keys; ++b) {
        const auto k_at = first_rows(k.at(head / group, b * block, 0), keys);
        const auto v_at = first_rows(v.at(head / group, b * block, 0), keys);
        auto pending = co_await tl.composite(gemm, *q_at, tl.trans(tl.ref(k_at, kv_block)),
                                             dtype<f32>, epilogue::scale(scale));
        auto s = co_await tl.wait(pending);
        if (keys - tile < (b + 1) * block) {
          const auto offset =
              static_cast<std::int32_t>(i * tile) - static_cast<std::int32_t>(b * block);
          auto last = co_await tl.add(row, offset);
          auto visible = co_await tl.le(column, last);
          s = co_await tl.where(visible, s, no_key);
        }
        auto [next, weights] = co_await absorb<tile, dim, block>(tl, partial, s);
        auto part = co_await tl.composite(gemm, weights, tl.ref(v_at, kv_block), dtype<f32>);
        std::get<2>(next) = co_await tl.add(std::get<2>(next), part);
        partial = next;
      }
      auto out = co_await tl.div(std::get<2>(partial), std::get<1>(partial));
      co_await tl.store_async(o.at(head, i * tile, 0), out);
      ++q_at;
    }
};

}  // namespace attention
