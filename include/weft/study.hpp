// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

/// How one compares: sweeps over machines, kernels and parameters. The adapter for Google Benchmark is a header of its own,
/// `weft/study/bench.hpp`.
#include <weft/study/sweep.hpp>
