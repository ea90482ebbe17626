// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/op/where.hpp>
#include <weft/model/shape/shape.hpp>

#include "support/catch.hpp"

using namespace weft;

using Scores = Tensor<f32, Shape<8, 64>>;
using Where = op::Where<Scores, Tensor<b8, Shape<1, 64>>, Scores, float>;
static_assert(Where::name == "where" && Where::kind == "compute/math" &&
              Where::issue == &IssueCosts::math);
static_assert(Where::work.elements == 512 && Where::work.cycles == &FunctionCycles::where);

TEST_CASE("where gives its result type") { CHECK(std::is_same_v<Where::Result, Scores>); }
