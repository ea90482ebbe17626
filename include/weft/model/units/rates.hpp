// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include <weft/core/wide.hpp>
#include <weft/model/units/bandwidth.hpp>
#include <weft/model/units/bytes.hpp>
#include <weft/model/units/cycles.hpp>
#include <weft/model/units/duration.hpp>
#include <weft/model/units/flops.hpp>
#include <weft/model/units/frequency.hpp>

namespace weft {

/// Picoseconds in a second.
inline constexpr std::uint64_t ps_per_second = 1'000'000'000'000;

/// amount / (per second) as a duration, exact and rounded up to a whole picosecond once.
/// A rate of zero, or a duration beyond 64 bits, throws `Error`.
[[nodiscard]] constexpr Duration rate_time(std::uint64_t amount, std::uint64_t per_second) {
  const std::uint64_t ps = ceil_mul_div(amount, ps_per_second, per_second);
  if (ps > static_cast<std::uint64_t>(INT64_MAX))
    fail("overflow: a duration does not fit into 64 bits of picoseconds");
  return {static_cast<std::int64_t>(ps)};
}

/// How long `bytes` take at `bandwidth`, rounded up to a picosecond.
[[nodiscard]] constexpr Duration transfer_time(Bytes bytes, Bandwidth bandwidth) {
  return rate_time(bytes.count, bandwidth.bytes_per_second);
}

/// How long `flops` operations take at `rate`, rounded up to a picosecond.
[[nodiscard]] constexpr Duration compute_time(std::uint64_t flops, FlopRate rate) {
  return rate_time(flops, rate.flops_per_second);
}

/// How long `cycles` take at `clock`, rounded up to a picosecond. A negative number of cycles
/// throws `Error`.
[[nodiscard]] constexpr Duration cycles_time(Cycles cycles, Frequency clock) {
  if (cycles.count < 0) fail("cycles: ", cycles.count, " is negative");
  return rate_time(static_cast<std::uint64_t>(cycles.count), clock.hz);
}

}  // namespace weft
