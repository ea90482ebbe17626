// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace decode_trace {

enum class Lane : std::size_t { dma, gemm, math };

inline constexpr std::array<std::string_view, 3> lane_names{"dma", "gemm", "math"};

/// One stretch of an engine's work, in ps; `label` is empty on lanes whose work is too short to be
/// named.
struct Block {
  Lane lane;
  std::int64_t start;
  std::int64_t end;
  std::string label;
};

/// What one run did, to be drawn.
struct Run {
  std::string title;
  std::vector<Block> blocks;
};

/// Draws runs below each other on one scale, one row of characters per engine. A character stands
/// for a round time.
class Timeline {
 public:
  /// The first `window` ps, in at most `columns` characters.
  explicit Timeline(std::int64_t window, std::size_t columns = 100) : columns_{columns} {
    const std::int64_t needed = std::max<std::int64_t>(
        1, (window + static_cast<std::int64_t>(columns) - 1) / static_cast<std::int64_t>(columns));
    const std::array<std::int64_t, 7> tenths{10, 15, 20, 25, 30, 40, 50};
    for (std::int64_t power = 1; step_ < needed; power *= 10) {
      for (const std::int64_t tenth : tenths) {
        step_ = std::max<std::int64_t>(1, tenth * power / 10);
        if (step_ >= needed) break;
      }
    }
    columns_ = std::min(columns, static_cast<std::size_t>(window / step_) + 1);
  }

  /// The time that one character stands for, in ps.
  std::int64_t step() const { return step_; }

  /// Marks every ten characters, in ns.
  std::string axis() const {
    std::string numbers(indent, ' ');
    std::string ticks(indent, ' ');
    for (std::size_t column = 0; column < columns_; column += 10) {
      const double ns = static_cast<double>(step_) * static_cast<double>(column) / 1'000.0;
      numbers.resize(indent + column, ' ');
      numbers += fmt::format("{:g}", ns);
      ticks.resize(indent + column, ' ');
      ticks += '|';
    }
    return numbers + " ns\n" + ticks + "\n";
  }

  std::string draw(const Run& run) const {
    std::string text = fmt::format("  {}\n", run.title);
    for (std::size_t lane = 0; lane < lane_names.size(); ++lane) {
      const std::string row =
          Lane{lane} == Lane::math ? shaded(run, Lane{lane}) : named(run, Lane{lane});
      text += fmt::format("    {:<5} {}\n", lane_names[lane], row);
    }
    return text;
  }

 private:
  static constexpr std::size_t indent = 10;

  /// Each block as its label and a bar as long as it lasts.
  std::string named(const Run& run, Lane lane) const {
    std::string row(columns_, '.');
    for (const Block& block : run.blocks) {
      if (block.lane != lane) continue;
      const std::size_t begin = nearest(block.start);
      if (begin >= columns_) continue;
      const std::size_t end = std::clamp(nearest(block.end), begin + 1, columns_);
      std::string bar = block.label.substr(0, end - begin);
      bar.resize(end - begin, '-');
      row.replace(begin, end - begin, bar);
    }
    return row;
  }

  /// Each character says how much of its time is spent working: more than half, some, none.
  std::string shaded(const Run& run, Lane lane) const {
    std::vector<std::int64_t> busy(columns_, 0);
    for (const Block& block : run.blocks) {
      if (block.lane != lane) continue;
      for (std::int64_t at = block.start; at < block.end;) {
        const std::int64_t next = std::min(block.end, (at / step_ + 1) * step_);
        const std::size_t column = static_cast<std::size_t>(at / step_);
        if (column >= columns_) break;
        busy[column] += next - at;
        at = next;
      }
    }
    std::string row;
    std::ranges::transform(busy, std::back_inserter(row), [this](std::int64_t ps) {
      return ps * 2 > step_ ? '#' : ps > 0 ? '+' : '.';
    });
    return row;
  }

  std::size_t nearest(std::int64_t ps) const {
    return static_cast<std::size_t>((ps + step_ / 2) / step_);
  }

  std::size_t columns_;
  std::int64_t step_ = 1;
};

}  // namespace decode_trace
