// expect: cpu: the clock must not be zero
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model.hpp>

struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{}>> {};
