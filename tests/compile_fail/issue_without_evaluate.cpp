// expect: issue: this op has no evaluate(result, tiles...), so it cannot run under Values
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/values.hpp>

#include "support/machines.hpp"

using Tile = weft::Tensor<weft::f32, weft::Shape<4, 8>>;

struct Own {
  static constexpr std::string_view name = "own";
  using Result = Tile;
  static constexpr weft::MathWork work{32, &weft::FunctionCycles::mul};
  weft::Operand<Tile> x;
};

int main() {
  weft::Simulation<weft_test::NsMachine, weft::Values> sim;
  sim.launch([](auto& tl) -> weft::Kernel<> {
    auto a = tl.zeros(weft::dtype<weft::f32>, weft::shape<4, 8>);
    Own op{a};
    co_await tl.issue(op);
  });
}
