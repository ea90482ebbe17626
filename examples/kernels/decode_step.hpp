// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <utility>
#include <vector>
#include <weft/weft.hpp>

#include "flash_decode.hpp"

namespace attention {

/// How large one decode step is, and over how many PEs its keys are split.
struct DecodeShape {
  std::size_t kv_heads;
  std::size_t group;  ///< query heads to a KV head
  std::size_t dim;
  std::size_t keys;
  std::size_t pes = 1;
};

/// How a KV cache is paged: tokens to a page (0: it is not), and the seed of the order in which the pages lie.
struct Paging {
  std::size_t page = 0;
  std::uint64_t seed = 0;
};

/// `count` page numbers in an order that looks random: the same everywhere for the same seed (Fisher and Yates).
inline std::vector<std::uint32_t> shuffled_pages(std::size_t count, std::uint64_t seed) {
  std::vector<std::uint32_t> pages(count);
  std::iota(pages.begin(), pages.end(), 0U);
  std::mt19937_64 random(seed);
  for (std::size_t left = count; left > 1; --left)
    std::swap(pages[left - 1], pages[random() % left]);
  return pages;
}

/// The tensors of a decode step, in the HBM of its PEs.
struct DecodeStep {
  std::vector<weft::HbmTensor<weft::f16>> q;  ///< a copy for each PE
  std::vector<KvShare> kv;                    ///< each PE's keys, in the order of the PEs
  std::vector<std::vector<std::uint32_t>> page_tables;
  weft::HbmTensor<weft::f16> o;
};

/// Makes the tensors on the first PEs of a simulation. Paged, every PE has a page table and pools of just its pages.
template <class Sim>
DecodeStep place_decode(Sim& sim, const DecodeShape& shape, const Paging& paging = {}) {
  constexpr auto f16 = weft::dtype<weft::f16>;
  DecodeStep step;
  step.page_tables.resize(shape.pes);
  step.o = sim.hbm(0).tensor(f16, shape.kv_heads, shape.group, shape.dim);
  for (std::uint32_t pe = 0; pe != shape.pes; ++pe) {
    weft::HbmChannel& hbm = sim.hbm(pe);
    step.q.push_back(hbm.tensor(f16, shape.kv_heads, shape.group, shape.dim));
    KvShare kv;
    kv.keys = keys_of(shape.keys, pe, shape.pes);
    if (kv.keys != 0 && paging.page != 0) {
      std::vector<std::uint32_t>& table = step.page_tables[pe];
      table = shuffled_pages(tiles_of(kv.keys, paging.page), paging.seed + pe);
      kv.pages = table;
      kv.page = paging.page;
      kv.k = hbm.tensor(f16, table.size() * paging.page, shape.kv_heads * shape.dim);
      kv.v = hbm.tensor(f16, table.size() * paging.page, shape.kv_heads * shape.dim);
    } else if (kv.keys != 0) {
      kv.k = hbm.tensor(f16, shape.kv_heads, kv.keys, shape.dim);
      kv.v = hbm.tensor(f16, shape.kv_heads, kv.keys, shape.dim);
    }
    step.kv.push_back(kv);
  }
  return step;
}

/// Launches a decode kernel on every PE of the step. `merging`, if there is one, grows by the time that the PE with the
/// result spends in merges; `more` are the kernel's last arguments.
template <class Sim, class Kernel, class... More>
void launch_decode(Sim& sim, const Kernel& kernel, const DecodeStep& step, weft::Duration* merging,
                   More... more) {
  const weft::Group all(0, step.kv.size());
  for (std::uint32_t pe = 0; pe != step.kv.size(); ++pe) {
    weft::Duration* const watched = pe == 0 ? merging : nullptr;
    sim.launch_on(pe, kernel, all, step.q[pe], step.kv[pe], step.o, watched, more...);
  }
}

}  // namespace attention
