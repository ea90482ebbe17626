// expect: this PE has no CPU
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model.hpp>

using namespace weft::literals;

struct Pe : weft::Pe<weft::Gemm<weft::GemmSpec{.peak = 8_TFLOPS}>> {};
