// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "words.hpp"

namespace decode_trace {

/// How a kernel has its GEMMs done: loads and dots of tiles, one op at a time, or composites over blocks.
enum class Form { tiles, composite };

enum class Phase { decode, prefill };

/// One way to run attention: a row of the table.
struct Variant {
  std::string key;    ///< in CSV and JSON
  std::string title;  ///< in the table
  Form form = Form::tiles;
  Phase phase = Phase::decode;
  bool blocking = false;    ///< loads return when their data is there
  std::size_t keys = 0;     ///< in a tile, or in a block
  std::size_t hoisted = 0;  ///< how many tiles ahead of its use a load is written
  std::size_t pes = 1;      ///< over which the keys are split
  std::size_t page = 0;     ///< tokens to a page of the KV cache; 0: it is not paged
  std::uint64_t seed = 0;   ///< of the order in which the pages lie
  std::size_t issue = 0;    ///< ns to issue an op
};

/// What one run took, or several together; in ps, and of the PE with the result if there are several.
struct Figures {
  std::int64_t latency = 0;
  std::int64_t reads = 0;     ///< the read channel is busy
  std::int64_t gemm = 0;      ///< the GEMM engine is
  std::int64_t math = 0;      ///< the math engine is
  std::int64_t own_math = 0;  ///< of that, for the kernel: the rest is epilogues of composites
  std::int64_t issue = 0;     ///< the CPU issues ops
  std::int64_t merging =
      0;  ///< the kernel is in merges: messages, their arithmetic, waiting for others
  std::int64_t bound = 0;  ///< see set_bound

  /// What comes one after the other: all ops of a kernel of tiles, the softmax of one of composites.
  std::int64_t in_turn(Form form) const {
    return (form == Form::tiles ? gemm + math : own_math) + issue;
  }

  /// The busiest of the engines and of what comes in turn: no order of the loads makes such a kernel faster.
  void set_bound(Form form) { bound = std::max({reads, gemm, math, in_turn(form)}); }

  bool limited_by_reads() const { return reads >= bound; }
  bool limited_by_issue(Form form) const {
    return in_turn(form) >= bound && 2 * issue >= in_turn(form);
  }

  /// Throws std::overflow_error beyond 64 bits of ps (107 days).
  Figures& operator+=(const Figures& other) {
    const auto add = [](std::int64_t& sum, std::int64_t value) {
      if (__builtin_add_overflow(sum, value, &sum))
        throw std::overflow_error("the total exceeds 2^63 ps (107 days)");
    };
    add(latency, other.latency);
    add(reads, other.reads);
    add(gemm, other.gemm);
    add(math, other.math);
    add(own_math, other.own_math);
    add(issue, other.issue);
    add(merging, other.merging);
    add(bound, other.bound);
    return *this;
  }
};

/// What the variants took over one context, or over several together.
using Step = std::vector<Figures>;

/// Which rows are asked for.
struct Rows {
  Phase phase = Phase::decode;
  std::size_t tile = 64;
  std::vector<std::size_t> prefetch{0, 1, 2};
  std::vector<std::size_t> block{256, 1024};
  std::vector<std::size_t> pes{};
  std::vector<std::size_t> page{};
  std::uint64_t seed = 1;
  std::vector<std::size_t> issue{0, 4};
};

/// For each issue cost: blocking, lazy at each of the hoist depths, composites of each block, then paged caches and many
/// PEs, with the loads hoisted furthest.
inline std::vector<Variant> variants_for(const Rows& rows) {
  std::vector<Variant> variants;
  for (const std::size_t issue : rows.issue) {
    const auto tiles = [&](std::size_t depth) {
      Variant lazy{.key = "lazy", .title = "lazy, loads where used"};
      if (depth != 0) {
        lazy.key = fmt::format("lazy_hoisted_{}", depth);
        lazy.title = fmt::format("lazy, hoisted {} tile{}", depth, depth == 1 ? "" : "s");
      }
      lazy.keys = rows.tile;
      lazy.hoisted = depth;
      return lazy;
    };
    const auto composite = [](std::size_t block) {
      Variant made{.key = fmt::format("composite_{}", block),
                   .title = fmt::format("composites over {}", grouped(block))};
      made.form = Form::composite;
      made.keys = block;
      return made;
    };
    const auto put = [&](Variant variant) {
      if (issue != 0) variant.key += fmt::format("_issue_{}", issue);
      variant.phase = rows.phase;
      variant.issue = issue;
      variants.push_back(std::move(variant));
    };
    const auto on_pes = [](Variant variant, std::size_t pes) {
      variant.key += fmt::format("_pes_{}", pes);
      variant.title += fmt::format(", {} PEs", pes);
      variant.pes = pes;
      return variant;
    };

    Variant blocking = tiles(0);
    blocking.key = blocking.title = "blocking";
    blocking.blocking = true;
    put(blocking);
    for (const std::size_t depth : rows.prefetch) put(tiles(depth));
    for (const std::size_t block : rows.block) put(composite(block));
    for (const std::size_t page : rows.page) {
      Variant paged = tiles(rows.prefetch.back());
      paged.key += fmt::format("_paged_{}", page);
      paged.title += fmt::format(", pages of {}", page);
      paged.page = page;
      paged.seed = rows.seed;
      put(paged);
    }
    for (const std::size_t pes : rows.pes) {
      if (pes == 1) continue;  // the rows above
      put(on_pes(tiles(rows.prefetch.back()), pes));
      for (const std::size_t block : rows.block) put(on_pes(composite(block), pes));
    }
  }
  return variants;
}

}  // namespace decode_trace
