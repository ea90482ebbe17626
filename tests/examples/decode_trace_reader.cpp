// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include "../../examples/decode_trace/trace.hpp"

#include <sstream>
#include <string>
#include <vector>

#include "support/catch.hpp"

using decode_trace::TraceError;
using decode_trace::TraceReader;
using Lengths = std::vector<std::uint32_t>;

namespace {

const std::string header = "TIMESTAMP,ContextTokens,GeneratedTokens";

Lengths read(const std::string& text, std::size_t limit = 1000) {
  std::istringstream in(text);
  return TraceReader(in, "t.csv").read(limit).context_tokens;
}

/// What the reader says about `text`.
std::string complaint(const std::string& text) {
  try {
    read(text);
  } catch (const TraceError& error) {
    return error.what();
  }
  return "no complaint";
}

/// What it says about a context of `value` in the third line.
std::string complaint_about(const std::string& value) {
  return complaint(header + "\n2023-11-16,7,1\n2023-11-16," + value + ",1\n");
}

const std::string here = "t.csv: line 3, column 12: ContextTokens is ";

}  // namespace

TEST_CASE("a trace is read whichever way its lines end") {
  CHECK(read(header + "\na,374,44\nb,396,109\n") == Lengths{374, 396});
  CHECK(read(header + "\r\na,374,44\r\nb,396,109\r\n") == Lengths{374, 396});
  CHECK(read(header + "\r\na,374,44\nb,396,109\r\n") == Lengths{374, 396});
  CHECK(read(header + "\na,374,44\nb,396,109") == Lengths{374, 396});
  CHECK(read(header + "\r\na,374,44\r\nb,396,109\r") == Lengths{374, 396});
  CHECK(read(header + "\na,374,44\n\n\r\n\n") == Lengths{374});
  CHECK(read("\xEF\xBB\xBF" + header + "\na,374,44\n") == Lengths{374});
}

TEST_CASE("the column is found by its name") {
  CHECK(read("ContextTokens\n5\n6\n") == Lengths{5, 6});
  CHECK(read("GeneratedTokens,ContextTokens\n5,6\n") == Lengths{6});
}

TEST_CASE("a limit takes the first requests and looks no further") {
  CHECK(read(header + "\na,1,1\nb,2,1\nnonsense", 2) == Lengths{1, 2});
  CHECK(read(header + "\na,1,1\n", 5) == Lengths{1});
}

TEST_CASE("the longest and the shortest context are taken") {
  CHECK(read(header + "\na,10000000,1\nb,1,1\n") == Lengths{10'000'000, 1});
  CHECK(read(header + "\na,00000000000000000012,1\n") == Lengths{12});
}

TEST_CASE("an empty trace is refused") {
  CHECK(complaint("") ==
        "t.csv: the file is empty; a trace starts with TIMESTAMP,ContextTokens,GeneratedTokens");
  CHECK(complaint(header) == "t.csv: the trace holds no requests");
  CHECK(complaint(header + "\r\n\r\n") == "t.csv: the trace holds no requests");
}

TEST_CASE("a bad header is refused") {
  CHECK(complaint("\n" + header + "\n") ==
        "t.csv: line 1, column 1: the header has no column ContextTokens; it reads ''");
  CHECK(complaint("time,tokens\na,1\n") ==
        "t.csv: line 1, column 1: the header has no column ContextTokens; it reads 'time,tokens'");
  CHECK(complaint("ContextTokens,ContextTokens\n1,2\n") ==
        "t.csv: line 1, column 15: the header has two columns ContextTokens");
  CHECK(complaint("2023-11-16 18:15:46.6805900,374,44 and some more of it\n") ==
        "t.csv: line 1, column 1: the header has no column ContextTokens; it reads "
        "'2023-11-16 18:15:46.6805900,374,44 and s...'");
}

TEST_CASE("what is not a length is refused where it stands") {
  for (const char* value :
       {"", "abc", "12x", "1.5", "1e3", "+5", " 5", "5 ", "0x10", "-", "\"5\""}) {
    CHECK(complaint_about(value) == here + "'" + value + "': not a whole number");
  }
  CHECK(complaint_about("-1") == here + "'-1': negative");
  CHECK(complaint_about("-99999999999999999999") == here + "'-99999999999999999999': negative");
  const std::string absurd = ": more than the 10,000,000 tokens that a context may have";
  CHECK(complaint_about("10000001") == here + "'10000001'" + absurd);
  CHECK(complaint_about("99999999999999999999") == here + "'99999999999999999999'" + absurd);
  CHECK(complaint_about("4294967297") == here + "'4294967297'" + absurd);
  CHECK(complaint_about("0") == here + "'0': a context with nothing to attend to");
  CHECK(complaint_about(std::string("5\0", 2)) == here + "'5?': not a whole number");
  CHECK(complaint_about("\x1b[31m5") == here + "'?[31m5': not a whole number");
}

TEST_CASE("a line of another shape is refused") {
  CHECK(complaint(header + "\na,1\n") ==
        "t.csv: line 2, column 3: 2 fields where the header has 3");
  CHECK(complaint(header + "\na,1,2,3\n") ==
        "t.csv: line 2, column 7: 4 fields where the header has 3");
  CHECK(complaint(header + "\njunk\n") ==
        "t.csv: line 2, column 1: 1 field where the header has 3");
  CHECK(complaint(header + "\na,1,2\n\nb,1,2\n") ==
        "t.csv: line 3, column 1: a blank line between requests");
  CHECK(complaint(header + "\n" + std::string(5000, '1') + ",2,3\n") ==
        "t.csv: line 2: longer than 4095 bytes, so not a trace");
}

TEST_CASE("a file that is not there or is not a file is refused") {
  const auto complaint_of = [](const char* file) -> std::string {
    try {
      decode_trace::read_trace(file);
    } catch (const TraceError& error) {
      return error.what();
    }
    return "no complaint";
  };
  CHECK(complaint_of("/no/such/trace.csv") == "/no/such/trace.csv: no such file");
  CHECK(complaint_of("/") == "/: a directory, not a trace");
}
