// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/device/ahbm.hpp>

#include "runner.hpp"

namespace decode_trace {

Runner runner_on_ahbm() { return runner_on<weft::device::AhbmPe>(); }

}  // namespace decode_trace
