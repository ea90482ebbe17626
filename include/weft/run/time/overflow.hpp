// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/error.hpp>

namespace weft {

/// Virtual time has 64 bits of picoseconds, about 106 days; beyond that is an error, not a wrap.
[[noreturn, gnu::cold, gnu::noinline]] inline void time_overflow() {
  throw Error("virtual time overflows 64 bits of picoseconds");
}

}  // namespace weft
