// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/device/tiny.hpp>
#include <weft/values.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "../../examples/kernels/flash_decode.hpp"
#include "../../examples/kernels/flash_prefill.hpp"
#include "../../examples/kernels/ping_pong.hpp"
#include "../../examples/kernels/ring_prefill.hpp"
#include "support/catch.hpp"

// The attention kernels' numbers against attention in f64 over the same f16 inputs. Weights go into the second GEMM as f16
// and the result is f16, each with a relative error of at most 2^-11; values are at most 1.

using namespace attention;
using namespace weft::literals;

namespace {

constexpr weft::LinkSpec link{.bandwidth = 128_GBps, .setup = 20_ns, .latency = 5_ns, .slots = 2};
struct Many : weft::Device<"tiny-64", weft::Grid<8, 8, weft::device::TinyPe, weft::Mesh<link>>> {};
using Sim = weft::Simulation<Many, weft::Values>;
constexpr auto f16 = weft::dtype<weft::f16>;
constexpr std::size_t dim = 32;
constexpr double tolerance = 2.0e-3;

/// A matrix of numbers: heads x rows x dim.
struct Numbers {
  std::size_t rows;
  std::vector<float> values;

  /// Between -size and size, all of them exact in f16, different for every seed.
  static Numbers random(std::size_t heads, std::size_t rows, std::uint32_t seed, float size) {
    Numbers made{rows, std::vector<float>(heads * rows * dim)};
    std::uint32_t state = seed * 2654435761U + 1;
    for (float& value : made.values) {
      state = state * 1664525U + 1013904223U;
      value = size * (static_cast<float>(state >> 24) / 128.0f - 1.0f);
    }
    return made;
  }
  [[nodiscard]] double at(std::size_t head, std::size_t row, std::size_t col) const {
    return static_cast<double>(values[(head * rows + row) * dim + col]);
  }
};

/// Row `row` of head `head` of Q against the first `keys` rows of head `kv` of K and V.
std::vector<double> attend(const Numbers& q, std::size_t head, std::size_t row, const Numbers& k,
                           const Numbers& v, std::size_t kv, std::size_t keys) {
  std::vector<double> scores(keys);
  for (std::size_t j = 0; j != keys; ++j)
    for (std::size_t d = 0; d != dim; ++d) scores[j] += q.at(head, row, d) * k.at(kv, j, d);
  for (double& score : scores) score /= std::sqrt(static_cast<double>(dim));
  const double most = *std::max_element(scores.begin(), scores.end());
  double sum = 0;
  std::vector<double> out(dim);
  for (std::size_t j = 0; j != keys; ++j) {
    const double weight = std::exp(scores[j] - most);
    sum += weight;
    for (std::size_t d = 0; d != dim; ++d) out[d] += weight * v.at(kv, j, d);
  }
  for (double& value : out) value /= sum;
  return out;
}

/// Copies rows of a matrix into a tensor of their own.
void write_rows(Sim& sim, const weft::HbmTensor<weft::f16>& to, const Numbers& from,
                const std::vector<std::size_t>& rows) {
  const std::size_t heads = to.extent(0);
  std::vector<float> chosen;
  for (std::size_t head = 0; head != heads; ++head)
    for (const std::size_t row : rows)
      for (std::size_t d = 0; d != dim; ++d)
        chosen.push_back(from.values[(head * from.rows + row) * dim + d]);
  sim.data().write(to, chosen);
}
std::vector<std::size_t> range(std::size_t first, std::size_t last) {
  std::vector<std::size_t> all;
  for (; first != last; ++first) all.push_back(first);
  return all;
}

enum class Form { lazy, composite };

/// The largest error of a decode step.
template <std::size_t group, Form form>
double decode_error(std::size_t pes, std::size_t heads, std::size_t keys) {
  Sim sim;
  const Numbers q = Numbers::random(heads, group, 1, 4);
  const Numbers k = Numbers::random(heads, keys, 2, 1);
  const Numbers v = Numbers::random(heads, keys, 3, 1);
  const auto o = sim.hbm(0).tensor(f16, heads, group, dim);
  std::size_t first = 0;
  for (std::uint32_t pe = 0; pe != pes; ++pe) {
    KvShare kv;
    kv.keys = keys_of(keys, pe, pes);
    if (kv.keys != 0) {
      kv.k = sim.hbm(pe).tensor(f16, heads, kv.keys, dim);
      kv.v = sim.hbm(pe).tensor(f16, heads, kv.keys, dim);
      write_rows(sim, kv.k, k, range(first, first + kv.keys));
      write_rows(sim, kv.v, v, range(first, first + kv.keys));
    }
    first += kv.keys;
    const auto q_here = sim.hbm(pe).tensor(f16, heads, group, dim);
    sim.data().write(q_here, q.values);
    weft::Duration* const not_watched = nullptr;
    if constexpr (form == Form::lazy)
      sim.launch_on(pe, flash_decode<group, dim, 16>, weft::Group(0, pes), q_here, kv, o,
                    not_watched, std::size_t{2});
    else
      sim.launch_on(pe, flash_decode_composite<group, dim, 64>, weft::Group(0, pes), q_here, kv, o,
                    not_watched);
  }
  sim.run();
  CHECK(sim.data().hazards().empty());
  const std::vector<float> got = sim.data().read(o);
  double worst = 0;
  for (std::size_t head = 0; head != heads; ++head)
    for (std::size_t g = 0; g != group; ++g) {
      const std::vector<double> expected = attend(q, head, g, k, v, head, keys);
      for (std::size_t d = 0; d != dim; ++d)
        worst = std::max(worst, std::abs(expected[d] - got[(head * group + g) * dim + d]));
    }
  return worst;
}

/// The largest error of a causal prefill; `got(head, row, d)` is the result.
template <class Got>
double prefill_error(const Numbers& q, const Numbers& k, const Numbers& v, std::size_t q_heads,
                     std::size_t kv_heads, Got got) {
  double worst = 0;
  for (std::size_t head = 0; head != q_heads; ++head)
    for (std::size_t row = 0; row != q.rows; ++row) {
      const std::vector<double> expected =
          attend(q, head, row, k, v, head / (q_heads / kv_heads), row + 1);
      for (std::size_t d = 0; d != dim; ++d)
        worst = std::max(worst, std::abs(expected[d] - got(head, row, d)));
    }
  return worst;
}

template <Form form>
double one_pe_prefill_error(std::size_t q_heads, std::size_t kv_heads, std::size_t length) {
  Sim sim;
  const Numbers q = Numbers::random(q_heads, length, 4, 4);
  const Numbers k = Numbers::random(kv_heads, length, 5, 1);
  const Numbers v = Numbers::random(kv_heads, length, 6, 1);
  const auto make = [&](std::size_t heads, const Numbers& numbers) {
    const auto tensor = sim.hbm().tensor(f16, heads, length, dim);
    sim.data().write(tensor, numbers.values);
    return tensor;
  };
  const auto in_q = make(q_heads, q), in_k = make(kv_heads, k), in_v = make(kv_heads, v);
  const auto o = sim.hbm().tensor(f16, q_heads, length, dim);
  if constexpr (form == Form::lazy)
    sim.launch(flash_prefill<dim, 16>, in_q, in_k, in_v, o, std::size_t{2});
  else
    sim.launch(flash_prefill_composite<dim, 16, 64>, in_q, in_k, in_v, o);
  sim.run();
  CHECK(sim.data().hazards().empty());
  const std::vector<float> got = sim.data().read(o);
  return prefill_error(q, k, v, q_heads, kv_heads,
                       [&](std::size_t head, std::size_t row, std::size_t d) {
                         return static_cast<double>(got[(head * length + row) * dim + d]);
                       });
}

double ring_prefill_error(std::size_t pes, std::size_t q_heads, std::size_t kv_heads,
                          std::size_t length) {
  constexpr std::size_t tile = 16;
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
    PromptShare& mine = shares[pe];
    if (const std::size_t n = rows[pe].size(); n != 0) {
      mine = {sim.hbm(pe).tensor(f16, q_heads, n, dim), sim.hbm(pe).tensor(f16, kv_heads, n, dim),
              sim.hbm(pe).tensor(f16, kv_heads, n, dim), sim.hbm(pe).tensor(f16, q_heads, n, dim)};
      write_rows(sim, mine.q, q, rows[pe]);
      write_rows(sim, mine.k, k, rows[pe]);
      write_rows(sim, mine.v, v, rows[pe]);
    }
    weft::Duration* const not_watched = nullptr;
    sim.launch_on(pe, ring_prefill<dim, tile>, weft::Group(0, pes), mine, length, q_heads, kv_heads,
                  not_watched);
  }
  sim.run();
  CHECK(sim.data().hazards().empty());
  std::vector<double> got(q_heads * length * dim);
  for (std::size_t pe = 0; pe != pes; ++pe) {
    if (rows[pe].empty()) continue;
    const std::vector<float> part = sim.data().read(shares[pe].o);
    for (std::size_t head = 0; head != q_heads; ++head)
      for (std::size_t i = 0; i != rows[pe].size(); ++i)
        for (std::size_t d = 0; d != dim; ++d)
          got[(head * length + rows[pe][i]) * dim + d] =
              static_cast<double>(part[(head * rows[pe].size() + i) * dim + d]);
  }
  return prefill_error(q, k, v, q_heads, kv_heads,
                       [&](std::size_t head, std::size_t row, std::size_t d) {
                         return got[(head * length + row) * dim + d];
                       });
}

}  // namespace

TEST_CASE("decode on one PE: ragged lengths, groups of 1 to 8") {
  for (const std::size_t keys : {1U, 15U, 16U, 17U, 63U, 64U, 65U, 200U}) {
    CAPTURE(keys);
    CHECK(decode_error<1, Form::lazy>(1, 2, keys) < tolerance);
    CHECK(decode_error<3, Form::lazy>(1, 2, keys) < tolerance);
    CHECK(decode_error<8, Form::lazy>(1, 2, keys) < tolerance);
    CHECK(decode_error<1, Form::composite>(1, 2, keys) < tolerance);
    CHECK(decode_error<8, Form::composite>(1, 2, keys) < tolerance);
  }
}

TEST_CASE("decode split over 1 to 64 PEs, some of them without keys") {
  for (const std::size_t pes : {2U, 3U, 5U, 8U, 13U, 33U, 64U})
    for (const std::size_t keys : {1U, 7U, 64U, 300U}) {
      CAPTURE(pes, keys);
      CHECK(decode_error<1, Form::lazy>(pes, 1, keys) < tolerance);
      CHECK(decode_error<8, Form::lazy>(pes, 2, keys) < tolerance);
      CHECK(decode_error<8, Form::composite>(pes, 2, keys) < tolerance);
    }
}

TEST_CASE("causal prefill on one PE") {
  for (const std::size_t length : {1U, 15U, 16U, 17U, 63U, 100U}) {
    CAPTURE(length);
    CHECK(one_pe_prefill_error<Form::lazy>(1, 1, length) < tolerance);
    CHECK(one_pe_prefill_error<Form::lazy>(6, 2, length) < tolerance);
    CHECK(one_pe_prefill_error<Form::composite>(1, 1, length) < tolerance);
    CHECK(one_pe_prefill_error<Form::composite>(6, 2, length) < tolerance);
  }
}

TEST_CASE("causal prefill round a ring of any number of PEs, some of them without rows") {
  for (const std::size_t pes : {1U, 2U, 3U, 5U, 8U, 64U})
    for (const std::size_t length : {1U, 17U, 100U, 300U}) {
      CAPTURE(pes, length);
      CHECK(ring_prefill_error(pes, 1, 1, length) < tolerance);
      CHECK(ring_prefill_error(pes, 6, 2, length) < tolerance);
    }
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
  sim.data().write(in_q, q.values);
  sim.data().write(in_k, k.values);
  sim.data().write(in_v, v.values);
  for (const bool second : {false, true})
    sim.launch(ping_pong<dim, 16>, &turns, second, in_q[second ? 1 : 0], in_k, in_v,
               o[second ? 1 : 0]);
  sim.run();
  const std::vector<float> got = sim.data().read(o);
  double worst = 0;
  for (std::size_t head = 0; head != 2; ++head)
    for (std::size_t row = 0; row != 16; ++row) {
      const std::vector<double> expected = attend(q, head, row, k, v, 0, keys);
      for (std::size_t d = 0; d != dim; ++d)
        worst = std::max(worst, std::abs(expected[d] - got[(head * 16 + row) * dim + d]));
    }
  CHECK(worst < tolerance);
}
