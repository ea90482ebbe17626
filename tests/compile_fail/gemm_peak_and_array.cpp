// expect: gemm: give either a peak or a systolic array (rows, cols, clock), not both
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model.hpp>

using namespace weft::literals;

struct Pe
    : weft::Pe<
          weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
          weft::Gemm<weft::GemmSpec{.peak = 8_TFLOPS, .rows = 32, .cols = 32, .clock = 1_GHz}>> {};
