// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>
#include <weft/weft.hpp>

#include "hoisted.hpp"
#include "online_softmax.hpp"

// One decode step of grouped-query attention, O = softmax(Q K^T / sqrt(dim)) V, the keys split over a group of PEs
// (Flash-Decoding: Dao et al., 2023). Every PE goes over its own keys and has a partial (m, l, O) for each KV head in
// turn; the partials are merged along a tree of messages, and the group's first PE stores the result. While the tree of
// one head merges, the other PEs' reads for the next heads go on. A group of one PE sends nothing.
//
//   q   kv_heads x group x dim   the new token's queries; every PE has a copy in its own HBM
//   k   kv_heads x keys x dim    this PE's keys, in its own HBM; a PE may have none
//   v   kv_heads x keys x dim
//   o   kv_heads x group x dim   the result, on the first PE
//
// All are f16; scores, m, l and O are f32 on chip.

namespace attention {

/// The keys and values that one PE has; of a PE that has none the tensors are empty. With a page table, K and V are pools of
/// pages instead, matrices of rows x (kv_heads * dim): key j of every head is in row pages[j / page] * page + j % page
/// (PagedAttention: Kwon et al., SOSP 2023). The table must outlive the run.
struct KvShare {
  weft::HbmTensor<weft::f16> k;
  weft::HbmTensor<weft::f16> v;
  std::size_t keys = 0;
  std::span<const std::uint32_t> pages{};
  std::size_t page = 0;  ///< tokens to a page

  /// The pool's row of every key; none without a page table.
  std::vector<std::uint32_t> rows() const {
    std::vector<std::uint32_t> of(pages.empty() ? 0 : keys);
    for (std::size_t j = 0; j != of.size(); ++j)
      of[j] = static_cast<std::uint32_t>(pages[j / page] * page + j % page);
    return of;
  }
};

/// How many of `keys` the PE of a rank gets: as equal as can be, the first ones one more.
constexpr std::size_t keys_of(std::size_t keys, std::size_t rank, std::size_t pes) {
  return keys / pes + (rank < keys % pes ? 1 : 0);
}

/// The end of a head: merges the group's partials; the first PE divides and stores. `merging` grows by the time that
/// this PE spends in the merge.
template <std::size_t group, std::size_t dim>
weft::Kernel<> finish_head(auto& tl, weft::Group pes, Partial<group, dim> partial,
                           weft::HbmPosition<weft::f16> to, weft::Duration* merging) {
  const weft::Duration before = co_await tl.now();
  partial = co_await weft::reduce(tl, pes, partial, merge);
  const weft::Duration after = co_await tl.now();
  if (merging != nullptr) *merging = *merging + (after - before);
  if (pes.rank_of(tl.pe()) == 0) {
    auto out = co_await tl.div(std::get<2>(partial), std::get<1>(partial));
    co_await tl.store_async(to, out);
  }
}

/// With loads: each `hoisted` tiles ahead of its use (0: right where it is used), over all tiles of all heads in one
/// stream, so that they run ahead over the end of a head. From a paged cache a tile is one request, with a setup for each
/// unbroken run of its pages.
template <std::size_t group, std::size_t dim, std::size_t tile>
inline constexpr auto flash_decode = [](auto& tl, weft::Group pes, weft::HbmTensor<weft::f16> q,
                                        KvShare kv, weft::HbmTensor<weft::f16> o,
                                        weft::Duration* merging,
                                        std::size_t hoisted) -> weft::Kernel<> {
  using namespace weft;
  constexpr auto q_tile = shape<group, dim>;
  constexpr auto kv_tile = shape<tile, dim>;
  const std::size_t heads = q.extent(0);
  const std::size_t tiles = tiles_of(kv.keys, tile);
  const float scale = scale_for(dim);

  const std::vector<std::uint32_t> rows = kv.rows();
  const auto listed = [&](const HbmTensor<f16>& pool, std::size_t t) {
    const std::size_t key = t % tiles * tile;
    return weft::rows(pool, std::span(rows).subspan(key, std::min(tile, kv.keys - key)),
                      t / tiles * dim);
  };
  auto queries = hoisted_stream(tiles == 0 ? 0 : heads, hoisted, [&](std::size_t head) {
    return tl.load(q.at(head, 0, 0), q_tile);
  });
  auto keys = hoisted_stream(heads * tiles, hoisted, [&](std::size_t t) {
    if (t % tiles == 0) queries.up_to(t / tiles);
    return kv.page == 0 ? tl.load(kv.k.at(t / tiles, t % tiles * tile, 0), kv_tile)
                        : tl.load(listed(kv.k, t), kv_tile);
  });
  auto values = hoisted_stream(heads * tiles, hoisted, [&](std::size_t t) {
    return kv.page == 0 ? tl.load(kv.v.at(t / tiles, t % tiles * tile, 0), kv_tile)
                        : tl.load(listed(kv.v, t), kv_tile);
  });
  for (std::size_t t = 0; t < hoisted; ++t) {
    keys.up_to(t);
    values.up_to(t);
  }

  for (std::size_t head = 0, t = 0; head < heads; ++head) {
    auto partial = nothing_yet<group, dim>(tl);
    for (std::size_t i = 0; i < tiles; ++i, ++t) {
      keys.up_to(t + hoisted);
      auto s = co_await tl.dot(queries[head], tl.trans(keys[t]), dtype<f32>);
      s = co_await tl.mul(s, scale);
      if (const std::size_t left = kv.keys - i * tile; left < tile) {
        auto exists =
            co_await tl.lt(tl.iota(shape<1, tile>, axis<1>), static_cast<std::int32_t>(left));
        s = co_await tl.where(exists, s, no_key);
      }
      auto [next, weights] = co_await absorb<group, dim, tile>(tl, partial, s);
      values.up_to(t + hoisted);
      std::get<2>(next) = co_await tl.dot(weights, values[t], std::get<2>(next));
      partial = next;
    }
    co_await finish_head<group, dim>(tl, pes, partial, o.at(head, 0, 0), merging);
  }
};

/// With both GEMMs as composites over blocks of `block` keys: the scheduler streams K and V, the kernel does the softmax.
/// The scores of the next block are issued ahead, so that K streams under the softmax.
template <std::size_t group, std::size_t dim, std::size_t block>
inline constexpr auto flash_decode_composite =
    [](auto& tl, weft::Group pes, weft::HbmTensor<weft::f16> q, KvShare kv,
       weft::HbmTensor<weft::f16> o, weft::Duration* merging) -> weft::Kernel<> {
  using namespace weft;
  constexpr auto q_tile = shape<group, dim>;
  constexpr auto kv_block = shape<block, dim>;
  const std::size_t heads = q.extent(0);
  const std::size_t blocks = tiles_of(kv.keys, block);
  const std::size_t stream = heads * blocks;
  const float scale = scale_for(dim);

  auto q_now = tl.load(q.at(0, 0, 0), q_tile);
  auto q_next = q_now;
  Deferred<Tensor<f32, Shape<group, block>>> ahead;
  if (stream != 0)
    ahead = co_await tl.composite(gemm, q_now, tl.trans(tl.ref(kv.k.at(0, 0, 0), kv_block)),
                                  dtype<f32>, epilogue::scale(scale));
  for (std::size_t head = 0; head < heads; ++head) {
    if (head + 1 < heads) q_next = tl.load(q.at(head + 1, 0, 0), q_tile);
    auto partial = nothing_yet<group, dim>(tl);
    for (std::size_t i = 0; i < blocks; ++i) {
      auto s = co_await tl.wait(ahead);
      if (const std::size_t t = head * blocks + i + 1; t < stream)
        ahead = co_await tl.composite(
            gemm, i + 1 < blocks ? q_now : q_next,
            tl.trans(tl.ref(kv.k.at(t / blocks, t % blocks * block, 0), kv_block)), dtype<f32>,
            epilogue::scale(scale));
      if (const std::size_t left = kv.keys - i * block; left < block) {
        auto exists =
            co_await tl.lt(tl.iota(shape<1, block>, axis<1>), static_cast<std::int32_t>(left));
        s = co_await tl.where(exists, s, no_key);
      }
      auto [next, weights] = co_await absorb<group, dim, block>(tl, partial, s);
      auto part = co_await tl.composite(gemm, weights,
                                        tl.ref(kv.v.at(head, i * block, 0), kv_block), dtype<f32>);
      std::get<2>(next) = co_await tl.add(std::get<2>(next), part);
      partial = next;
    }
    co_await finish_head<group, dim>(tl, pes, partial, o.at(head, 0, 0), merging);
    q_now = q_next;
  }
};

}  // namespace attention
