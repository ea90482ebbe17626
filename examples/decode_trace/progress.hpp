// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string_view>

namespace decode_trace {

/// A progress bar on stderr, drawn only if that is a terminal and the work lasts longer than half a
/// second, and wiped away at the end.
class Progress {
 public:
  Progress(std::string_view what, std::size_t total) : what_{what}, total_{total} {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  ~Progress() {
    if (drawn_) fmt::print(stderr, "\r\033[K");
  }

  /// `done` of the total is done.
  void at(std::size_t done) {
    if (!on_terminal_) return;
    const Clock::time_point now = Clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    constexpr std::size_t width = 40;
    const std::size_t filled = width * done / std::max<std::size_t>(total_, 1);
    fmt::print(stderr, "\r{} [{:=<{}}{:<{}}] {}/{} ", what_, "", filled, "", width - filled, done,
               total_);
    std::fflush(stderr);
    drawn_ = true;
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::string_view what_;
  std::size_t total_;
  bool on_terminal_ = ::isatty(STDERR_FILENO) != 0;
  bool drawn_ = false;
  Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(500);
};

}  // namespace decode_trace
