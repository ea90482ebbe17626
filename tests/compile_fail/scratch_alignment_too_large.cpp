// expect: scratch: the alignment is larger than the capacity
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model.hpp>

using namespace weft::literals;

struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Scratch<weft::ScratchSpec{.capacity = 32_B, .alignment = 64}>> {};
