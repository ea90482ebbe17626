// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/log/report.hpp>
#include <weft/run/log/time_text.hpp>

#include <string>

/// Reports as short texts, for tests to compare with schedules worked out by hand.
namespace weft_test {

/// One op a line: `load 0: 0..100`, with the moment its request was made before the colon. Times in ns.
inline std::string schedule(const weft::Report& report) {
  std::string text;
  for (const weft::OpRecord& op : report.op_log()) {
    text += op.op;
    text += ' ' + weft::nanoseconds(op.issued) + ": " + weft::nanoseconds(op.start) + ".." +
            weft::nanoseconds(op.end) + '\n';
  }
  return text;
}

/// The waits in the order of their ends: `100 at 300`, so long, ended then. Times in ns.
inline std::string waits(const weft::Report& report) {
  std::string text;
  for (const weft::WaitRecord& wait : report.waits())
    text += (text.empty() ? "" : ", ") + weft::nanoseconds(wait.waited) + " at " +
            weft::nanoseconds(wait.end);
  return text;
}

}  // namespace weft_test
