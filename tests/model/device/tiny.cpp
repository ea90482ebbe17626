// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/device/tiny.hpp>
#include <weft/model/op/dot.hpp>
#include <weft/model/op/load.hpp>
#include <weft/model/op/math.hpp>
#include <weft/model/topology/engine_for.hpp>
#include <weft/model/units/print.hpp>

#include "support/catch.hpp"

using namespace weft;
using namespace weft::literals;

template <class Op>
constexpr Duration time_of =
    EngineFor<device::TinyPe, std::remove_const_t<decltype(Op::work)>>::service(Op::work);
template <std::size_t M, std::size_t N>
using Tile = Tensor<f16, Shape<M, N>>;

// The services of the worked example of the timing model.
static_assert(time_of<op::Load<f16, Shape<64, 128>>> == 228_ns);
static_assert(time_of<op::Dot<Tile<256, 256>, Tile<256, 256>, f16>> == 4'194.304_ns);
static_assert(time_of<op::Dot<Tile<64, 128>, Tile<128, 64>, f16>> == 131.072_ns);
static_assert(time_of<op::Math<fn::exp, Tile<64, 64>, Tile<64, 64>>> == 64_ns);

TEST_CASE("tiny is one PE with free issue") {
  CHECK(device::Tiny::name == "tiny");
  CHECK(device::Tiny::pes == 1);
  CHECK(device::TinyPe::cpu::issue_time(&IssueCosts::dot) == 0_ps);
  CHECK(device::TinyPe::scratch::spec.capacity == 1_MiB);
}
