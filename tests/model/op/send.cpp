// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/op/send.hpp>
#include <weft/model/tensor/tensor.hpp>

#include <type_traits>

#include "support/catch.hpp"

TEST_CASE("send: a comm/send without flops, issued at the cost of sends") {
  using T = weft::Tensor<weft::f16, weft::Shape<2, 3>>;
  using Op = weft::op::Send<T>;
  static_assert(std::is_same_v<Op::Result, T>);
  CHECK(Op::name == "send");
  CHECK(Op::kind == "comm/send");
  CHECK(Op::flops == 0);
  CHECK(Op::issue == &weft::IssueCosts::send);
}
