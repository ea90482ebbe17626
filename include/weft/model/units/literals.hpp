// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <type_traits>

#include <weft/core/decimal.hpp>
#include <weft/model/units/bandwidth.hpp>
#include <weft/model/units/bytes.hpp>
#include <weft/model/units/cycles.hpp>
#include <weft/model/units/duration.hpp>
#include <weft/model/units/flops.hpp>
#include <weft/model/units/frequency.hpp>

/// Numbers with units: `1.5_ns`, `1'000_ns`, `128_GBps`, `8_TFLOPS`. Exact: a number that is not a
/// whole multiple of the base unit (ps, Hz, B, B/s, FLOP/s, cycle) does not compile.
namespace weft::literals {

/// A literal of unit type Unit: the digits times Scale base units.
template <class Unit, std::uint64_t Scale, char... Digits>
consteval Unit exact() {
  constexpr char text[] = {Digits...};
  constexpr bool is_signed = std::is_same_v<Unit, Duration> || std::is_same_v<Unit, Cycles>;
  constexpr Decimal number =
      read_decimal(text, Scale, is_signed ? std::uint64_t{INT64_MAX} : UINT64_MAX);
  static_assert(number.plain, "a number with a unit is written in decimal, without leading zeros");
  static_assert(
      number.whole,
      "a number with a unit must be a whole number of base units (ps, Hz, B, B/s, FLOP/s, cycles)");
  static_assert(number.fits, "a number with a unit must fit into 64 bits of its base unit");
  if constexpr (is_signed) {
    return Unit{static_cast<std::int64_t>(number.value)};
  } else {
    return Unit{number.value};
  }
}

template <char... D>
consteval Duration operator""_ps() {
  return exact<Duration, 1, D...>();
}
template <char... D>
consteval Duration operator""_ns() {
  return exact<Duration, 1'000, D...>();
}
template <char... D>
consteval Duration operator""_us() {
  return exact<Duration, 1'000'000, D...>();
}
template <char... D>
consteval Duration operator""_ms() {
  return exact<Duration, 1'000'000'000, D...>();
}
template <char... D>
consteval Duration operator""_s() {
  return exact<Duration, 1'000'000'000'000, D...>();
}

template <char... D>
consteval Frequency operator""_Hz() {
  return exact<Frequency, 1, D...>();
}
template <char... D>
consteval Frequency operator""_kHz() {
  return exact<Frequency, 1'000, D...>();
}
template <char... D>
consteval Frequency operator""_MHz() {
  return exact<Frequency, 1'000'000, D...>();
}
template <char... D>
consteval Frequency operator""_GHz() {
  return exact<Frequency, 1'000'000'000, D...>();
}

template <char... D>
consteval Bytes operator""_B() {
  return exact<Bytes, 1, D...>();
}
template <char... D>
consteval Bytes operator""_kB() {
  return exact<Bytes, 1'000, D...>();
}
template <char... D>
consteval Bytes operator""_MB() {
  return exact<Bytes, 1'000'000, D...>();
}
template <char... D>
consteval Bytes operator""_GB() {
  return exact<Bytes, 1'000'000'000, D...>();
}
template <char... D>
consteval Bytes operator""_TB() {
  return exact<Bytes, 1'000'000'000'000, D...>();
}
template <char... D>
consteval Bytes operator""_KiB() {
  return exact<Bytes, 1ULL << 10, D...>();
}
template <char... D>
consteval Bytes operator""_MiB() {
  return exact<Bytes, 1ULL << 20, D...>();
}
template <char... D>
consteval Bytes operator""_GiB() {
  return exact<Bytes, 1ULL << 30, D...>();
}
template <char... D>
consteval Bytes operator""_TiB() {
  return exact<Bytes, 1ULL << 40, D...>();
}

template <char... D>
consteval Bandwidth operator""_Bps() {
  return exact<Bandwidth, 1, D...>();
}
template <char... D>
consteval Bandwidth operator""_kBps() {
  return exact<Bandwidth, 1'000, D...>();
}
template <char... D>
consteval Bandwidth operator""_MBps() {
  return exact<Bandwidth, 1'000'000, D...>();
}
template <char... D>
consteval Bandwidth operator""_GBps() {
  return exact<Bandwidth, 1'000'000'000, D...>();
}
template <char... D>
consteval Bandwidth operator""_TBps() {
  return exact<Bandwidth, 1'000'000'000'000, D...>();
}
template <char... D>
consteval Bandwidth operator""_KiBps() {
  return exact<Bandwidth, 1ULL << 10, D...>();
}
template <char... D>
consteval Bandwidth operator""_MiBps() {
  return exact<Bandwidth, 1ULL << 20, D...>();
}
template <char... D>
consteval Bandwidth operator""_GiBps() {
  return exact<Bandwidth, 1ULL << 30, D...>();
}
template <char... D>
consteval Bandwidth operator""_TiBps() {
  return exact<Bandwidth, 1ULL << 40, D...>();
}

template <char... D>
consteval FlopRate operator""_FLOPS() {
  return exact<FlopRate, 1, D...>();
}
template <char... D>
consteval FlopRate operator""_MFLOPS() {
  return exact<FlopRate, 1'000'000, D...>();
}
template <char... D>
consteval FlopRate operator""_GFLOPS() {
  return exact<FlopRate, 1'000'000'000, D...>();
}
template <char... D>
consteval FlopRate operator""_TFLOPS() {
  return exact<FlopRate, 1'000'000'000'000, D...>();
}
template <char... D>
consteval FlopRate operator""_PFLOPS() {
  return exact<FlopRate, 1'000'000'000'000'000, D...>();
}

template <char... D>
consteval FlopRate operator""_OPS() {
  return exact<FlopRate, 1, D...>();
}
template <char... D>
consteval FlopRate operator""_MOPS() {
  return exact<FlopRate, 1'000'000, D...>();
}
template <char... D>
consteval FlopRate operator""_GOPS() {
  return exact<FlopRate, 1'000'000'000, D...>();
}
template <char... D>
consteval FlopRate operator""_TOPS() {
  return exact<FlopRate, 1'000'000'000'000, D...>();
}
template <char... D>
consteval FlopRate operator""_POPS() {
  return exact<FlopRate, 1'000'000'000'000'000, D...>();
}

template <char... D>
consteval Cycles operator""_cycles() {
  return exact<Cycles, 1, D...>();
}

}  // namespace weft::literals
