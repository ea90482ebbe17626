// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// Attention over several PEs of the shipped machines, in a mesh.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>
#include <weft/model/device/ahbm.hpp>
#include <weft/model/device/tiny.hpp>
#include <weft/weft.hpp>

#include "../../examples/kernels/decode_step.hpp"
#include "../../examples/kernels/flash_decode.hpp"
#include "../../examples/kernels/mesh.hpp"
#include "../../examples/kernels/ring_prefill.hpp"
#include "golden/measure.hpp"

namespace {

using namespace weft;

template <class Pe>
void measure_on(golden::ordered_json& all, const std::string& machine) {
  using Machine = attention::Mesh64<Pe>;
  for (const std::size_t pes : {3U, 8U})
    golden::measure<Machine>(
        all, "tree decode over " + std::to_string(pes) + " PEs/" + machine, [&](auto& sim) {
          const auto step = attention::place_decode(
              sim, {.kv_heads = 2, .group = 4, .dim = 128, .keys = 1000, .pes = pes});
          attention::launch_decode(sim, attention::flash_decode<4, 128, 64>, step, nullptr,
                                   std::size_t{2});
        });
  golden::measure<Machine>(all, "tree decode by composites over 8 PEs/" + machine, [](auto& sim) {
    const auto step = attention::place_decode(
        sim, {.kv_heads = 2, .group = 4, .dim = 128, .keys = 4000, .pes = 8});
    attention::launch_decode(sim, attention::flash_decode_composite<4, 128, 256>, step, nullptr);
  });
  golden::measure<Machine>(all, "ring prefill over 4 PEs/" + machine, [](auto& sim) {
    const Group ring(std::vector<std::uint32_t>{0, 1, 9, 8});  // a square of the mesh
    for (std::uint32_t rank = 0; rank != ring.size(); ++rank) {
      const auto count = attention::rows_in(attention::tiles_on(rank, 4, 16), 64, 1000);
      const auto rows = [&](std::size_t heads) {
        return sim.hbm(ring[rank]).tensor(dtype<f16>, heads, count, 128);
      };
      const attention::PromptShare mine{rows(2), rows(1), rows(1), rows(2)};
      sim.launch_on(ring[rank], attention::ring_prefill<128, 64>, ring, mine, std::size_t{1000},
                    std::size_t{2}, std::size_t{1}, nullptr);
    }
  });
}

}  // namespace

void golden::measure_many_pes(ordered_json& all) {
  measure_on<weft::device::TinyPe>(all, "mesh of tiny");
  measure_on<weft::device::AhbmPe>(all, "mesh of ahbm");
}
