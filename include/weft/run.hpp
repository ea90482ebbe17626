// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

/// What happens: machines alive, kernels, the clock, reports.
#include <weft/model.hpp>
#include <weft/run/kernel/event.hpp>
#include <weft/run/simulation.hpp>
#include <weft/run/time/timer.hpp>
