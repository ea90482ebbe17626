// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "../../examples/kernels/flash_prefill.hpp"
#include "../../examples/kernels/ping_pong.hpp"
#include "../../examples/kernels/ring_prefill.hpp"
#include "../../examples/kernels/ring_prefill_composite.hpp"
#include "examples/attention_numbers.hpp"

// Prefill and ping-pong in values; the group of a prefill is chosen at run time. Decode is in attention_groups.cpp.

using namespace attention;
using namespace attention_test;

namespace {

enum class Form { lazy, composite };

constexpr std::size_t keys_in(Form form) { return form == Form::lazy ? tile : block; }

/// How much of its bound the largest error of a causal prefill takes; `got(head, row)` points at the result.
template <class Got>
double prefill_share(const Numbers& q, const Numbers& k, const Numbers& v, std::size_t q_heads,
                     std::size_t kv_heads, std::size_t keys_in_tile, Got got) {
  double worst = 0;
  for (std::size_t head = 0; head != q_heads; ++head)
    for (std::size_t row = 0; row != q.rows; ++row)
      worst = std::max(worst, share_of_bound(got(head, row), q, head, row, k, v,
                                             head / (q_heads / kv_heads), row + 1, keys_in_tile));
  return worst;
}

template <Form form>
double on_one_pe(std::size_t q_heads, std::size_t kv_heads, std::size_t length) {
  Sim sim;
  const Numbers q = Numbers::random(q_heads, length, 4, 4);
  const Numbers k = Numbers::random(kv_heads, length, 5, 1);
  const Numbers v = Numbers::random(kv_heads, length, 6, 1);
  const auto make = [&](std::size_t heads, const Numbers& numbers) {
    const auto tensor = sim.hbm().tensor(f16, heads, length, dim);
    sim.values().write(tensor, numbers.values);
    return tensor;
  };
  const auto in_q = make(q_heads, q), in_k = make(kv_heads, k), in_v = make(kv_heads, v);
  const auto o = sim.hbm().tensor(f16, q_heads, length, dim);
  if constexpr (form == Form::lazy)
    sim.launch(flash_prefill<dim, tile>, in_q, in_k, in_v, o, std::size_t{2});
  else
    sim.launch(flash_prefill_composite<dim, tile, block>, in_q, in_k, in_v, o);
  sim.run();
  CHECK(sim.values().hazards().empty());
  const std::vector<float> got = sim.values().read(o);
  return prefill_share(
      q, k, v, q_heads, kv_heads, keys_in(form),
      [&](std::size_t head, std::size_t row) { return &got[(head * length + row) * dim]; });
}

/// Blocks of a composite end with a run, so there may be as many as tiles.
template <Form form>
double on_a_ring(std::size_t pes, std::size_t q_heads, std::size_t kv_heads, std::size_t length) {
  Sim sim;
  const Numbers q = Numbers::random(q_heads, length, 7, 4);
  const Numbers k = Numbers::random(kv_heads, length, 8, 1);
  const Numbers v = Numbers::random(kv_heads, length, 9, 1);
  std::vector<std::vector<std::size_t>> rows(pes);
  std::vector<PromptShare> shares(pes);
  for (std::uint32_t pe = 0; pe != pes; ++pe) {
    for (const std::size_t t : tiles_on(pe, pes, tiles_of(length, tile)))
      for (const std::size_t row : range(t * tile, std::min(length, (t + 1) * tile)))
        rows[pe].push_back(row);
    if (const std::size_t n = rows[pe].size(); n != 0) {
      const auto tensor = [&](std::size_t heads) { return sim.hbm(pe).tensor(f16, heads, n, dim); };
      shares[pe] = {tensor(q_heads), tensor(kv_heads), tensor(kv_heads), tensor(q_heads)};
      write_rows(sim, shares[pe].q, q, rows[pe]);
      write_rows(sim, shares[pe].k, k, rows[pe]);
      write_rows(sim, shares[pe].v, v, rows[pe]);
    }
  }
  for (std::uint32_t pe = 0; pe != pes; ++pe) {
    if constexpr (form == Form::lazy)
      sim.launch_on(pe, ring_prefill<dim, tile>, weft::Group(0, pes), shares[pe], length, q_heads,
                    kv_heads, nullptr);
    else
      sim.launch_on(pe, ring_prefill_composite<dim, tile, block>, weft::Group(0, pes),
                    std::span<const PromptShare>(shares), length, q_heads, kv_heads);
  }
  sim.run();
  CHECK(sim.values().hazards().empty());
  std::vector<float> got(q_heads * length * dim);
  for (std::size_t pe = 0; pe != pes; ++pe) {
    if (rows[pe].empty()) continue;
    const std::vector<float> part = sim.values().read(shares[pe].o);
    for (std::size_t head = 0; head != q_heads; ++head)
      for (std::size_t i = 0; i != rows[pe].size(); ++i)
        std::copy_n(part.begin() + static_cast<std::ptrdiff_t>((head * rows[pe].size() + i) * dim),
                    dim,
                    got.begin() + static_cast<std::ptrdiff_t>((head * length + rows[pe][i]) * dim));
  }
  return prefill_share(q, k, v, q_heads, kv_heads, tile, [&](std::size_t head, std::size_t row) {
    return &got[(head * length + row) * dim];
  });
}

}  // namespace

TEST_CASE("causal prefill on one PE: ragged lengths, groups of 1 to 8") {
  for (const std::size_t length : {1U, 15U, 16U, 17U, 63U, 100U}) {
    CAPTURE(length);
    CHECK(on_one_pe<Form::lazy>(6, 2, length) <= 1);
    CHECK(on_one_pe<Form::composite>(6, 2, length) <= 1);
  }
  double worst = 0;
  for (std::size_t group = 1; group <= 8; ++group) {
    CAPTURE(group);
    const double lazy = on_one_pe<Form::lazy>(group, 1, 50);
    const double composite = on_one_pe<Form::composite>(group, 1, 70);
    CHECK(lazy <= 1);
    CHECK(composite <= 1);
    worst = std::max({worst, lazy, composite});
  }
  CHECK(worst > 0.05);
}

TEST_CASE("causal prefill round a ring of 1 to 64 PEs: ragged lengths, PEs without rows") {
  for (const std::size_t pes : {1U, 2U, 3U, 5U, 8U, 64U})
    for (const std::size_t length : {1U, 17U, 150U}) {
      CAPTURE(pes, length);
      CHECK(on_a_ring<Form::lazy>(pes, 2, 1, length) <= 1);
      CHECK(on_a_ring<Form::composite>(pes, 2, 1, length) <= 1);
    }
  // Runs of more than a block.
  CHECK(on_a_ring<Form::composite>(2, 1, 1, 400) <= 1);
}

TEST_CASE("causal prefill round a ring: groups of 1 to 8") {
  for (std::size_t group = 1; group <= 8; ++group) {
    CAPTURE(group);
    const std::size_t pes = group % 2 == 0 ? 3 : 5;
    CHECK(on_a_ring<Form::lazy>(pes, group, 1, 50) <= 1);
    CHECK(on_a_ring<Form::composite>(pes, group, 1, 50) <= 1);
  }
  CHECK(on_a_ring<Form::lazy>(3, 6, 2, 50) <= 1);
  CHECK(on_a_ring<Form::composite>(3, 6, 2, 50) <= 1);
}

TEST_CASE("ping-pong computes what one kernel would") {
  Sim sim;
  weft::Barrier turns(sim, 2);
  const std::size_t keys = 48;
  const Numbers q = Numbers::random(2, 16, 10, 4);
  const Numbers k = Numbers::random(1, keys, 11, 1);
  const Numbers v = Numbers::random(1, keys, 12, 1);
  const auto in_q = sim.hbm().tensor(f16, 2, 16, dim), o = sim.hbm().tensor(f16, 2, 16, dim);
  const auto in_k = sim.hbm().tensor(f16, keys, dim), in_v = sim.hbm().tensor(f16, keys, dim);
  sim.values().write(in_q, q.values);
  sim.values().write(in_k, k.values);
  sim.values().write(in_v, v.values);
  for (const bool second : {false, true})
    sim.launch(ping_pong<dim, 16>, &turns, second, in_q[second ? 1 : 0], in_k, in_v,
               o[second ? 1 : 0]);
  sim.run();
  const std::vector<float> got = sim.values().read(o);
  for (std::size_t head = 0; head != 2; ++head)
    for (std::size_t row = 0; row != 16; ++row)
      CHECK(share_of_bound(&got[(head * 16 + row) * dim], q, head, row, k, v, 0, keys, 16) <= 1);
}
