// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/engine/math.hpp>
#include <weft/model/op/functions.hpp>
#include <weft/model/units.hpp>
#include <weft/model/units/print.hpp>

#include "support/catch.hpp"

using namespace weft;
using namespace weft::literals;

using Engine = weft::Math<MathSpec{
    .lanes = 64, .clock = 3_GHz, .startup = 2_ns, .cycles = {.exp = 4, .reduce = 2, .cast = 0}}>;

static_assert(Engine::service(MathWork{64, fn::add::cycles}) == 2_ns + 334_ps);
static_assert(Engine::service(MathWork{65, fn::add::cycles}) ==
              2_ns + 667_ps);  // two groups, rounded up once
static_assert(Engine::service(MathWork{192, fn::exp::cycles}) ==
              6_ns);  // three groups of four cycles
static_assert(Engine::service(MathWork{192, fn::sum::cycles}) == 4_ns);
static_assert(Engine::service(MathWork{192, &FunctionCycles::cast}) == 2_ns);
static_assert(IsEngine<Engine> && Executes<Engine, MathWork> && !Executes<Engine, GemmWork>);

TEST_CASE("math beyond 64 bits is an error") {
  CHECK_THROWS_SAYING(Engine::service(MathWork{UINT64_MAX, fn::exp::cycles}), "overflow");
}
