// expect: grid: the member must be a PE or an arrangement of PEs
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model.hpp>

using namespace weft::literals;

struct Machine
    : weft::Device<"machine", weft::Grid<2, 2, weft::Gemm<weft::GemmSpec{.peak = 8_TFLOPS}>>> {};
