// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>
#include <weft/model/device/tiny.hpp>
#include <weft/values.hpp>

#include "../kernels/attention_bound.hpp"
#include "../kernels/decode_step.hpp"
#include "../kernels/mesh.hpp"
#include "check.hpp"

namespace decode_trace {

/// A simulation that computes. Numbers do not depend on the machine or on when loads are made, so one machine and one way
/// of loading stand for all.
using CheckSim =
    weft::Simulation<attention::Mesh64<weft::device::TinyPe>, weft::Values, weft::NoLog>;

/// heads x rows x dim numbers between -size and size, a power of two, exact in f16; different for every seed.
struct Numbers {
  std::size_t rows;
  std::size_t dim;
  std::vector<float> all;

  Numbers(std::size_t heads, std::size_t row_count, std::size_t columns, float size,
          std::size_t seed)
      : rows{row_count}, dim{columns}, all(heads * row_count * columns) {
    std::uint32_t state = static_cast<std::uint32_t>(seed) * 2654435761U + 1;
    for (float& number : all) {
      state = state * 1664525U + 1013904223U;
      number = size * (static_cast<float>(state >> 21) * 0x1p-10F - 1.0F);
    }
  }
  const float* row(std::size_t head, std::size_t row) const {
    return all.data() + (head * rows + row) * dim;
  }
  /// As a function of column, and of row and column, in f64.
  auto vector(std::size_t head, std::size_t which) const {
    return [first = row(head, which)](std::size_t d) { return static_cast<double>(first[d]); };
  }
  auto matrix(std::size_t head) const {
    return [first = row(head, 0), columns = dim](std::size_t j, std::size_t d) {
      return static_cast<double>(first[j * columns + d]);
    };
  }
};

/// Rows `first` to `first + count` of every head, as they lie in a tensor of heads x count x dim.
inline std::vector<float> slice(const Numbers& of, std::size_t heads, std::size_t first,
                                std::size_t count) {
  std::vector<float> out;
  for (std::size_t head = 0; head != heads; ++head)
    out.insert(out.end(), of.row(head, first), of.row(head, first) + count * of.dim);
  return out;
}

/// The same in a pool of pages: all heads of a key side by side, the keys where `kv` has them.
inline std::vector<float> paged(const Numbers& of, std::size_t heads, std::size_t first,
                                const attention::KvShare& kv) {
  std::vector<float> out(kv.k.elements());
  const std::vector<std::uint32_t> rows = kv.rows();
  for (std::size_t j = 0; j != kv.keys; ++j)
    for (std::size_t head = 0; head != heads; ++head)
      std::copy_n(of.row(head, first + j), of.dim,
                  out.begin() + static_cast<std::ptrdiff_t>((rows[j] * heads + head) * of.dim));
  return out;
}

/// Looks at one row of a result: `got` points at its first element.
inline void look_at(CheckedKernel& found, const float* got, const attention::Row& wanted) {
  for (std::size_t d = 0; d != wanted.exact.size(); ++d)
    found.look({std::abs(static_cast<double>(got[d]) - wanted.exact[d]), wanted.bound[d]});
}

/// One decode step in tiles or blocks of `tile` keys, and each of its rows again in f64. `more` are the kernel's last
/// arguments.
template <class Kernel, class... More>
void check_decode(Checked& checked, std::string_view title, const Kernel& kernel, std::size_t tile,
                  const attention::DecodeShape& shape, const attention::Paging& paging,
                  More... more) {
  CheckSim sim;
  const std::size_t seed = 3 * checked.requests;
  // With q up to 4 the scores spread by about 1: some keys matter more than others.
  const Numbers q(shape.kv_heads, shape.group, shape.dim, 4, seed);
  const Numbers k(shape.kv_heads, shape.keys, shape.dim, 1, seed + 1);
  const Numbers v(shape.kv_heads, shape.keys, shape.dim, 1, seed + 2);
  const attention::DecodeStep step = attention::place_decode(sim, shape, paging);
  std::size_t first = 0;
  for (std::size_t pe = 0; pe != shape.pes; ++pe) {
    const attention::KvShare& kv = step.kv[pe];
    sim.values().write(step.q[pe], q.all);
    if (kv.keys == 0) continue;
    const auto share = [&](const Numbers& of) {
      return kv.page == 0 ? slice(of, shape.kv_heads, first, kv.keys)
                          : paged(of, shape.kv_heads, first, kv);
    };
    sim.values().write(kv.k, share(k));
    sim.values().write(kv.v, share(v));
    first += kv.keys;
  }
  attention::launch_decode(sim, kernel, step, nullptr, more...);
  sim.run();
  CheckedKernel& found = checked.of(title);
  found.hazards += sim.values().hazards().size();
  const std::vector<float> got = sim.values().read(step.o);
  const auto merges = static_cast<std::size_t>(std::bit_width(shape.pes - 1));
  for (std::size_t head = 0; head != shape.kv_heads; ++head)
    for (std::size_t query = 0; query != shape.group; ++query)
      look_at(found, &got[(head * shape.group + query) * shape.dim],
              attention::attend(shape.dim, shape.keys, tile, q.vector(head, query), k.matrix(head),
                                v.matrix(head), merges));
}

/// One head of a causal prefill, and at most `rows` of its rows, evenly spread, again in f64.
template <class Kernel, class... More>
void check_prefill(Checked& checked, std::string_view title, const Kernel& kernel, std::size_t tile,
                   std::size_t length, std::size_t dim, std::size_t rows, More... more) {
  CheckSim sim;
  const std::size_t seed = 3 * checked.requests;
  const Numbers q(1, length, dim, 4, seed), k(1, length, dim, 1, seed + 1),
      v(1, length, dim, 1, seed + 2);
  const auto tensor = [&](const Numbers* numbers) {
    const auto made = sim.hbm().tensor(weft::dtype<weft::f16>, std::size_t{1}, length, dim);
    if (numbers != nullptr) sim.values().write(made, numbers->all);
    return made;
  };
  const auto q_in = tensor(&q), k_in = tensor(&k), v_in = tensor(&v), o = tensor(nullptr);
  sim.launch(kernel, q_in, k_in, v_in, o, more...);
  sim.run();
  CheckedKernel& found = checked.of(title);
  found.hazards += sim.values().hazards().size();
  const std::vector<float> got = sim.values().read(o);
  const std::size_t looks = std::min(rows, length);
  for (std::size_t i = 0; i != looks; ++i) {
    const std::size_t row = (i + 1) * length / looks - 1;
    look_at(found, &got[row * dim],
            attention::attend(dim, row + 1, tile, q.vector(0, row), k.matrix(0), v.matrix(0)));
  }
}

}  // namespace decode_trace
