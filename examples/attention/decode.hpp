// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "../kernels/decode_step.hpp"
#include "machine.hpp"
#include "runs.hpp"

namespace attention {

/// One decode step with the keys split over the first `pes` PEs; `more` are the kernel's last arguments.
template <class Kernel, class... More>
Outcome decode(const Kernel& kernel, const Model& model, std::size_t keys, std::size_t pes,
               More... more) {
  weft::Simulation<Machine, weft::NoLog> sim;
  const DecodeStep step = place_decode(sim, {model.kv_heads, model.group(), head_dim, keys, pes});
  weft::Duration merging{0};
  launch_decode(sim, kernel, step, &merging, more...);
  const weft::Duration latency = sim.run().latency();
  return {latency, merging};
}

}  // namespace attention
