// expect: simulation: choose one of Timing and Values
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/values.hpp>

#include "support/machines.hpp"

int main() { weft::Simulation<weft_test::NsMachine, weft::Timing, weft::Values> sim; }
