// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <istream>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace decode_trace {

/// The longest context that a trace may ask for, in tokens: more is taken for a slip in the file.
inline constexpr std::uint64_t longest_context = 10'000'000;

/// The longest line that a trace may have, in bytes.
inline constexpr std::size_t longest_line = 4'095;

/// A trace that cannot be used; the text names the file and, where there is one, the line and
/// column (both from 1).
struct TraceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What decode_trace takes from a request trace: the context length of each request, in file order.
struct Trace {
  std::vector<std::uint32_t> context_tokens;
};

/// `text` in quotes, fit for one line of a terminal: long values are cut, bytes that do not print
/// become `?`.
inline std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string shown(text.substr(0, longest));
  std::ranges::replace_if(shown, [](char c) { return c < ' ' || c > '~'; }, '?');
  return "'" + shown + (text.size() > longest ? "...'" : "'");
}

/// The fields of one line; a field keeps its column so that errors can point at it.
struct Field {
  std::string_view text;
  std::size_t column;
};

inline std::vector<Field> split(std::string_view line) {
  std::vector<Field> fields;
  std::size_t begin = 0;
  while (true) {
    const std::size_t comma = std::min(line.find(',', begin), line.size());
    fields.push_back({line.substr(begin, comma - begin), begin + 1});
    if (comma == line.size()) return fields;
    begin = comma + 1;
  }
}

/// Reads a request trace: a header line with a column `ContextTokens`, then one request a line.
/// Lines end in LF or CRLF, the last line may lack its end, and blank lines may follow it.
class TraceReader {
 public:
  TraceReader(std::istream& in, std::string_view name) : in_{in}, name_{name} {}

  /// At most `limit` requests; lines after those are not looked at. Throws TraceError.
  Trace read(std::size_t limit = std::numeric_limits<std::size_t>::max()) {
    read_header();
    Trace trace;
    while (trace.context_tokens.size() < limit) {
      const std::optional<std::string_view> line = next_line();
      if (!line) break;
      if (line->empty()) {
        expect_nothing_more();
        break;
      }
      trace.context_tokens.push_back(context_tokens(*line));
    }
    if (trace.context_tokens.empty()) fail("{}: the trace holds no requests", name_);
    return trace;
  }

 private:
  static constexpr std::string_view wanted = "ContextTokens";

  void read_header() {
    const std::optional<std::string_view> header = next_line();
    if (!header)
      fail("{}: the file is empty; a trace starts with TIMESTAMP,ContextTokens,GeneratedTokens",
           name_);
    std::string_view text = *header;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark
    const std::vector<Field> fields = split(text);
    const auto is_wanted = [](const Field& field) { return field.text == wanted; };
    const auto found = std::ranges::find_if(fields, is_wanted);
    if (found == fields.end()) {
      fail("{}: line 1, column 1: the header has no column {}; it reads {}", name_, wanted,
           quoted(text));
    }
    const auto again = std::find_if(found + 1, fields.end(), is_wanted);
    if (again != fields.end()) {
      fail("{}: line 1, column {}: the header has two columns {}", name_, again->column, wanted);
    }
    fields_ = fields.size();
    context_field_ = static_cast<std::size_t>(found - fields.begin());
  }

  std::uint32_t context_tokens(std::string_view line) const {
    const std::vector<Field> fields = split(line);
    if (fields.size() != fields_) {
      fail("{}: line {}, column {}: {} {} where the header has {}", name_, line_,
           fields.back().column, fields.size(), fields.size() == 1 ? "field" : "fields", fields_);
    }
    const Field field = fields[context_field_];
    const char* const end = field.text.data() + field.text.size();
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(field.text.data(), end, value);
    const bool is_number = stop == end && error != std::errc::invalid_argument;
    if (!is_number) refuse(field, "not a whole number");
    if (field.text.front() == '-' && (value < 0 || error == std::errc::result_out_of_range)) {
      refuse(field, "negative");
    }
    if (error == std::errc::result_out_of_range || value > std::int64_t{longest_context}) {
      refuse(field, "more than the 10,000,000 tokens that a context may have");
    }
    if (value == 0) refuse(field, "a context with nothing to attend to");
    return static_cast<std::uint32_t>(value);
  }

  /// The next line without its end, or nothing at the end of the file.
  std::optional<std::string_view> next_line() {
    in_.getline(buffer_.data(), std::ssize(buffer_));
    const std::size_t taken = static_cast<std::size_t>(in_.gcount());
    if (in_.bad()) fail("{}: line {}: the file could not be read", name_, line_ + 1);
    if (taken == 0) return std::nullopt;
    ++line_;
    if (in_.fail())
      fail("{}: line {}: longer than {} bytes, so not a trace", name_, line_, longest_line);
    std::string_view line(buffer_.data(), in_.eof() ? taken : taken - 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  void expect_nothing_more() {
    const std::size_t blank = line_;
    while (const std::optional<std::string_view> line = next_line()) {
      if (!line->empty())
        fail("{}: line {}, column 1: a blank line between requests", name_, blank);
    }
  }

  [[noreturn]] void refuse(Field field, std::string_view why) const {
    fail("{}: line {}, column {}: {} is {}: {}", name_, line_, field.column, wanted,
         quoted(field.text), why);
  }

  template <class... Args>
  [[noreturn]] static void fail(fmt::format_string<Args...> text, Args&&... args) {
    throw TraceError(fmt::format(text, std::forward<Args>(args)...));
  }

  std::istream& in_;
  std::string_view name_;
  std::size_t line_ = 0;
  std::size_t fields_ = 0;
  std::size_t context_field_ = 0;
  std::array<char, longest_line + 1> buffer_{};
};

/// Reads the trace in `file`; see TraceReader. Throws TraceError if it cannot be opened or used.
inline Trace read_trace(const std::filesystem::path& file,
                        std::size_t limit = std::numeric_limits<std::size_t>::max()) {
  std::error_code ignored;
  const std::string name = file.string();
  if (!std::filesystem::exists(file, ignored))
    throw TraceError(fmt::format("{}: no such file", name));
  if (std::filesystem::is_directory(file, ignored))
    throw TraceError(fmt::format("{}: a directory, not a trace", name));
  std::ifstream in(file, std::ios::binary);
  if (!in) throw TraceError(fmt::format("{}: the file could not be opened", name));
  return TraceReader(in, name).read(limit);
}

}  // namespace decode_trace
