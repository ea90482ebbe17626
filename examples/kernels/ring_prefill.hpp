// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>
#include <weft/weft.hpp>

#include "online_softmax.hpp"

// Causal attention over a whole prompt on a group of PEs (Ring Attention: Liu et al., arXiv 2310.01889). The prompt is cut
// into tiles of rows; every PE has some of them, queries, keys and values alike, in its own HBM. Queries stay; the tiles of
// K and V travel once round the ring of ranks while every PE computes with those at hand.

namespace attention {

/// The rows of one PE, in the order of `tiles_on`: q and o are q_heads x rows x dim, k and v kv_heads x rows x dim.
struct PromptShare {
  weft::HbmTensor<weft::f16> q;
  weft::HbmTensor<weft::f16> k;
  weft::HbmTensor<weft::f16> v;
  weft::HbmTensor<weft::f16> o;
};

/// Tiles `first` to before `last` of a prompt.
struct TileRun {
  std::size_t first;
  std::size_t last;
};
/// What the PE of a rank has of a prompt: it is cut into 2 P runs, and a PE has one from the front and its mirror image from
/// the back: then the triangle below the diagonal is shared fairly.
constexpr std::array<TileRun, 2> runs_on(std::size_t rank, std::size_t pes, std::size_t tiles) {
  const auto run = [&](std::size_t n) {
    return TileRun{n * tiles / (2 * pes), (n + 1) * tiles / (2 * pes)};
  };
  return {run(rank), run(2 * pes - 1 - rank)};
}
/// The tiles of both runs, ascending.
inline std::vector<std::size_t> tiles_on(std::size_t rank, std::size_t pes, std::size_t tiles) {
  std::vector<std::size_t> mine;
  for (const TileRun& run : runs_on(rank, pes, tiles))
    for (std::size_t t = run.first; t != run.last; ++t) mine.push_back(t);
  return mine;
}
/// How many rows of a prompt these tiles hold; only the prompt's last tile may be short.
inline std::size_t rows_in(const std::vector<std::size_t>& tiles, std::size_t tile,
                           std::size_t length) {
  std::size_t rows = 0;
  for (const std::size_t t : tiles) rows += std::min(tile, length - t * tile);
  return rows;
}

/// The n-th of `count` places when they are taken from the front and the back in turn: so any few of a PE's tiles, early
/// ones that see little and late ones that see much, are a fair share of work.
constexpr std::size_t in_turn(std::size_t n, std::size_t count) {
  return n % 2 == 0 ? n / 2 : count - 1 - n / 2;
}

/// A tile of queries that a PE works on.
struct QueryTile {
  std::size_t head;   ///< among the query heads of a KV head
  std::size_t place;  ///< among the PE's tiles
  std::size_t tile;   ///< of the prompt
};
/// The query tiles of a pass on a PE that has the tiles `owned`: `resident` at a time.
inline std::vector<QueryTile> queries_in(std::size_t pass, std::size_t resident, std::size_t group,
                                         const std::vector<std::size_t>& owned) {
  std::vector<QueryTile> queries;
  for (std::size_t n = pass * resident; n < std::min(group * owned.size(), (pass + 1) * resident);
       ++n) {
    const std::size_t place = in_turn(n % owned.size(), owned.size());
    queries.push_back({n / owned.size(), place, owned[place]});
  }
  return queries;
}

/// A tile of K and V that comes by at a PE.
struct Passing {
  std::size_t pass;
  std::size_t tile;   ///< of the prompt
  std::size_t place;  ///< among its owner's tiles
  std::size_t step;   ///< how many PEs it has come along
};
/// The order in which they come, for one KV head: in every pass, one tile of the PE itself, then one of the PE before it in
/// the ring, and so on round; then the next of each. So no PE is ever ahead of its neighbour by more than what is under
/// way between them. PEs of even and odd rank begin at opposite ends: early tiles, which many queries see, and late ones
/// alternate. Tiles that no query of a pass may see, on no PE, stay at home.
inline std::vector<Passing> passing_at(std::size_t rank, std::size_t pes, std::size_t tiles,
                                       std::size_t resident, std::size_t group) {
  std::vector<std::vector<std::size_t>> owned;
  std::size_t most = 0;
  for (std::size_t r = 0; r != pes; ++r) {
    owned.push_back(tiles_on(r, pes, tiles));
    most = std::max(most, owned.back().size());
  }
  std::vector<Passing> order;
  for (std::size_t pass = 0; pass * resident < group * most; ++pass) {
    std::size_t last = 0;
    for (const auto& of_rank : owned)
      for (const QueryTile& query : queries_in(pass, resident, group, of_rank))
        last = std::max(last, query.tile);
    for (std::size_t n = 0; n != most; ++n)
      for (std::size_t step = 0; step != pes; ++step) {
        const std::size_t owner = (rank + pes - step) % pes;
        const std::size_t count = owned[owner].size();
        if (n >= count) continue;
        const std::size_t place =
            owner % 2 == 0 ? in_turn(n, count) : count - 1 - in_turn(n, count);
        if (owned[owner][place] <= last) order.push_back({pass, owned[owner][place], place, step});
      }
  }
  return order;
}

/// `waiting` grows by the time that this PE waits for tiles from others, or for others to take its own. `resident` query tiles are on chip at a time;
/// where a PE has more, tiles of K and V go round again.
template <std::size_t dim, std::size_t tile, std::size_t resident = 4>
inline constexpr auto ring_prefill =
    [](auto& tl, weft::Group pes, PromptShare mine, std::size_t length, std::size_t q_heads,
       std::size_t kv_heads, weft::Duration* waiting) -> weft::Kernel<> {
  using namespace weft;
  using Rows = Tensor<f16, Shape<tile, dim>>;
  const std::size_t group = q_heads / kv_heads;
  const std::size_t tiles = tiles_of(length, tile);
  const std::uint32_t rank = pes.rank_of(tl.pe());
  const std::vector<std::size_t> owned = tiles_on(rank, pes.size(), tiles);
  const std::vector<Passing> passing = passing_at(rank, pes.size(), tiles, resident, group);
  const float scale = scale_for(dim);

  auto visible = co_await tl.le(tl.iota(shape<1, tile>, axis<1>), tl.iota(shape<tile, 1>, axis<0>));
  auto stream = tl.prefetch(
      kv_heads * passing.size(), depth<2>, [&tl, &passing, pes, rank, mine](std::uint64_t n) {
        const Passing& next = passing[n % passing.size()];
        if (next.step != 0) {
          auto k = tl.recv(pes.before(rank), shape<tile, dim>, dtype<f16>);
          auto v = tl.recv(pes.before(rank), shape<tile, dim>, dtype<f16>);
          return KvTile<tile, dim>{std::move(k), std::move(v)};
        }
        const std::uint64_t head = n / passing.size();
        auto k = tl.load(mine.k.at(head, next.place * tile, 0), shape<tile, dim>);
        auto v = tl.load(mine.v.at(head, next.place * tile, 0), shape<tile, dim>);
        return KvTile<tile, dim>{std::move(k), std::move(v)};
      });
  auto at = stream.begin();
  std::array<std::pair<Deferred<void>, Deferred<void>>, 2>
      under_way;  // tiles not yet taken over by the next PE
  std::size_t sent = 0;

  for (std::size_t kv_head = 0; kv_head < kv_heads; ++kv_head) {
    std::size_t here = 0;
    for (std::size_t pass = 0; here != passing.size(); ++pass) {
      const std::vector<QueryTile> mine_now = queries_in(pass, resident, group, owned);
      std::vector<Deferred<Rows>> queries;
      std::vector<Partial<tile, dim>> partials;
      for (const QueryTile& query : mine_now) {
        const std::size_t head = kv_head * group + query.head;
        queries.push_back(tl.load(mine.q.at(head, query.place * tile, 0), shape<tile, dim>));
        partials.push_back(nothing_yet<tile, dim>(tl));
      }
      for (; here != passing.size() && passing[here].pass == pass; ++here, ++at) {
        const Passing& kv = passing[here];
        auto k = (*at).k;
        auto v = (*at).v;
        const Duration before = co_await tl.now();
        if (kv.step != 0) co_await weft::when_all(k, v);
        if (kv.step + 1 != pes.size()) {
          auto& [k_sent, v_sent] = under_way[sent++ % under_way.size()];
          if (!k_sent.empty()) co_await tl.wait(k_sent);
          if (!v_sent.empty()) co_await tl.wait(v_sent);
          k_sent = co_await tl.send_async(pes.after(rank), k);
          v_sent = co_await tl.send_async(pes.after(rank), v);
        }
        const Duration after = co_await tl.now();
        if (waiting != nullptr && pes.size() != 1) *waiting = *waiting + (after - before);
        for (std::size_t i = 0; i < mine_now.size(); ++i) {
          if (kv.tile > mine_now[i].tile) continue;
          auto s = co_await tl.dot(queries[i], tl.trans(k), dtype<f32>);
          s = co_await tl.mul(s, scale);
          if (kv.tile == mine_now[i].tile) s = co_await tl.where(visible, s, no_key);
          auto [next, weights] = co_await absorb<tile, dim, tile>(tl, partials[i], s);
          std::get<2>(next) = co_await tl.dot(weights, v, std::get<2>(next));
          partials[i] = next;
        }
      }
      for (std::size_t i = 0; i < mine_now.size(); ++i) {
        auto out = co_await tl.div(std::get<2>(partials[i]), std::get<1>(partials[i]));
        const std::size_t head = kv_head * group + mine_now[i].head;
        co_await tl.store_async(mine.o.at(head, mine_now[i].place * tile, 0), out);
      }
    }
  }
};

}  // namespace attention
