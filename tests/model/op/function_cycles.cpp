// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/op/function_cycles.hpp>

#include "support/catch.hpp"

TEST_CASE("function cycles: 1 unless given") {
  using F = weft::FunctionCycles;
  constexpr F cycles{.exp = 4};
  CHECK(cycles.exp == 4);
  for (const auto function :
       {&F::exp2, &F::log, &F::rsqrt, &F::sigmoid, &F::tanh, &F::gelu, &F::neg, &F::abs, &F::add,
        &F::sub, &F::mul, &F::div, &F::max, &F::min, &F::compare, &F::where, &F::reduce, &F::cast})
    CHECK(cycles.*function == 1);
}
