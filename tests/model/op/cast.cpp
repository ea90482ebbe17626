// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/op/cast.hpp>
#include <weft/model/op/where.hpp>
#include <weft/model/shape/shape.hpp>

#include "support/catch.hpp"

using namespace weft;

using Cast = op::Cast<Tensor<f32, Shape<8, 64>>, f16>;
static_assert(Cast::name == "cast" && Cast::kind == "compute/math" &&
              Cast::issue == &IssueCosts::cast);
static_assert(Cast::work.elements == 512 && Cast::work.cycles == &FunctionCycles::cast &&
              Cast::flops == 512);
static_assert(std::is_same_v<Cast::Result, Tensor<f16, Shape<8, 64>>>);

TEST_CASE("the facts of cast need no complete Tensor") { CHECK(std::is_empty_v<Cast>); }
