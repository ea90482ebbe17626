// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstdint>

namespace weft_test {

/// How many random cases to try: `n`, or a quarter of them where sanitizers make each slow.
constexpr std::uint64_t cases(std::uint64_t n) { return WEFT_SANITIZED ? n / 4 : n; }

}  // namespace weft_test
