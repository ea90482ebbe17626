// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "issue.hpp"
#include "machines.hpp"
#include "sizes.hpp"
#include "variant.hpp"

namespace decode_trace {

inline constexpr std::size_t most_pes = 64;
inline constexpr std::size_t largest_page = 65'536;

/// The longest prompt whose prefill is modelled: work grows with its square.
inline constexpr std::size_t longest_prompt = 131'072;

/// What the command line asks for.
struct Options {
  std::filesystem::path trace;
  std::string model = "llama-3-8b";
  std::string machine = "ahbm";
  std::string phase = "decode";
  std::size_t limit = std::numeric_limits<std::size_t>::max();
  Rows rows;
  std::string csv;
  std::string json;
  std::size_t check = 0;  ///< requests to compute again in f64
  bool details = false;   ///< to show what bounds every row, and the first tiles

  bool decodes() const { return rows.phase == Phase::decode; }
  const Model& model_shape() const {
    return *std::ranges::find(models, std::string_view{model}, &Model::name);
  }
  const MachineEntry& machine_entry() const {
    return *std::ranges::find(machines, std::string_view{machine}, &MachineEntry::name);
  }
};

/// The trace that ships with the examples, looked for from the working directory upwards, then from
/// this program's.
inline std::filesystem::path sample_trace() {
  namespace fs = std::filesystem;
  const fs::path sample = "examples/data/azure_llm_2023_conv_sample.csv";
  std::error_code ignored;
  for (const fs::path& start :
       {fs::current_path(ignored), fs::read_symlink("/proc/self/exe", ignored).parent_path()}) {
    for (fs::path folder = start; !folder.empty(); folder = folder.parent_path()) {
      if (fs::exists(folder / sample, ignored))
        return (folder / sample).lexically_proximate(fs::current_path(ignored));
      if (folder == folder.root_path()) break;
    }
  }
  return sample;
}

template <class List>
std::vector<std::string_view> names_of(const List& list) {
  std::vector<std::string_view> names;
  for (const auto& entry : list) names.push_back(entry.name);
  return names;
}

/// A list of values as text: "64, 128".
template <class List>
std::string listed(const List& values) {
  return fmt::format("{}", fmt::join(values, ", "));
}

/// A check that an argument is one of `allowed`, and that says the list if it is not.
template <class List>
CLI::Validator one_of(const List& allowed) {
  const auto check = [allowed](const std::string& given) -> std::string {
    for (const auto& value : allowed) {
      if (fmt::format("{}", value) == given) return {};
    }
    return fmt::format("'{}' is not one of: {}", given, listed(allowed));
  };
  return CLI::Validator(check, "");
}

/// A check that an argument is a whole number from `least` to `most`.
template <class Number = std::size_t>
CLI::Validator whole_number(Number least, Number most = std::numeric_limits<Number>::max()) {
  const auto check = [least, most](const std::string& given) -> std::string {
    Number value = 0;
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), value);
    const bool whole = error == std::errc{} && end == given.data() + given.size();
    if (whole && value >= least && value <= most) return {};
    const bool bounded = most != std::numeric_limits<Number>::max();
    return fmt::format("'{}' is not a whole number from {}{}", given, least,
                       bounded ? fmt::format(" to {}", most) : "");
  };
  return CLI::Validator(check, "");
}

/// Ascending, each value once.
inline void tidy(std::vector<std::size_t>& list) {
  std::ranges::sort(list);
  const auto twice = std::ranges::unique(list);
  list.erase(twice.begin(), twice.end());
}

/// Reads the command line. Nothing if the program has nothing more to do, in which case `exit_code`
/// says how to end.
inline std::optional<Options> read_options(int argc, const char* const* argv, int& exit_code) {
  Options options;
  const std::vector<std::string_view> model_names = names_of(models);
  const std::vector<std::string_view> machine_names = names_of(machines);

  CLI::App app{
      "How long does attention take at the context lengths of a real request trace, and how near "
      "does it come to what the\n"
      "machine allows: when loads block, when they are lazy, when they are hoisted, and with "
      "composites?\n"};
  app.name("decode_trace");
  app.failure_message([](const CLI::App*, const CLI::Error& error) {
    return fmt::format("decode_trace: {}\nRun with --help for more information.\n", error.what());
  });
  const CLI::Option* const trace =
      app.add_option("--trace", options.trace,
                     "requests: CSV with a column ContextTokens; else the sample in examples/data")
          ->type_name("FILE");
  app.add_option("--model", options.model, "attention shape, one of: " + listed(model_names))
      ->type_name("NAME")
      ->check(one_of(model_names))
      ->capture_default_str();
  app.add_option("--machine", options.machine, "one of: " + listed(machine_names))
      ->type_name("NAME")
      ->check(one_of(machine_names))
      ->capture_default_str();
  app.add_option("--limit", options.limit, "take the first N requests only")
      ->type_name("N")
      ->check(whole_number<std::size_t>(1));
  app.add_option("--phase", options.phase,
                 "one decode step over each context, or its causal prefill: decode, prefill")
      ->type_name("NAME")
      ->check(one_of(std::array<std::string_view, 2>{"decode", "prefill"}))
      ->capture_default_str();
  const CLI::Option* const tile =
      app.add_option("--tile", options.rows.tile,
                     "keys in one tile of K or V, one of: " + listed(tile_sizes))
          ->type_name("N")
          ->check(one_of(tile_sizes))
          ->capture_default_str();
  app.add_option("--prefetch", options.rows.prefetch,
                 "how many tiles ahead to hoist the loads, a list of: " + listed(hoist_depths))
      ->type_name("LIST")
      ->delimiter(',')
      ->check(one_of(hoist_depths))
      ->default_str("0,1,2");
  const CLI::Option* const block =
      app.add_option("--block", options.rows.block,
                     "keys in one composite, a list of: " + listed(block_sizes))
          ->type_name("LIST")
          ->delimiter(',')
          ->check(one_of(block_sizes))
          ->default_str("256,1024");
  app.add_option(
         "--issue-costs", options.rows.issue,
         "ns to issue an op, and ten times that a composite: a list of numbers from 0 to 1000")
      ->type_name("LIST")
      ->delimiter(',')
      ->check(whole_number<std::size_t>(0, most_issue_cost))
      ->default_str("0,4");
  const CLI::Option* const pes =
      app.add_option("--pes", options.rows.pes,
                     "also split the keys over so many PEs, a list of numbers from 1 to 64")
          ->type_name("LIST")
          ->delimiter(',')
          ->check(whole_number<std::size_t>(1, most_pes));
  const CLI::Option* const page =
      app.add_option("--page", options.rows.page,
                     "also with a KV cache in pages of so many tokens, a list of numbers")
          ->type_name("LIST")
          ->delimiter(',')
          ->check(whole_number<std::size_t>(1, largest_page));
  app.add_option("--seed", options.rows.seed, "of the order in which the pages lie")
      ->type_name("N")
      ->check(whole_number<std::uint64_t>(0))
      ->capture_default_str();
  app.add_flag("--details", options.details,
               "also show the machine's parts, what bounds every row, and the first tiles");
  app.add_option("--csv", options.csv, "write the table as CSV")->type_name("FILE");
  app.add_option("--json", options.json, "write everything as JSON, every distinct length included")
      ->type_name("FILE");
  app.add_option("--check", options.check,
                 "also compute the first N requests, and again in f64, and compare")
      ->type_name("N")
      ->check(whole_number<std::size_t>(1));
  try {
    app.parse(argc, argv);
    if (options.phase == "prefill") {
      for (const CLI::Option* const option : {pes, page})
        if (option->count() != 0)
          throw CLI::ValidationError(option->get_name() + ": for --phase decode only");
      if (tile->count() != 0 && options.rows.tile != prefill_tile)
        throw CLI::ValidationError(
            fmt::format("--tile: --phase prefill has tiles of {} only", prefill_tile));
      if (block->count() != 0 && options.rows.block != std::vector{prefill_block})
        throw CLI::ValidationError(
            fmt::format("--block: --phase prefill has blocks of {} only", prefill_block));
      options.rows.phase = Phase::prefill;
      options.rows.block = {prefill_block};
    }
  } catch (const CLI::ParseError& error) {
    exit_code = app.exit(error);
    return std::nullopt;
  }
  if (trace->count() == 0) options.trace = sample_trace();
  for (std::vector<std::size_t>* const list :
       {&options.rows.prefetch, &options.rows.block, &options.rows.issue, &options.rows.pes,
        &options.rows.page})
    tidy(*list);
  return options;
}

}  // namespace decode_trace
