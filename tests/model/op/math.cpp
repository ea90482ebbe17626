// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/op/math.hpp>
#include <weft/model/shape/shape.hpp>

#include "support/catch.hpp"

using namespace weft;

template <std::size_t M, std::size_t N>
using Tile = Tensor<f32, Shape<M, N>>;

using Exp = op::Math<fn::exp, Tile<8, 64>, Tile<8, 64>>;
static_assert(Exp::name == "exp" && Exp::kind == "compute/math" && Exp::issue == &IssueCosts::math);
static_assert(Exp::work.elements == 512 && Exp::work.cycles == &FunctionCycles::exp &&
              Exp::flops == 512);

// The largest of operands and result counts: a column times a row is as large as its result.
using Outer = op::Math<fn::mul, Tile<8, 64>, Tile<8, 1>, Tile<1, 64>>;
static_assert(Outer::work.elements == 512 && Outer::work.cycles == &FunctionCycles::mul);
using Scaled = op::Math<fn::mul, Tile<8, 1>, Tile<8, 1>, float>;
static_assert(Scaled::work.elements == 8);

TEST_CASE("the facts of a math op need no complete Tensor") { CHECK(std::is_empty_v<Exp>); }
