// expect: gemm: peaks by dtype need a general peak for the other dtypes
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model.hpp>

using namespace weft::literals;

struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Gemm<weft::GemmSpec{.peak_by_dtype = {.i8 = 16_TOPS}}>> {};
