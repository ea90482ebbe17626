// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <cstdint>
#include <vector>

#include "../kernels/ring_prefill.hpp"
#include "machine.hpp"
#include "runs.hpp"

namespace attention {

Outcome prefill_ring(const Model& model, std::size_t length, std::size_t pes) {
  constexpr std::size_t tile = 64;
  weft::Simulation<Machine, weft::NoLog> sim;
  const auto f16 = weft::dtype<weft::f16>;
  const weft::Group ring(ring_order(pes));
  std::vector<weft::Duration> waiting(pes);
  for (std::uint32_t rank = 0; rank != pes; ++rank) {
    weft::HbmChannel& hbm = sim.hbm(ring[rank]);
    PromptShare mine;
    if (const std::size_t rows = rows_in(tiles_on(rank, pes, tiles_of(length, tile)), tile, length);
        rows != 0) {
      mine.q = hbm.tensor(f16, model.q_heads, rows, head_dim);
      mine.k = hbm.tensor(f16, model.kv_heads, rows, head_dim);
      mine.v = hbm.tensor(f16, model.kv_heads, rows, head_dim);
      mine.o = hbm.tensor(f16, model.q_heads, rows, head_dim);
    }
    sim.launch_on(ring[rank], ring_prefill<head_dim, tile>, ring, mine, length, model.q_heads,
                  model.kv_heads, &waiting[rank]);
  }
  Outcome outcome;
  outcome.latency = sim.run().latency();
  for (const weft::Duration each : waiting) outcome.communicating.ps += each.ps;
  outcome.communicating.ps /= static_cast<std::int64_t>(pes);
  return outcome;
}

}  // namespace attention
