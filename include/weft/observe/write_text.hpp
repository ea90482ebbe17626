// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/source_line.hpp>
#include <weft/run/log/report.hpp>
#include <weft/run/log/time_text.hpp>

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// Waits summed over one pair of lines.
struct WaitLines {
  std::string_view consumer_file;
  std::uint32_t consumer_line;
  std::string_view producer_file;
  std::uint32_t producer_line;
  std::uint64_t count;
  Duration total;
};

/// The waits of a report by consumer and producer line, the costliest first.
[[nodiscard]] inline std::vector<WaitLines> waits_by_line(const Report& report) {
  std::vector<WaitLines> lines;
  for (const WaitRecord& wait : report.waits()) {
    const auto known = std::find_if(lines.begin(), lines.end(), [&](const WaitLines& line) {
      return line.consumer_line == wait.consumer_line && line.producer_line == wait.producer_line &&
             line.consumer_file == wait.consumer_file && line.producer_file == wait.producer_file;
    });
    if (known == lines.end()) {
      lines.push_back({wait.consumer_file, wait.consumer_line, wait.producer_file,
                       wait.producer_line, 1, wait.waited});
    } else {
      ++known->count;
      known->total += wait.waited;
    }
  }
  std::sort(lines.begin(), lines.end(), [](const WaitLines& a, const WaitLines& b) {
    return a.total != b.total ? b.total < a.total : a.consumer_line < b.consumer_line;
  });
  return lines;
}

/// Writes a report for people: latency, how busy each engine was, where kernels waited and on what, what was never used.
inline void write_text(std::ostream& out, const Report& report) {
  const auto padded = [](std::string text, std::size_t width) {
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
  };
  const auto percent = [](std::int64_t part, std::int64_t whole) {
    if (whole == 0) return std::string("-");
    const std::int64_t tenths = static_cast<std::int64_t>(
        static_cast<double>(part) * 1000 / static_cast<double>(whole) + 0.5);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %";
  };
  const std::int64_t span = report.latency().ps - report.begin().ps;

  out << "latency " << nanoseconds(report.latency()) << " ns";
  if (report.begin().ps != 0) out << " (began at " << nanoseconds(report.begin()) << " ns)";
  out << ", " << report.kernels().size()
      << (report.kernels().size() == 1 ? " kernel\n" : " kernels\n");

  out << "\nPE  engine        requests        busy ns     busy\n";
  for (const EngineUse& use : report.engines()) {
    std::string engine(use.engine);
    engine.resize(12, ' ');
    out << padded(std::to_string(use.pe), 2) << "  " << engine
        << padded(std::to_string(use.requests), 10) << padded(nanoseconds(use.busy), 15)
        << padded(percent(use.busy.ps, span * use.slots), 9) << '\n';
  }

  if (const std::vector<WaitLines> lines = waits_by_line(report); !lines.empty()) {
    out << "\nwaits          total ns   count   for\n";
    for (const WaitLines& line : lines)
      out << "   " << padded(nanoseconds(line.total), 20) << padded(std::to_string(line.count), 8)
          << "   " << base_name(line.consumer_file) << ':' << line.consumer_line << " waits for "
          << base_name(line.producer_file) << ':' << line.producer_line << '\n';
  }
  for (const UnusedLoads& loads : report.unused_loads())
    out << "\nnever used: " << loads.count << (loads.count == 1 ? " load" : " loads") << " made at "
        << line_of(loads.where) << '\n';
}

}  // namespace weft
