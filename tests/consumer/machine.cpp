// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model.hpp>

using namespace weft::literals;

static_assert(weft::transfer_time(16_KiB, 128_GBps) == 128_ns);

int main() {}
