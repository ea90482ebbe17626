// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/source_line.hpp>
#include <weft/run/log/report.hpp>
#include <weft/run/log/time_text.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
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

/// `text` to the right of a column `width` wide.
[[nodiscard]] inline std::string padded(std::string text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

/// A share in percent with one decimal: "77.7 %"; "-" of nothing.
[[nodiscard]] inline std::string percent(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return "-";
  const auto tenths = static_cast<std::int64_t>(
      static_cast<double>(part) * 1000 / static_cast<double>(whole) + 0.5);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %";
}

/// How busy the engines of each PE were, those that served something. Of more than four PEs, one line per engine: sums,
/// the mean share, and that of the least and of the most busy PE.
inline void write_engines(std::ostream& out, const Report& report) {
  const std::int64_t span = report.latency().ps - report.begin().ps;
  const auto share = [&](const EngineUse& use) { return percent(use.busy.ps, span * use.slots); };
  const auto engine = [](std::string name) {
    name.resize(12, ' ');
    return name;
  };
  const bool each = report.scratch().size() <= 4;
  out << "\nPE    engine        requests        busy ns     busy"
      << (each ? "" : "   least      most") << '\n';
  if (each) {
    for (const EngineUse& use : report.engines())
      if (use.requests != 0)
        out << padded(std::to_string(use.pe), 4) << "  " << engine(std::string(use.engine))
            << padded(std::to_string(use.requests), 10) << padded(nanoseconds(use.busy), 15)
            << padded(share(use), 9) << '\n';
  } else {
    std::vector<std::string_view> names;
    for (const EngineUse& use : report.engines())
      if (use.requests != 0 && std::find(names.begin(), names.end(), use.engine) == names.end())
        names.push_back(use.engine);
    for (const std::string_view name : names) {
      std::uint64_t requests = 0;
      std::uint64_t slots = 0;
      const EngineUse* least = nullptr;
      const EngineUse* most = nullptr;
      for (const EngineUse& use : report.engines()) {
        if (use.engine != name) continue;
        requests += use.requests;
        slots += use.slots;
        const std::int64_t load = use.busy.ps / use.slots;
        if (least == nullptr || load < least->busy.ps / least->slots) least = &use;
        if (most == nullptr || load > most->busy.ps / most->slots) most = &use;
      }
      const Duration busy = report.busy(name);
      out << " all  " << engine(std::string(name)) << padded(std::to_string(requests), 10)
          << padded(nanoseconds(busy), 15)
          << padded(percent(busy.ps, span * static_cast<std::int64_t>(slots)), 9)
          << padded(share(*least), 9) << padded(share(*most), 9) << '\n';
    }
  }
}

/// How full the scratch of the PE where it was fullest was, and with what.
inline void write_scratch(std::ostream& out, const Report& report) {
  const ScratchUse* fullest = nullptr;
  for (const ScratchUse& use : report.scratch())
    if (fullest == nullptr || use.peak > fullest->peak) fullest = &use;
  if (fullest != nullptr && fullest->peak != 0) {
    out << "\nscratch at its fullest: " << fullest->peak;
    if (fullest->capacity != 0)
      out << " of " << fullest->capacity << " bytes, "
          << percent(static_cast<std::int64_t>(fullest->peak),
                     static_cast<std::int64_t>(fullest->capacity));
    else
      out << " bytes";
    if (report.scratch().size() > 1) out << ", on PE " << fullest->pe;
    out << '\n';
    for (const LiveTiles& live : fullest->live)
      out << padded(std::to_string(live.bytes), 10) << " bytes in " << live.tiles
          << (live.tiles == 1 ? " tile" : " tiles") << " made at " << line_of(live.where) << '\n';
  }
}

/// How busy links and ports were: of more than eight, the eight busiest and what the others came to.
inline void write_links(std::ostream& out, const Report& report) {
  constexpr std::size_t at_most = 8;
  const std::int64_t span = report.latency().ps - report.begin().ps;
  std::vector<LinkUse> links = report.links();
  for (std::size_t i = 0; i != std::min(links.size(), at_most); ++i) {
    std::size_t busiest = i;
    for (std::size_t other = i + 1; other != links.size(); ++other)
      if (links[other].busy > links[busiest].busy) busiest = other;
    std::swap(links[i], links[busiest]);
  }
  const auto line = [&](std::string name, std::uint64_t requests, std::uint64_t bytes,
                        Duration busy, std::size_t count) {
    name.resize(22, ' ');
    out << name << padded(std::to_string(requests), 10) << padded(std::to_string(bytes), 13)
        << padded(nanoseconds(busy), 15)
        << padded(percent(busy.ps, span * static_cast<std::int64_t>(count)), 9) << '\n';
  };
  out << "\nlink or port            requests        bytes        busy ns     busy\n";
  for (std::size_t i = 0; i != std::min(links.size(), at_most); ++i)
    line(links[i].name(), links[i].requests, links[i].bytes, links[i].busy, 1);
  if (links.size() <= at_most) return;
  LinkUse rest{};
  for (std::size_t i = at_most; i != links.size(); ++i) {
    rest.requests += links[i].requests;
    rest.bytes += links[i].bytes;
    rest.busy += links[i].busy;
  }
  const std::size_t others = links.size() - at_most;
  line(sentence("and ", others, " more"), rest.requests, rest.bytes, rest.busy, others);
}

/// Says so if kernels are bound by issue: their CPUs issue for longer than any engine of the busiest kind works.
inline void write_issue_bound(std::ostream& out, const Report& report) {
  std::int64_t issued = 0;
  std::int64_t lived = 0;
  for (const KernelEvent& kernel : report.kernels()) {
    issued += kernel.issued;
    lived += std::min(kernel.finished, report.latency().ps) - kernel.launched;
  }
  const EngineUse* busiest = nullptr;
  Duration most{0};
  for (const EngineUse& use : report.engines())
    if (const Duration busy = report.busy(use.engine); busy > most) {
      most = busy;
      busiest = &use;
    }
  if (issued <= most.ps) return;
  out << "\nissue-bound: issuing ops takes " << percent(issued, lived) << " of the kernels' time";
  if (busiest != nullptr)
    out << "; the busiest engine, " << busiest->engine << ", works " << percent(most.ps, lived);
  out << '\n';
}

/// Says what became of messages that were not both sent and received, those of one line together.
inline void write_unreceived(std::ostream& out, const Report& report) {
  const std::vector<Unreceived>& all = report.unreceived();
  const auto alike = [](const Unreceived& a, const Unreceived& b) {
    return a.state == b.state && same_line(a.where, b.where);
  };
  for (auto first = all.begin(); first != all.end(); ++first) {
    const auto like_first = [&](const Unreceived& other) { return alike(*first, other); };
    if (std::any_of(all.begin(), first, like_first)) continue;
    const auto count = std::count_if(first, all.end(), like_first);
    out << (first->state == MessageState::no_place       ? "\nnever left, for want of a place: "
            : first->state == MessageState::not_received ? "\nnever received: "
                                                         : "\nnever sent: ")
        << count << (count == 1 ? " message" : " messages")
        << (first->state == MessageState::not_sent ? " expected at " : " sent at ")
        << line_of(first->where) << (count == 1 ? ", on PE " : ", the first on PE ") << first->pe
        << (first->state == MessageState::not_sent ? " from PE " : " to PE ") << first->peer
        << " at " << nanoseconds(first->since) << " ns\n";
  }
}

/// Writes a report for people: latency, how busy each engine was, where kernels waited and on what, what was never used.
inline void write_text(std::ostream& out, const Report& report) {
  out << "latency " << nanoseconds(report.latency()) << " ns";
  if (report.begin().ps != 0) out << " (began at " << nanoseconds(report.begin()) << " ns)";
  out << ", " << report.kernels().size()
      << (report.kernels().size() == 1 ? " kernel\n" : " kernels\n");

  if (!report.engines().empty()) write_engines(out, report);
  if (!report.links().empty()) write_links(out, report);
  write_scratch(out, report);
  write_issue_bound(out, report);

  if (const std::vector<WaitLines> lines = waits_by_line(report); !lines.empty()) {
    std::int64_t lived = 0;  // of all kernels together
    for (const KernelEvent& kernel : report.kernels())
      lived += std::min(kernel.finished, report.latency().ps) - kernel.launched;
    out << "\nwaiting ns     count    share   of the kernels' time\n";
    for (const WaitLines& line : lines)
      out << padded(nanoseconds(line.total), 10) << padded(std::to_string(line.count), 10)
          << padded(percent(line.total.ps, lived), 9) << "   " << base_name(line.consumer_file)
          << ':' << line.consumer_line << " waits for " << base_name(line.producer_file) << ':'
          << line.producer_line << '\n';
  }
  for (const UnusedLoads& loads : report.unused_loads())
    out << "\nnever used: " << loads.count << (loads.count == 1 ? " load" : " loads") << " made at "
        << line_of(loads.where) << '\n';
  write_unreceived(out, report);
}

}  // namespace weft
