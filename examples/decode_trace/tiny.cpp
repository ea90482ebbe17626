// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/device/tiny.hpp>

#include "runner.hpp"

namespace decode_trace {

Runner runner_on_tiny() { return runner_on<weft::device::TinyPe>(); }

}  // namespace decode_trace
