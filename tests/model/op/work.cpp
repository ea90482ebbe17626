// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/op/dot.hpp>
#include <weft/model/op/load.hpp>
#include <weft/model/op/math.hpp>
#include <weft/model/op/store.hpp>
#include <weft/model/op/work.hpp>
#include <weft/model/tensor/tensor.hpp>

#include <type_traits>

#include "support/catch.hpp"

namespace {

template <class D, std::size_t M, std::size_t N>
using Tile = weft::Tensor<D, weft::Shape<M, N>>;
template <class Op, class Work>
constexpr bool asks_for = std::is_same_v<std::remove_cvref_t<decltype(Op::work)>, Work>;

}  // namespace

TEST_CASE("work: what ops ask of engines, in the engine's own terms") {
  using weft::f16, weft::f32;
  using Load = weft::op::Load<f16, weft::Shape<4, 8>>;
  static_assert(asks_for<Load, weft::ReadWork>);
  CHECK(Load::work.bytes.count == 64);

  using Store = weft::op::Store<f32, weft::Shape<4, 8>>;
  static_assert(asks_for<Store, weft::WriteWork>);
  CHECK(Store::work.bytes.count == 128);

  using Dot = weft::op::Dot<Tile<f16, 4, 8>, Tile<f16, 8, 16>, f16>;
  static_assert(asks_for<Dot, weft::GemmWork>);
  CHECK(Dot::work.m == 4);
  CHECK(Dot::work.n == 16);
  CHECK(Dot::work.k == 8);

  CHECK(weft::MathWork{}.cycles == nullptr);
  CHECK(weft::GemmWork{}.dtype == weft::DTypeId::other);
}
