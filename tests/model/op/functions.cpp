// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/op/functions.hpp>

#include "support/catch.hpp"

using namespace weft;

static_assert(fn::exp::name == "exp" && fn::exp::arity == 1 &&
              fn::exp::cycles == &FunctionCycles::exp);
static_assert(fn::max::name == "max" && fn::max::arity == 2 &&
              fn::max::cycles == &FunctionCycles::max);
static_assert(fn::lt::arity == 2 && fn::lt::cycles == &FunctionCycles::compare &&
              fn::ne::cycles == &FunctionCycles::compare);
static_assert(fn::where::arity == 3 && fn::where::cycles == &FunctionCycles::where);
static_assert(fn::sum::name == "sum" && fn::sum::cycles == &FunctionCycles::reduce);

TEST_CASE("functions take one cycle unless the spec says otherwise") {
  CHECK(FunctionCycles{}.*fn::gelu::cycles == 1);
}
