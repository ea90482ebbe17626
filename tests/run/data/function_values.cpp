// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/data/function_values.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace function_values_test {

struct square {
  static constexpr std::string_view name = "square";
  static constexpr std::size_t arity = 1;
  static float value(float x) { return x * x; }
};
struct blend {
  static constexpr std::string_view name = "blend";
  static constexpr std::size_t arity = 3;
  static float value(float a, float x, float y) { return a * x + (1 - a) * y; }
  static std::int64_t value(std::int64_t a, std::int64_t x, std::int64_t y) {
    return a * x + (1 - a) * y;
  }
};
struct no_value {
  static constexpr std::size_t arity = 1;
};

}  // namespace function_values_test

namespace {

using namespace function_values_test;
namespace fn = weft::fn;
using weft::eval::value;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float no_number = std::numeric_limits<float>::quiet_NaN();

bool is_plus_zero(float x) { return x == 0 && !std::signbit(x); }
bool is_minus_zero(float x) { return x == 0 && std::signbit(x); }

/// Half the distance between neighbouring floats at x, the error of one correct rounding; a little
/// more is granted for the reference and the function in f64.
double one_rounding(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(0.5000001, std::max(exponent - 24, -149));
}

}  // namespace

TEST_CASE("function_values: exact points", "[data]") {
  CHECK(value(fn::exp{}, 0.0F) == 1.0F);
  CHECK(value(fn::exp{}, 1.0F) == 2.7182817F);
  CHECK(value(fn::exp{}, -infinity) == 0.0F);
  CHECK(value(fn::exp{}, 89.0F) == infinity);
  CHECK(value(fn::exp2{}, 10.0F) == 1024.0F);
  CHECK(value(fn::exp2{}, -149.0F) == std::numeric_limits<float>::denorm_min());
  CHECK(value(fn::log{}, 1.0F) == 0.0F);
  CHECK(value(fn::log{}, 0.0F) == -infinity);
  CHECK(std::isnan(value(fn::log{}, -1.0F)));
  CHECK(value(fn::rsqrt{}, 16.0F) == 0.25F);
  CHECK(value(fn::rsqrt{}, 0.0F) == infinity);
  CHECK(std::isnan(value(fn::rsqrt{}, -1.0F)));
  CHECK(value(fn::sigmoid{}, 0.0F) == 0.5F);
  CHECK(value(fn::sigmoid{}, infinity) == 1.0F);
  CHECK(value(fn::sigmoid{}, -infinity) == 0.0F);
  CHECK(value(fn::tanh{}, 0.0F) == 0.0F);
  CHECK(value(fn::tanh{}, infinity) == 1.0F);
  CHECK(value(fn::tanh{}, -20.0F) == -1.0F);
  CHECK(value(fn::gelu{}, 0.0F) == 0.0F);
  CHECK(value(fn::gelu{}, 1.0F) ==
        static_cast<float>(0.8413447460685429));  // the normal distribution function at 1
  CHECK(value(fn::gelu{}, -1.0F) == -0.15865526F);
  CHECK(value(fn::gelu{}, infinity) == infinity);
  CHECK(value(fn::gelu{}, -infinity) == 0.0F);
  CHECK(value(fn::neg{}, 2.0F) == -2.0F);
  CHECK(is_minus_zero(value(fn::neg{}, 0.0F)));
  CHECK(value(fn::abs{}, -2.0F) == 2.0F);
  CHECK(is_plus_zero(value(fn::abs{}, -0.0F)));
  CHECK(value(fn::div{}, 1.0F, 0.0F) == infinity);
  CHECK(value(fn::sub{}, 1.0F, 3.0F) == -2.0F);
}

TEST_CASE("function_values: one rounding from the exact value, over the whole range", "[data]") {
  int wrong = 0;
  const auto near = [&](float got, long double exact) {
    if (std::fabs(exact) > 3.4028235e38L) return;
    if (std::fabs(static_cast<double>(static_cast<long double>(got) - exact)) >
        one_rounding(static_cast<double>(exact)))
      ++wrong;
  };
  for (int i = -2000; i <= 2000; ++i) {
    const float x = static_cast<float>(i) * 0.0531F;
    const long double wide = x;
    near(value(fn::exp{}, x), std::exp(wide));
    near(value(fn::exp2{}, x), std::exp2(wide));
    near(value(fn::sigmoid{}, x), 1 / (1 + std::exp(-wide)));
    near(value(fn::tanh{}, x), std::tanh(wide));
    near(value(fn::gelu{}, x), wide / 2 * std::erfc(-wide / std::sqrt(2.0L)));
    if (i > 0) near(value(fn::log{}, x), std::log(wide));
    if (i > 0) near(value(fn::rsqrt{}, x), 1 / std::sqrt(wide));
  }
  CHECK(wrong == 0);
}

TEST_CASE("function_values: max and min with NaN and zeros of both signs", "[data]") {
  CHECK(value(fn::max{}, 1.0F, 2.0F) == 2.0F);
  CHECK(value(fn::min{}, 1.0F, 2.0F) == 1.0F);
  CHECK(value(fn::max{}, -infinity, -3.0F) == -3.0F);
  CHECK(value(fn::min{}, -infinity, -3.0F) == -infinity);
  for (const float other : {1.0F, infinity, -infinity, no_number}) {
    CHECK(std::isnan(value(fn::max{}, no_number, other)));
    CHECK(std::isnan(value(fn::max{}, other, no_number)));
    CHECK(std::isnan(value(fn::min{}, no_number, other)));
    CHECK(std::isnan(value(fn::min{}, other, no_number)));
  }
  CHECK(is_plus_zero(value(fn::max{}, 0.0F, -0.0F)));
  CHECK(is_plus_zero(value(fn::max{}, -0.0F, 0.0F)));
  CHECK(is_minus_zero(value(fn::min{}, 0.0F, -0.0F)));
  CHECK(is_minus_zero(value(fn::min{}, -0.0F, 0.0F)));
}

TEST_CASE("function_values: comparisons and where", "[data]") {
  CHECK(value(fn::lt{}, 1.0F, 2.0F) == 1.0F);
  CHECK(value(fn::lt{}, 2.0F, 2.0F) == 0.0F);
  CHECK(value(fn::le{}, 2.0F, 2.0F) == 1.0F);
  CHECK(value(fn::gt{}, 2.0F, 1.0F) == 1.0F);
  CHECK(value(fn::ge{}, 1.0F, 2.0F) == 0.0F);
  CHECK(value(fn::eq{}, 0.0F, -0.0F) == 1.0F);
  CHECK(value(fn::ne{}, 0.0F, 1.0F) == 1.0F);
  for (const float other : {1.0F, no_number}) {
    CHECK(value(fn::lt{}, no_number, other) == 0.0F);
    CHECK(value(fn::le{}, no_number, other) == 0.0F);
    CHECK(value(fn::gt{}, no_number, other) == 0.0F);
    CHECK(value(fn::ge{}, no_number, other) == 0.0F);
    CHECK(value(fn::eq{}, no_number, other) == 0.0F);
    CHECK(value(fn::ne{}, no_number, other) == 1.0F);
  }
  CHECK(value(fn::where{}, 1.0F, 5.0F, no_number) == 5.0F);
  CHECK(value(fn::where{}, 0.0F, no_number, 5.0F) == 5.0F);
}

TEST_CASE("function_values: whole numbers", "[data]") {
  using Whole = std::int64_t;
  CHECK(value(fn::add{}, Whole{2147483647}, Whole{1}) == 2147483648);
  CHECK(value(fn::mul{}, Whole{-2147483648}, Whole{-2147483648}) == Whole{1} << 62);
  CHECK(value(fn::sub{}, Whole{1}, Whole{3}) == -2);
  CHECK(value(fn::div{}, Whole{7}, Whole{-2}) == -3);
  CHECK(value(fn::div{}, Whole{-7}, Whole{2}) == -3);
  CHECK(value(fn::div{}, Whole{7}, Whole{0}) == -1);
  CHECK(value(fn::div{}, Whole{-2147483648}, Whole{-1}) == 2147483648);
  CHECK(value(fn::neg{}, Whole{-128}) == 128);
  CHECK(value(fn::abs{}, Whole{-128}) == 128);
  CHECK(value(fn::max{}, Whole{3}, Whole{-4}) == 3);
  CHECK(value(fn::min{}, Whole{3}, Whole{-4}) == -4);
  CHECK(value(fn::le{}, Whole{16777216}, Whole{16777217}) == 1);
  CHECK(value(fn::eq{}, Whole{16777216}, Whole{16777217}) == 0);
  CHECK(value(fn::where{}, Whole{0}, Whole{1}, Whole{2}) == 2);
}

TEST_CASE("function_values: which functions can be computed on what", "[data]") {
  using weft::eval::HasValue;
  STATIC_REQUIRE(HasValue<fn::exp, float>);
  STATIC_REQUIRE_FALSE(HasValue<fn::exp, std::int64_t>);
  STATIC_REQUIRE(HasValue<fn::add, std::int64_t, std::int64_t>);
  STATIC_REQUIRE_FALSE(HasValue<fn::add, float>);
  STATIC_REQUIRE(HasValue<square, float>);
  STATIC_REQUIRE_FALSE(HasValue<square, std::int64_t>);
  STATIC_REQUIRE(HasValue<blend, float, float, float>);
  STATIC_REQUIRE(HasValue<blend, std::int64_t, std::int64_t, std::int64_t>);
  STATIC_REQUIRE_FALSE(HasValue<no_value, float>);
  CHECK(value(square{}, 3.0F) == 9.0F);
  CHECK(value(blend{}, 0.25F, 4.0F, 8.0F) == 7.0F);
}
