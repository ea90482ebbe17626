// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>
#include <weft/weft.hpp>

#include "online_softmax.hpp"
#include "ring_prefill.hpp"

// The prompt shared out as in ring_prefill.hpp, with both GEMMs as composites. A composite streams its second operand from
// HBM, and what travels round a ring by messages is on chip. So here nothing travels by itself: each PE goes round the ring
// of owners, its own keys first, then those of the PE before it, and so on, and its scheduler reads K and V where they lie,
// over the fabric. No two PEs begin at the same owner. Against messages this needs no room for what passes, no waiting
// for neighbours, and no writing of each block to one's own HBM to stream it from there; but a block passes every link
// between the two PEs, not one, and every tile of queries reads it anew.

namespace attention {

/// A block of keys that a tile of queries sees, at least in part.
struct SeenBlock {
  std::size_t owner;  ///< rank of the PE that has it
  std::size_t row;    ///< of the owner's rows, the first
  std::size_t key;    ///< of the prompt, the first
  std::size_t keys;   ///< how many of them, at most a block
};

/// What query tile `query` of the PE of a rank sees, in blocks of at most `block` keys, in the order of owners round the
/// ring. A block is of one run, so its keys lie side by side in the prompt and in HBM.
inline std::vector<SeenBlock> blocks_seen(std::size_t query, std::size_t rank, std::size_t pes,
                                          std::size_t length, std::size_t tile, std::size_t block) {
  std::vector<SeenBlock> seen;
  const std::size_t end = std::min(length, (query + 1) * tile);
  for (std::size_t step = 0; step != pes; ++step) {
    const std::size_t owner = (rank + pes - step) % pes;
    std::size_t row = 0;
    for (const TileRun& run : runs_on(owner, pes, tiles_of(length, tile))) {
      const std::size_t last = std::min(run.last * tile, end);
      for (std::size_t key = run.first * tile; key < last; key += block)
        seen.push_back({owner, row + key - run.first * tile, key, std::min(block, last - key)});
      row += (run.last - run.first) * tile;
    }
  }
  return seen;
}

/// Query tiles in turn, each over the blocks that it sees; the scores of the next block are issued ahead, so that K streams
/// under the softmax. `shares` are those of all ranks, and must outlive the run; a PE without rows does nothing.
template <std::size_t dim, std::size_t tile, std::size_t block>
inline constexpr auto ring_prefill_composite =
    [](auto& tl, weft::Group pes, std::span<const PromptShare> shares, std::size_t length,
       std::size_t q_heads, std::size_t kv_heads) -> weft::Kernel<> {
  using namespace weft;
  constexpr auto kv_block = shape<block, dim>;
  const std::size_t rank = pes.rank_of(tl.pe());
  const PromptShare& mine = shares[rank];
  const std::vector<std::size_t> owned = tiles_on(rank, pes.size(), tiles_of(length, tile));
  const float scale = scale_for(dim);

  auto queries = tl.prefetch(q_heads * owned.size(), depth<1>, [&](std::uint64_t t) {
    return tl.load(mine.q.at(t / owned.size(), t % owned.size() * tile, 0), shape<tile, dim>);
  });
  auto q_at = queries.begin();
  auto column = tl.iota(shape<1, block>, axis<1>);
  auto row = tl.iota(shape<tile, 1>, axis<0>);
  for (std::size_t head = 0; head < q_heads; ++head)
    for (std::size_t place = 0; place < owned.size(); ++place, ++q_at) {
      const std::size_t kv_head = head / (q_heads / kv_heads);
      const std::size_t first = owned[place] * tile;  // of its queries
      const std::vector<SeenBlock> seen =
          blocks_seen(owned[place], rank, pes.size(), length, tile, block);
      const auto there = [&](const HbmTensor<f16>& of, const SeenBlock& kv) {
        return first_rows(of.at(kv_head, kv.row, 0), kv.row + kv.keys);
      };

      auto partial = nothing_yet<tile, dim>(tl);
      auto ahead = co_await tl.composite(
          gemm, *q_at, tl.trans(tl.ref(there(shares[seen[0].owner].k, seen[0]), kv_block)),
          dtype<f32>, epilogue::scale(scale));
      for (std::size_t i = 0; i < seen.size(); ++i) {
        const SeenBlock& kv = seen[i];
        auto s = co_await tl.wait(ahead);
        if (i + 1 < seen.size())
          ahead = co_await tl.composite(
              gemm, *q_at,
              tl.trans(tl.ref(there(shares[seen[i + 1].owner].k, seen[i + 1]), kv_block)),
              dtype<f32>, epilogue::scale(scale));
        if (kv.key + kv.keys > first) {  // it reaches the diagonal
          auto last = co_await tl.add(
              row, static_cast<std::int32_t>(first) - static_cast<std::int32_t>(kv.key));
          auto visible = co_await tl.le(column, last);
          s = co_await tl.where(visible, s, no_key);
        } else if (kv.keys < block) {
          auto exists = co_await tl.lt(column, static_cast<std::int32_t>(kv.keys));
          s = co_await tl.where(exists, s, no_key);
        }
        auto [next, weights] = co_await absorb<tile, dim, block>(tl, partial, s);
        auto part = co_await tl.composite(
            gemm, weights, tl.ref(there(shares[kv.owner].v, kv), kv_block), dtype<f32>);
        std::get<2>(next) = co_await tl.add(std::get<2>(next), part);
        partial = next;
      }
      auto out = co_await tl.div(std::get<2>(partial), std::get<1>(partial));
      co_await tl.store_async(mine.o.at(head, place * tile, 0), out);
    }
};

}  // namespace attention
