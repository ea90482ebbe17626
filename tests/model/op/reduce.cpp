// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/op/reduce.hpp>

#include "support/catch.hpp"

using namespace weft;

using Max = op::Reduce<fn::max, Tensor<f32, Shape<8, 64>>, 1>;
static_assert(Max::name == "reduce" && Max::kind == "compute/math" &&
              Max::issue == &IssueCosts::reduce);
static_assert(Max::work.elements == 512 && Max::work.cycles == &FunctionCycles::reduce &&
              Max::flops == 512);
static_assert(std::is_same_v<Max::Result, Tensor<f32, Shape<8, 1>>>);
static_assert(std::is_same_v<op::Reduce<fn::sum, Tensor<f32, Shape<8, 64>>, 0>::Result,
                             Tensor<f32, Shape<1, 64>>>);

TEST_CASE("the facts of reduce name its function") { CHECK(Max::function::name == "max"); }
