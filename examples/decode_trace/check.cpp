// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include "check.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "../kernels/flash_prefill.hpp"
#include "check_step.hpp"
#include "sizes.hpp"

namespace decode_trace {
namespace {

template <std::size_t group>
void check_decodes(Checked& checked, const Model& model, std::uint32_t keys, const Rows& rows) {
  constexpr auto tiles = attention::flash_decode<group, head_dim, checked_tile>;
  constexpr auto composite = attention::flash_decode_composite<group, head_dim, checked_block>;
  const attention::DecodeShape one{model.kv_heads, group, head_dim, keys};
  const std::string in_tiles = fmt::format("tiles of {}", checked_tile);
  const std::string in_blocks = fmt::format("composites over {}", checked_block);
  const std::size_t hoisted = rows.prefetch.back();
  check_decode(checked, in_tiles, tiles, checked_tile, one, {}, hoisted);
  check_decode(checked, in_blocks, composite, checked_block, one, {});
  for (const std::size_t page : rows.page)
    check_decode(checked, fmt::format("{}, pages of {}", in_tiles, page), tiles, checked_tile, one,
                 {page, rows.seed}, hoisted);
  for (const std::size_t pes : rows.pes) {
    if (pes == 1) continue;
    attention::DecodeShape split = one;
    split.pes = pes;
    check_decode(checked, fmt::format("{}, {} PEs", in_tiles, pes), tiles, checked_tile, split, {},
                 hoisted);
    check_decode(checked, fmt::format("{}, {} PEs", in_blocks, pes), composite, checked_block,
                 split, {});
  }
}

void check_prefills(Checked& checked, std::uint32_t length, const Rows& rows) {
  constexpr std::size_t looks = 64;
  check_prefill(checked, fmt::format("prefill, tiles of {}", prefill_tile),
                attention::flash_prefill<head_dim, prefill_tile>, prefill_tile, length, head_dim,
                looks, rows.prefetch.back());
  check_prefill(checked, fmt::format("prefill, composites over {}", prefill_block),
                attention::flash_prefill_composite<head_dim, prefill_tile, prefill_block>,
                prefill_block, length, head_dim, looks);
}

}  // namespace

void check_request(Checked& checked, const Model& model, std::uint32_t keys, const Rows& rows) {
  if (rows.phase == Phase::prefill)
    check_prefills(checked, keys, rows);
  else
    attention::with_group(
        model, [&]<std::size_t group>() { check_decodes<group>(checked, model, keys, rows); });
  ++checked.requests;
}

}  // namespace decode_trace
