// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <weft/model/op/function_cycles.hpp>

/// The functions of the math engine as tags: name, number of operands, and which cycle count they
/// are charged. A function of the user's own is a struct with the same three members.
namespace weft::fn {

/// e to the x.
struct exp {
  static constexpr std::string_view name = "exp";
  static constexpr std::size_t arity = 1;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::exp;
};
/// 2 to the x.
struct exp2 {
  static constexpr std::string_view name = "exp2";
  static constexpr std::size_t arity = 1;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::exp2;
};
/// The natural logarithm.
struct log {
  static constexpr std::string_view name = "log";
  static constexpr std::size_t arity = 1;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::log;
};
/// 1 over the square root of x.
struct rsqrt {
  static constexpr std::string_view name = "rsqrt";
  static constexpr std::size_t arity = 1;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::rsqrt;
};
/// 1 / (1 + exp(-x)).
struct sigmoid {
  static constexpr std::string_view name = "sigmoid";
  static constexpr std::size_t arity = 1;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::sigmoid;
};
/// The hyperbolic tangent.
struct tanh {
  static constexpr std::string_view name = "tanh";
  static constexpr std::size_t arity = 1;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::tanh;
};
/// x times the normal distribution function of x.
struct gelu {
  static constexpr std::string_view name = "gelu";
  static constexpr std::size_t arity = 1;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::gelu;
};
/// -x.
struct neg {
  static constexpr std::string_view name = "neg";
  static constexpr std::size_t arity = 1;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::neg;
};
/// |x|.
struct abs {
  static constexpr std::string_view name = "abs";
  static constexpr std::size_t arity = 1;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::abs;
};

/// x + y.
struct add {
  static constexpr std::string_view name = "add";
  static constexpr std::size_t arity = 2;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::add;
};
/// x - y.
struct sub {
  static constexpr std::string_view name = "sub";
  static constexpr std::size_t arity = 2;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::sub;
};
/// x * y.
struct mul {
  static constexpr std::string_view name = "mul";
  static constexpr std::size_t arity = 2;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::mul;
};
/// x / y.
struct div {
  static constexpr std::string_view name = "div";
  static constexpr std::size_t arity = 2;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::div;
};
/// The larger of x and y; along an axis, the largest.
struct max {
  static constexpr std::string_view name = "max";
  static constexpr std::size_t arity = 2;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::max;
};
/// The smaller of x and y.
struct min {
  static constexpr std::string_view name = "min";
  static constexpr std::size_t arity = 2;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::min;
};

/// x < y, as b8.
struct lt {
  static constexpr std::string_view name = "lt";
  static constexpr std::size_t arity = 2;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::compare;
};
/// x <= y, as b8.
struct le {
  static constexpr std::string_view name = "le";
  static constexpr std::size_t arity = 2;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::compare;
};
/// x > y, as b8.
struct gt {
  static constexpr std::string_view name = "gt";
  static constexpr std::size_t arity = 2;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::compare;
};
/// x >= y, as b8.
struct ge {
  static constexpr std::string_view name = "ge";
  static constexpr std::size_t arity = 2;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::compare;
};
/// x == y, as b8.
struct eq {
  static constexpr std::string_view name = "eq";
  static constexpr std::size_t arity = 2;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::compare;
};
/// x != y, as b8.
struct ne {
  static constexpr std::string_view name = "ne";
  static constexpr std::size_t arity = 2;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::compare;
};

/// c ? x : y.
struct where {
  static constexpr std::string_view name = "where";
  static constexpr std::size_t arity = 3;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::where;
};
/// The sum along an axis.
struct sum {
  static constexpr std::string_view name = "sum";
  static constexpr std::size_t arity = 1;
  static constexpr std::int64_t FunctionCycles::* cycles = &FunctionCycles::reduce;
};

}  // namespace weft::fn
