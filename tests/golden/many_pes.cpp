// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// Attention over several PEs of the shipped machines, in a mesh.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>
#include <weft/model/device/ahbm.hpp>
#include <weft/model/device/tiny.hpp>
#include <weft/values.hpp>
#include <weft/weft.hpp>

#include "../../examples/kernels/decode_step.hpp"
#include "../../examples/kernels/flash_decode.hpp"
#include "../../examples/kernels/mesh.hpp"
#include "../../examples/kernels/ring_prefill.hpp"
#include "../../examples/kernels/ring_prefill_composite.hpp"
#include "golden/measure.hpp"

namespace {

using namespace weft;

constexpr std::size_t length = 1000, q_heads = 2, kv_heads = 1;  // of a prompt

/// What policies must not change they do not change on any machine: one has to show it.
template <class Machine, class Launch>
void measure_all(golden::ordered_json& all, const std::string& kernel_and_machine, Launch launch) {
  golden::measure_every_policy_on<attention::Mesh64<device::TinyPe>, Machine>(
      all, kernel_and_machine, launch);
}

template <class Pe>
void measure_on(golden::ordered_json& all, const std::string& machine) {
  using Machine = attention::Mesh64<Pe>;
  for (const std::size_t pes : {3U, 8U})
    measure_all<Machine>(
        all, "tree decode over " + std::to_string(pes) + " PEs/" + machine, [&](auto& sim) {
          const auto step = attention::place_decode(
              sim, {.kv_heads = 2, .group = 4, .dim = 128, .keys = 1000, .pes = pes});
          attention::launch_decode(sim, attention::flash_decode<4, 128, 64>, step, nullptr,
                                   std::size_t{2});
        });
  measure_all<Machine>(all, "tree decode by composites over 8 PEs/" + machine, [](auto& sim) {
    const auto step = attention::place_decode(
        sim, {.kv_heads = 2, .group = 4, .dim = 128, .keys = 4000, .pes = 8});
    attention::launch_decode(sim, attention::flash_decode_composite<4, 128, 256>, step, nullptr);
  });
  const auto ring_prefill = [](auto launch) {
    return [launch](auto& sim) {
      const Group ring(std::vector<std::uint32_t>{0, 1, 9, 8});  // a square of the mesh
      static std::vector<attention::PromptShare> shares;         // which must outlive the run
      shares.clear();
      for (std::uint32_t rank = 0; rank != ring.size(); ++rank) {
        const auto count = attention::rows_in(attention::tiles_on(rank, 4, 16), 64, length);
        const auto rows = [&](std::size_t heads) {
          return sim.hbm(ring[rank]).tensor(dtype<f16>, heads, count, 128);
        };
        shares.push_back({rows(q_heads), rows(kv_heads), rows(kv_heads), rows(q_heads)});
      }
      for (std::uint32_t rank = 0; rank != ring.size(); ++rank) launch(sim, ring, rank, shares);
    };
  };
  measure_all<Machine>(all, "ring prefill over 4 PEs/" + machine,
                       ring_prefill([](auto& sim, const Group& ring, std::uint32_t rank,
                                       const std::vector<attention::PromptShare>& shares) {
                         sim.launch_on(ring[rank], attention::ring_prefill<128, 64>, ring,
                                       shares[rank], length, q_heads, kv_heads, nullptr);
                       }));
  measure_all<Machine>(all, "ring prefill by composites over 4 PEs/" + machine,
                       ring_prefill([](auto& sim, const Group& ring, std::uint32_t rank,
                                       const std::vector<attention::PromptShare>& shares) {
                         sim.launch_on(ring[rank], attention::ring_prefill_composite<128, 64, 256>,
                                       ring, std::span<const attention::PromptShare>(shares),
                                       length, q_heads, kv_heads);
                       }));
}

}  // namespace

void golden::measure_many_pes(ordered_json& all) {
  measure_on<weft::device::TinyPe>(all, "mesh of tiny");
  measure_on<weft::device::AhbmPe>(all, "mesh of ahbm");
}
