// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include "../../examples/decode_trace/options.hpp"

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace decode_trace;

namespace decode_trace {  // the machines themselves are not needed to read a command line
Runner runner_on_tiny() { return {}; }
Runner runner_on_ahbm() { return {}; }
}  // namespace decode_trace

namespace {

struct Read {
  std::optional<Options> options;
  int exit_code = 0;
  std::string said;
};
Read read(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "decode_trace");
  std::ostringstream said;
  std::streambuf* const before = std::cerr.rdbuf(said.rdbuf());
  Read made;
  made.options = read_options(static_cast<int>(arguments.size()), arguments.data(), made.exit_code);
  std::cerr.rdbuf(before);
  made.said = said.str();
  return made;
}
void refuses(const std::vector<const char*>& arguments, const std::string& sentence) {
  const Read made = read(arguments);
  CAPTURE(arguments, made.said);
  CHECK_FALSE(made.options.has_value());
  CHECK(made.exit_code != 0);
  CHECK(made.said.find(sentence) != std::string::npos);
}

}  // namespace

TEST_CASE("options: what is asked for by default") {
  const Read made = read({});
  REQUIRE(made.options.has_value());
  CHECK(made.options->decodes());
  CHECK(made.options->rows.issue == std::vector<std::size_t>{0, 4});
  CHECK(made.options->rows.block == std::vector<std::size_t>{256, 1024});
  CHECK(made.options->rows.pes.empty());
  CHECK(made.options->rows.page.empty());
  CHECK_FALSE(made.options->details);
  CHECK(read({"--details"}).options->details);
}

TEST_CASE("options: lists are put in order, each value once") {
  const Read made =
      read({"--pes", "64,1,8,8", "--page", "16,1", "--seed", "0", "--prefetch", "3,0"});
  REQUIRE(made.options.has_value());
  CHECK(made.options->rows.pes == std::vector<std::size_t>{1, 8, 64});
  CHECK(made.options->rows.page == std::vector<std::size_t>{1, 16});
  CHECK(made.options->rows.prefetch == std::vector<std::size_t>{0, 3});
  CHECK(made.options->rows.seed == 0);
}

TEST_CASE("options: values that cannot be are refused with a sentence") {
  refuses({"--pes", "65"}, "'65' is not a whole number from 1 to 64");
  refuses({"--pes", "0"}, "'0' is not a whole number from 1 to 64");
  refuses({"--pes", "4,-1"}, "'-1' is not a whole number from 1 to 64");
  refuses({"--page", "0"}, "'0' is not a whole number from 1 to 65536");
  refuses({"--page", "1.5"}, "'1.5' is not a whole number from 1 to 65536");
  refuses({"--page", "65537"}, "'65537' is not a whole number from 1 to 65536");
  refuses({"--seed", "-1"}, "'-1' is not a whole number from 0");
  refuses({"--block", "512"}, "'512' is not one of: 256, 1024");
  refuses({"--issue-costs", "1001"}, "'1001' is not a whole number from 0 to 1000");
  refuses({"--phase", "train"}, "'train' is not one of: decode, prefill");
  refuses({"--check", "0"}, "'0' is not a whole number from 1");
}

TEST_CASE("options: prefill is on one PE, without pages, in one size") {
  const Read made = read({"--phase", "prefill", "--tile", "64", "--block", "256"});
  REQUIRE(made.options.has_value());
  CHECK_FALSE(made.options->decodes());
  CHECK(made.options->rows.block == std::vector<std::size_t>{256});
  refuses({"--phase", "prefill", "--pes", "4"}, "--pes: for --phase decode only");
  refuses({"--phase", "prefill", "--page", "16"}, "--page: for --phase decode only");
  refuses({"--phase", "prefill", "--tile", "128"}, "--tile: --phase prefill has tiles of 64 only");
  refuses({"--phase", "prefill", "--block", "1024"},
          "--block: --phase prefill has blocks of 256 only");
}
