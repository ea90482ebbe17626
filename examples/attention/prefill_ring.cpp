// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <cstdint>
#include <span>
#include <vector>

#include "../kernels/ring_prefill.hpp"
#include "../kernels/ring_prefill_composite.hpp"
#include "machine.hpp"
#include "runs.hpp"

namespace attention {
namespace {

using Sim = weft::Simulation<Machine, weft::NoLog>;

constexpr std::size_t tile = 64;
constexpr std::size_t block = 256;

/// The rows of every rank, in its own HBM.
std::vector<PromptShare> place_prompt(Sim& sim, const Model& model, std::size_t length,
                                      const weft::Group& ring) {
  std::vector<PromptShare> shares(ring.size());
  for (std::uint32_t rank = 0; rank != ring.size(); ++rank) {
    const std::size_t rows =
        rows_in(tiles_on(rank, ring.size(), tiles_of(length, tile)), tile, length);
    if (rows == 0) continue;
    const auto tensor = [&](std::size_t heads) {
      return sim.hbm(ring[rank]).tensor(weft::dtype<weft::f16>, heads, rows, head_dim);
    };
    shares[rank] = {tensor(model.q_heads), tensor(model.kv_heads), tensor(model.kv_heads),
                    tensor(model.q_heads)};
  }
  return shares;
}

}  // namespace

Outcome prefill_ring(const Model& model, std::size_t length, std::size_t pes) {
  Sim sim;
  const weft::Group ring(ring_order(pes));
  const std::vector<PromptShare> shares = place_prompt(sim, model, length, ring);
  std::vector<weft::Duration> waiting(pes);
  for (std::uint32_t rank = 0; rank != pes; ++rank)
    sim.launch_on(ring[rank], ring_prefill<head_dim, tile>, ring, shares[rank], length,
                  model.q_heads, model.kv_heads, &waiting[rank]);
  Outcome outcome;
  outcome.latency = sim.run().latency();
  weft::Duration all{0};
  for (const weft::Duration each : waiting) all.ps += each.ps;
  outcome.communicating = weft::Duration{all.ps / static_cast<std::int64_t>(pes)};
  return outcome;
}

Outcome prefill_ring_composite(const Model& model, std::size_t length, std::size_t pes) {
  Sim sim;
  const weft::Group ring(ring_order(pes));
  const std::vector<PromptShare> shares = place_prompt(sim, model, length, ring);
  for (std::uint32_t rank = 0; rank != pes; ++rank)
    sim.launch_on(ring[rank], ring_prefill_composite<head_dim, tile, block>, ring,
                  std::span<const PromptShare>(shares), length, model.q_heads, model.kv_heads);
  return {sim.run().latency(), std::nullopt};
}

}  // namespace attention
