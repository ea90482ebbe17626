// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/op/store.hpp>
#include <weft/model/shape/shape.hpp>

#include "support/catch.hpp"

using namespace weft;

using Store = op::Store<f32, Shape<8, 64>>;
static_assert(Store::name == "store" && Store::kind == "memory/dma_write");
static_assert(Store::work.bytes == Bytes{2048} && Store::flops == 0 &&
              Store::issue == &IssueCosts::store);

TEST_CASE("a store moves the bytes of the destination's type") {
  CHECK(op::Store<b8, Shape<8, 64>>::work.bytes.count == 512);
}
