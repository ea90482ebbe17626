// expect: this PE has two schedulers
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model.hpp>

using namespace weft::literals;

struct Pe
    : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>, weft::Scheduler<>, weft::Scheduler<>> {};
