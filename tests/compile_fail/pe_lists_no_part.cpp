// expect: this PE lists something that is not a part of a PE
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model.hpp>

using namespace weft::literals;

struct Fan {};
struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>, Fan> {};
