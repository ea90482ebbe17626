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
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "machines.hpp"
#include "models.hpp"

namespace decode_trace {

/// Keys in one tile of K or V, and how many tiles ahead a load may be hoisted: what the kernels are
/// compiled for.
inline constexpr std::array<std::size_t, 2> tile_sizes{64, 128};
inline constexpr std::array<std::size_t, 4> hoist_depths{0, 1, 2, 3};

/// What the command line asks for.
struct Options {
  std::filesystem::path trace;
  std::string model = "llama-3-8b";
  std::string machine = "ahbm";
  std::size_t limit = std::numeric_limits<std::size_t>::max();
  std::size_t tile = 64;
  std::vector<std::size_t> prefetch{0, 1, 2};
  std::string csv;
  std::string json;
  std::size_t check = 0;  ///< requests to compute again in f64

  const Model& model_shape() const {
    return *std::ranges::find(models, std::string_view{model}, &Model::name);
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

/// A check that an argument is a whole number from 1.
inline CLI::Validator count_from_one() {
  const auto check = [](const std::string& given) -> std::string {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), value);
    const bool whole = error == std::errc{} && end == given.data() + given.size();
    return whole && value > 0 ? "" : fmt::format("'{}' is not a whole number from 1", given);
  };
  return CLI::Validator(check, "");
}

/// Reads the command line. Nothing if the program has nothing more to do, in which case `exit_code`
/// says how to end.
inline std::optional<Options> read_options(int argc, const char* const* argv, int& exit_code) {
  Options options;
  const std::vector<std::string_view> model_names = names_of(models);
  const std::vector<std::string_view> machine_names = names_of(machines);

  CLI::App app{
      "How long does one decode step of attention take at the context lengths of a real request "
      "trace, and how near\n"
      "does it come to what the machine allows: when loads block, when they are lazy, and when "
      "they are hoisted?\n"};
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
      ->check(count_from_one());
  app.add_option("--tile", options.tile,
                 "keys in one tile of K or V, one of: " + listed(tile_sizes))
      ->type_name("N")
      ->check(one_of(tile_sizes))
      ->capture_default_str();
  app.add_option("--prefetch", options.prefetch,
                 "how many tiles ahead to hoist the loads, a list of: " + listed(hoist_depths))
      ->type_name("LIST")
      ->delimiter(',')
      ->check(one_of(hoist_depths))
      ->default_str("0,1,2");
  app.add_option("--csv", options.csv, "write the table as CSV")->type_name("FILE");
  app.add_option("--json", options.json, "write everything as JSON, every distinct length included")
      ->type_name("FILE");
  app.add_option("--check", options.check,
                 "also compute the first N requests, and again in f64, and compare")
      ->type_name("N")
      ->check(count_from_one());
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    exit_code = app.exit(error);
    return std::nullopt;
  }
  if (trace->count() == 0) options.trace = sample_trace();
  std::ranges::sort(options.prefetch);
  const auto twice = std::ranges::unique(options.prefetch);
  options.prefetch.erase(twice.begin(), twice.end());
  return options;
}

}  // namespace decode_trace
