// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string_view>

#include <weft/model/units/bandwidth.hpp>
#include <weft/model/units/bytes.hpp>
#include <weft/model/units/cycles.hpp>
#include <weft/model/units/duration.hpp>
#include <weft/model/units/flops.hpp>
#include <weft/model/units/frequency.hpp>

// Units as text, exact: the largest unit that leaves at least 1 before the point, and no digit
// dropped.

namespace weft {

/// Writes value / scale without rounding, as `228` or `4194.304`; scale is a power of ten.
inline void print_decimal(std::ostream& out, std::uint64_t value, std::uint64_t scale) {
  out << value / scale;
  std::uint64_t rest = value % scale;
  if (rest == 0) return;
  out << '.';
  while (rest != 0) {
    scale /= 10;
    out << rest / scale;
    rest %= scale;
  }
}

/// Writes a value with the largest of the units kilo, mega, .. that is not larger than it.
inline void print_scaled(std::ostream& out, std::uint64_t value, std::string_view unit) {
  static constexpr std::string_view prefixes[] = {"", "k", "M", "G", "T", "P"};
  std::uint64_t scale = 1;
  std::size_t prefix = 0;
  while (prefix < 5 && value / scale >= 1000) {
    scale *= 1000;
    ++prefix;
  }
  print_decimal(out, value, scale);
  out << ' ' << prefixes[prefix] << unit;
}

/// `228 ns`, `4.194304 us`
inline std::ostream& operator<<(std::ostream& out, Duration time) {
  static constexpr std::string_view units[] = {"ps", "ns", "us", "ms", "s"};
  if (time.ps < 0) out << '-';
  const std::uint64_t ps =
      time.ps < 0 ? 0 - static_cast<std::uint64_t>(time.ps) : static_cast<std::uint64_t>(time.ps);
  std::uint64_t scale = 1;
  std::size_t unit = 0;
  while (unit < 4 && ps / scale >= 1000) {
    scale *= 1000;
    ++unit;
  }
  print_decimal(out, ps, scale);
  return out << ' ' << units[unit];
}
/// `64 KiB`, `1000 B`: the largest binary unit that is whole.
inline std::ostream& operator<<(std::ostream& out, Bytes bytes) {
  static constexpr std::string_view units[] = {" B", " KiB", " MiB", " GiB", " TiB"};
  std::uint64_t count = bytes.count;
  std::size_t unit = 0;
  while (unit < 4 && count != 0 && count % 1024 == 0) {
    count /= 1024;
    ++unit;
  }
  return out << count << units[unit];
}
/// `1 cycle`, `40 cycles`
inline std::ostream& operator<<(std::ostream& out, Cycles cycles) {
  return out << cycles.count << (cycles.count == 1 ? " cycle" : " cycles");
}
/// `1.5 GHz`
inline std::ostream& operator<<(std::ostream& out, Frequency clock) {
  print_scaled(out, clock.hz, "Hz");
  return out;
}
/// `51.2 GB/s`
inline std::ostream& operator<<(std::ostream& out, Bandwidth bandwidth) {
  print_scaled(out, bandwidth.bytes_per_second, "B/s");
  return out;
}
/// `8 TFLOP/s`
inline std::ostream& operator<<(std::ostream& out, FlopRate rate) {
  print_scaled(out, rate.flops_per_second, "FLOP/s");
  return out;
}

}  // namespace weft
