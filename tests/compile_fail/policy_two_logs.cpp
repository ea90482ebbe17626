// expect: simulation: choose one log
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/weft.hpp>

#include "support/machines.hpp"

int main() { weft::Simulation<weft_test::NsMachine, weft::FullLog, weft::Counters> sim; }
