// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <stdexcept>

#include "../kernels/flash_decode.hpp"
#include "machine.hpp"
#include "runs.hpp"

namespace attention {

/// One decode step with the keys split over the first `pes` PEs.
template <std::size_t group, class Kernel>
Outcome decode(const Kernel& kernel, const Model& model, std::size_t keys, std::size_t pes) {
  weft::Simulation<Machine, weft::NoLog> sim;
  const auto f16 = weft::dtype<weft::f16>;
  const weft::Group all(0, pes);
  Outcome outcome;
  const auto o = sim.hbm(0).tensor(f16, model.kv_heads, group, head_dim);
  for (std::uint32_t pe = 0; pe != pes; ++pe) {
    KvShare kv;
    kv.keys = keys_of(keys, pe, pes);
    if (kv.keys != 0) {
      kv.k = sim.hbm(pe).tensor(f16, model.kv_heads, kv.keys, head_dim);
      kv.v = sim.hbm(pe).tensor(f16, model.kv_heads, kv.keys, head_dim);
    }
    const auto q = sim.hbm(pe).tensor(f16, model.kv_heads, group, head_dim);
    weft::Duration* const watched = pe == 0 ? &outcome.communicating : nullptr;
    sim.launch_on(pe, kernel, all, q, kv, o, watched);
  }
  outcome.latency = sim.run().latency();
  return outcome;
}

/// Calls `run` with the model's group as a constant: tiles have static shapes.
template <class Run>
Outcome with_group(const Model& model, Run run) {
  switch (model.group()) {
    case 1:
      return run.template operator()<1>();
    case 4:
      return run.template operator()<4>();
    case 7:
      return run.template operator()<7>();
    case 8:
      return run.template operator()<8>();
    default:
      throw std::logic_error("no kernel for this model's group");
  }
}

}  // namespace attention
