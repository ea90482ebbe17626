// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/op/dot.hpp>

#include "support/catch.hpp"

using namespace weft;

using Dot = op::Dot<Tensor<f16, Shape<64, 128>>, Tensor<f16, Shape<128, 32>>, f32>;
static_assert(Dot::name == "dot" && Dot::kind == "compute/gemm" && Dot::issue == &IssueCosts::dot);
static_assert(Dot::work.m == 64 && Dot::work.n == 32 && Dot::work.k == 128 &&
              Dot::work.dtype == DTypeId::f16);
static_assert(Dot::flops == 524'288);  // 2 * 64 * 32 * 128
static_assert(std::is_same_v<Dot::Result, Tensor<f32, Shape<64, 32>>>);

TEST_CASE("the facts of dot need no complete Tensor") { CHECK(std::is_empty_v<Dot>); }
