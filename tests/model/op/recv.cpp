// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/op/recv.hpp>
#include <weft/model/tensor/tensor.hpp>

#include <type_traits>

#include "support/catch.hpp"

TEST_CASE("recv: a comm/recv without flops, issued at the cost of receives") {
  using T = weft::Tensor<weft::f16, weft::Shape<2, 3>>;
  using Op = weft::op::Recv<T>;
  static_assert(std::is_same_v<Op::Result, T>);
  CHECK(Op::name == "recv");
  CHECK(Op::kind == "comm/recv");
  CHECK(Op::flops == 0);
  CHECK(Op::issue == &weft::IssueCosts::recv);
}
