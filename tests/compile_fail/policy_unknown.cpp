// expect: simulation: a policy is Lazy, Blocking or AtRunTime, Timing or Values, or a log such as FullLog, Counters, NoLog
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/weft.hpp>

#include "support/machines.hpp"

int main() { weft::Simulation<weft_test::NsMachine, int> sim; }
