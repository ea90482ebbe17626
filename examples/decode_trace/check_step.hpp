// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>
#include <weft/model/device/tiny.hpp>
#include <weft/values.hpp>

#include "../kernels/attention_bound.hpp"
#include "check.hpp"
#include "kernel.hpp"

namespace decode_trace {

/// Numbers between -size and size, different for every seed.
inline std::vector<float> random_numbers(std::size_t count, float size, std::uint32_t seed) {
  std::vector<float> numbers(count);
  std::uint32_t state = seed * 2654435761U + 1;
  for (float& number : numbers) {
    state = state * 1664525U + 1013904223U;
    number = size * (static_cast<float>(state >> 8) * 0x1p-23F - 1.0F);
  }
  return numbers;
}

/// One decode step in a simulation that computes, and each of its rows again in f64. Numbers do not depend on the machine
/// or on when loads are made, so one machine and one way of loading stand for all.
template <HeadShape head, std::size_t tile>
void check_step(Checked& checked, std::size_t kv_heads, std::uint32_t keys) {
  using weft::f16;
  weft::Simulation<weft::device::Tiny, weft::Values, weft::NoLog> sim;
  const auto seed = static_cast<std::uint32_t>(3 * checked.requests);
  const auto tensor = [&](std::size_t rows) {
    return sim.hbm().tensor(weft::dtype<f16>, kv_heads, rows, head.head_dim);
  };
  const auto filled = [&](const weft::HbmTensor<f16>& to, float size, std::uint32_t which) {
    sim.values().write(to, random_numbers(to.elements(), size, seed + which));
    return sim.values().read(to);  // as rounded to f16
  };
  const auto q = tensor(head.group), k = tensor(keys), v = tensor(keys), o = tensor(head.group);
  // With q up to 4 the scores spread by about 1: some keys matter more than others.
  const std::vector<float> qs = filled(q, 4, 0), ks = filled(k, 1, 1), vs = filled(v, 1, 2);
  sim.launch(flash_decode<head, tile>, q, k, v, o, std::size_t{1});
  sim.run();
  checked.hazards += sim.values().hazards().size();
  const std::vector<float> got = sim.values().read(o);

  constexpr std::size_t dim = head.head_dim;
  const auto row_of = [](const std::vector<float>& all, std::size_t row) {
    return
        [first = all.data() + row * dim](std::size_t d) { return static_cast<double>(first[d]); };
  };
  const auto rows_of = [](const std::vector<float>& all, std::size_t first_row) {
    return [first = all.data() + first_row * dim](std::size_t j, std::size_t d) {
      return static_cast<double>(first[j * dim + d]);
    };
  };
  for (std::size_t kv_head = 0; kv_head != kv_heads; ++kv_head)
    for (std::size_t query = 0; query != head.group; ++query) {
      const std::size_t row = kv_head * head.group + query;
      const attention::Row wanted =
          attention::attend(dim, keys, tile, row_of(qs, row), rows_of(ks, kv_head * keys),
                            rows_of(vs, kv_head * keys));
      for (std::size_t d = 0; d != dim; ++d)
        checked.look({checked.requests, keys, kv_head, query, d,
                      std::abs(static_cast<double>(got[row * dim + d]) - wanted.exact[d]),
                      wanted.bound[d]});
    }
  ++checked.requests;
}

}  // namespace decode_trace
