// expect: dma: there must be at least one read channel
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model.hpp>

using namespace weft::literals;

struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = 128_GBps, .channels = 0},
                                             .write = {.bandwidth = 128_GBps}}>> {};
