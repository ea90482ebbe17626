// expect: launch: a kernel returns weft::Kernel
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/weft.hpp>

#include "support/machines.hpp"

int main() {
  weft::Simulation<weft_test::NsMachine> sim;
  sim.launch([](auto& tl) { (void)tl; });
}
