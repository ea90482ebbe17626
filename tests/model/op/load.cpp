// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/op/load.hpp>
#include <weft/model/op/store.hpp>
#include <weft/model/shape/shape.hpp>

#include "support/catch.hpp"

using namespace weft;

using Load = op::Load<f16, Shape<64, 128>>;
static_assert(Load::name == "load" && Load::kind == "memory/dma_read");
static_assert(Load::work.bytes == Bytes{16'384} && Load::flops == 0 &&
              Load::issue == &IssueCosts::load);
static_assert(std::is_same_v<Load::Result, Tensor<f16, Shape<64, 128>>>);

TEST_CASE("an op's facts need no object") { CHECK(std::is_empty_v<Load>); }
