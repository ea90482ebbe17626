// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/device/tiny.hpp>

#include "runner.hpp"

namespace decode_trace {

Runner runner_on_tiny_issuing() { return runner_on<weft::device::TinyPe, 4>(); }

}  // namespace decode_trace
