// expect: simulation: choose one of Lazy, Blocking and AtRunTime
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/weft.hpp>

#include "support/machines.hpp"

int main() { weft::Simulation<weft_test::NsMachine, weft::Lazy, weft::Blocking> sim; }
