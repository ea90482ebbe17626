// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/engine/gemm.hpp>
#include <weft/model/units.hpp>
#include <weft/model/units/print.hpp>

#include "support/catch.hpp"

using namespace weft;
using namespace weft::literals;

using Peak = Gemm<GemmSpec{.peak = 8_TFLOPS}>;
static_assert(Peak::service(GemmWork{256, 256, 256, DTypeId::f16}) == 4'194.304_ns);
static_assert(Peak::service(GemmWork{64, 64, 128, DTypeId::f16}) == 131.072_ns);
static_assert(Peak::service(GemmWork{1, 1, 1, DTypeId::f16}) ==
              1_ps);  // a quarter of a picosecond, rounded up

using ByDType = Gemm<GemmSpec{
    .peak = 8_TFLOPS, .peak_by_dtype = {.f32 = 4_TFLOPS, .i8 = 16_TOPS}, .startup = 5_ns}>;
static_assert(ByDType::service(GemmWork{64, 64, 128, DTypeId::f32}) == 267.144_ns);
static_assert(ByDType::service(GemmWork{64, 64, 128, DTypeId::bf16}) == 136.072_ns);
static_assert(ByDType::service(GemmWork{64, 64, 128, DTypeId::i8}) == 70.536_ns);
static_assert(ByDType::service(GemmWork{64, 64, 128, DTypeId::other}) == 136.072_ns);

// 10,175 cycles of 666.66.. ps: rounded up once.
using Array = Gemm<GemmSpec{
    .rows = 32, .cols = 32, .dataflow = Dataflow::output_stationary, .clock = 1.5_GHz}>;
static_assert(Array::service(GemmWork{256, 128, 256, DTypeId::f16}) == 6'783'334_ps);
using Weights = Gemm<GemmSpec{.rows = 32,
                              .cols = 32,
                              .dataflow = Dataflow::weight_stationary,
                              .clock = 1_GHz,
                              .startup = 1_ns}>;
static_assert(Weights::service(GemmWork{256, 128, 256, DTypeId::f16}) == 11'200_ns);

static_assert(IsEngine<Peak> && Executes<Peak, GemmWork> && !Executes<Peak, MathWork>);

TEST_CASE("a product beyond 64 bits is an error") {
  CHECK_THROWS_SAYING(Peak::service(GemmWork{UINT64_MAX, 2, 1, DTypeId::f16}), "overflow");
}
