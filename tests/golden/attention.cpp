// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// Attention on one PE.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>
#include <weft/model/device/ahbm.hpp>
#include <weft/model/device/tiny.hpp>
#include <weft/values.hpp>
#include <weft/weft.hpp>

#include "../../examples/kernels/decode_step.hpp"
#include "../../examples/kernels/flash_decode.hpp"
#include "../../examples/kernels/flash_prefill.hpp"
#include "../../examples/kernels/ping_pong.hpp"
#include "golden/measure.hpp"

namespace {

using namespace weft;
using attention::KvShare;

constexpr std::size_t keys = 500;

HbmTensor<f16> rows(auto& sim, std::size_t count) {
  return sim.hbm().tensor(dtype<f16>, 2, count, 128);  // of two heads
}

/// What policies must not change they do not change on any machine: one has to show it.
template <class Machine, class Launch>
void measure_all(golden::ordered_json& all, const std::string& kernel_and_machine, Launch launch) {
  golden::measure_every_policy_on<device::Tiny, Machine>(all, kernel_and_machine, launch);
}

template <class Machine>
void measure_on(golden::ordered_json& all, const std::string& machine) {
  const auto decode = [](std::size_t hoisted, bool paged) {
    return [=](auto& sim) {
      static const std::vector<std::uint32_t> table =
          attention::shuffled_pages(attention::tiles_of(keys, 16), 1);
      const auto q = rows(sim, 4), o = rows(sim, 4);
      const auto pool = [&] { return sim.hbm().tensor(dtype<f16>, table.size() * 16, 2 * 128); };
      const KvShare kv = paged ? KvShare{pool(), pool(), keys, table, 16}
                               : KvShare{rows(sim, keys), rows(sim, keys), keys};
      sim.launch(attention::flash_decode<4, 128, 64>, Group{0, 1}, q, kv, o, nullptr, hoisted);
    };
  };
  for (const std::size_t hoisted : {0U, 1U, 2U})
    measure_all<Machine>(all, "decode, hoisted " + std::to_string(hoisted) + "/" + machine,
                         decode(hoisted, false));
  measure_all<Machine>(all, "decode from pages of 16/" + machine, decode(2, true));
  measure_all<Machine>(all, "decode, composite/" + machine, [](auto& sim) {
    const auto q = rows(sim, 4), k = rows(sim, keys), v = rows(sim, keys), o = rows(sim, 4);
    sim.launch(attention::flash_decode_composite<4, 128, 256>, Group{0, 1}, q, KvShare{k, v, keys},
               o, nullptr);
  });
  measure_all<Machine>(all, "causal prefill/" + machine, [](auto& sim) {
    const auto q = rows(sim, 150), k = rows(sim, 150), v = rows(sim, 150), o = rows(sim, 150);
    sim.launch(attention::flash_prefill<128, 64>, q, k, v, o, std::size_t{2});
  });
  measure_all<Machine>(all, "causal prefill, composite/" + machine, [](auto& sim) {
    const auto q = rows(sim, 150), k = rows(sim, 150), v = rows(sim, 150), o = rows(sim, 150);
    sim.launch(attention::flash_prefill_composite<128, 64, 256>, q, k, v, o);
  });
  measure_all<Machine>(all, "ping-pong/" + machine, [](auto& sim) {
    const auto tensor = [&](std::size_t count) { return sim.hbm().tensor(dtype<f16>, count, 64); };
    const auto k = tensor(512), v = tensor(512);
    // The barrier must outlive the run.
    sim.launch([turns = std::make_shared<Barrier>(sim, 2), a = tensor(64), b = tensor(64), k, v,
                out_a = tensor(64), out_b = tensor(64)](auto& tl) -> Kernel<> {
      co_await when_all(attention::ping_pong<64, 64>(tl, turns.get(), false, a, k, v, out_a),
                        attention::ping_pong<64, 64>(tl, turns.get(), true, b, k, v, out_b));
    });
  });
}

}  // namespace

void golden::measure_attention(ordered_json& all) {
  measure_on<weft::device::Tiny>(all, "tiny");
  measure_on<weft::device::Ahbm>(all, "ahbm");
}
