// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/shape/dtype.hpp>

#include "support/catch.hpp"

using namespace weft;

static_assert(f32::bytes == 4 && f16::bytes == 2 && bf16::bytes == 2 && f8e4m3::bytes == 1 &&
              f8e5m2::bytes == 1);
static_assert(i8::bytes == 1 && i32::bytes == 4 && b8::bytes == 1);
static_assert(f8e4m3::name == "f8e4m3" && bf16::name == "bf16");
static_assert(IsDType<f32> && IsDType<b8> && !IsDType<float> && !IsDType<int>);
static_assert(std::is_same_v<decltype(dtype<bf16>)::type, bf16>);
static_assert(std::is_same_v<accumulator_t<i8>, i32> && std::is_same_v<accumulator_t<f16>, f32>);
static_assert(std::is_same_v<dot_result_t<i8>, i32> && std::is_same_v<dot_result_t<f16>, f16>);

struct int4x2 {
  static constexpr std::string_view name = "int4x2";
  static constexpr std::size_t bytes = 1;
};
static_assert(IsDType<int4x2> && dtype_id<int4x2> == DTypeId::other);
static_assert(dtype_id<f32> == DTypeId::f32 && dtype_id<i8> == DTypeId::i8 &&
              dtype_id<b8> == DTypeId::b8);

TEST_CASE("element types are empty") { CHECK(std::is_empty_v<f16>); }
