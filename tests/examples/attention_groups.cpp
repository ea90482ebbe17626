// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../examples/kernels/decode_step.hpp"
#include "examples/attention_numbers.hpp"

// Decode in values, for every group of query heads: two kernels are compiled for each. Blocks of composites are no larger
// than tiles, so that the two share their softmax.

using namespace attention;
using namespace attention_test;

namespace {

enum class Form { lazy, composite };

/// How much of its bound the largest error of a decode step takes.
template <std::size_t group, Form form>
double decode_share(std::size_t pes, std::size_t heads, std::size_t keys) {
  Sim sim;
  const Numbers q = Numbers::random(heads, group, 1, 4);
  const Numbers k = Numbers::random(heads, keys, 2, 1);
  const Numbers v = Numbers::random(heads, keys, 3, 1);
  const DecodeStep step = place_decode(sim, {heads, group, dim, keys, pes});
  std::size_t first = 0;
  for (std::size_t pe = 0; pe != pes; ++pe) {
    sim.values().write(step.q[pe], q.values);
    const KvShare& kv = step.kv[pe];
    if (kv.keys == 0) continue;
    write_rows(sim, kv.k, k, range(first, first + kv.keys));
    write_rows(sim, kv.v, v, range(first, first + kv.keys));
    first += kv.keys;
  }
  if constexpr (form == Form::lazy)
    launch_decode(sim, flash_decode<group, dim, tile>, step, nullptr, std::size_t{2});
  else
    launch_decode(sim, flash_decode_composite<group, dim, tile>, step, nullptr);
  sim.run();
  CHECK(sim.values().hazards().empty());
  const std::vector<float> got = sim.values().read(step.o);
  double worst = 0;
  for (std::size_t head = 0; head != heads; ++head)
    for (std::size_t g = 0; g != group; ++g)
      worst = std::max(worst, share_of_bound(&got[(head * group + g) * dim], q, head, g, k, v, head,
                                             keys, form == Form::lazy ? tile : block,
                                             static_cast<std::size_t>(std::bit_width(pes - 1))));
  return worst;
}

template <std::size_t group>
void check_group() {
  CAPTURE(group);
  double worst = 0;
  const auto look = [&](double share) {
    CHECK(share <= 1);
    worst = std::max(worst, share);
  };
  for (const std::size_t keys : {1U, 15U, 16U, 17U, 64U, 65U, 200U}) {
    CAPTURE(keys);
    look(decode_share<group, Form::lazy>(1, 2, keys));
    look(decode_share<group, Form::composite>(1, 2, keys));
  }
  for (const std::size_t pes : {2U, 3U, 8U, 13U, 64U})
    for (const std::size_t keys : {7U, 301U}) {
      CAPTURE(pes, keys);
      look(decode_share<group, Form::lazy>(pes, 1, keys));
      look(decode_share<group, Form::composite>(pes, 1, keys));
    }
  CHECK(worst > 0.05);  // the bound is about these roundings, not about anything
}

}  // namespace

TEST_CASE("the reference: weights 1/3 and 2/3 of values 3 and 6 give 5") {
  const double keys[] = {0, std::log(2.0)}, values[] = {3, 6};
  const Row row = attend(
      1, 2, 1, [](std::size_t) { return 1.0; }, [&](std::size_t j, std::size_t) { return keys[j]; },
      [&](std::size_t j, std::size_t) { return values[j]; });
  CHECK(row.exact[0] == Approx(5.0).epsilon(1e-12));
  CHECK(row.bound[0] > 0);
  CHECK(row.bound[0] < 0.01);
}

TEST_CASE("decode on 1 to 64 PEs, ragged lengths, PEs without keys: groups of 1 to 4") {
  check_group<1>();
  check_group<2>();
  check_group<3>();
  check_group<4>();
}

TEST_CASE("decode on 1 to 64 PEs, ragged lengths, PEs without keys: groups of 5 to 8") {
  check_group<5>();
  check_group<6>();
  check_group<7>();
  check_group<8>();
}
