// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Durations, frequencies, sizes and rates as whole numbers of base units, and their literals.
#include <weft/model/units/bandwidth.hpp>
#include <weft/model/units/bytes.hpp>
#include <weft/model/units/cycles.hpp>
#include <weft/model/units/duration.hpp>
#include <weft/model/units/flops.hpp>
#include <weft/model/units/frequency.hpp>
#include <weft/model/units/literals.hpp>
#include <weft/model/units/rates.hpp>
