// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
// link: weft::values CLI11::CLI11 fmt::fmt nlohmann_json::nlohmann_json

// How long does one decode step of attention take at the context lengths of a real request trace,
// and how near does it come to what the machine allows? The kernel is in kernel.hpp; everything
// else here is the host's side.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <set>
#include <stdexcept>
#include <vector>
#include <weft/core/error.hpp>

#include "check.hpp"
#include "files.hpp"
#include "machines.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "reading.hpp"
#include "table.hpp"
#include "timeline.hpp"
#include "trace.hpp"
#include "variant.hpp"

namespace decode_trace {
namespace {

/// Requests of equal context length take equally long, so each length is modelled once.
Steps steps_of(const std::vector<std::uint32_t>& lengths, const Runner& runner, const Model& model,
               const std::vector<Variant>& variants) {
  const std::set<std::uint32_t> distinct(lengths.begin(), lengths.end());
  Progress progress("context lengths", distinct.size());
  Steps steps;
  for (const std::uint32_t length : distinct) {
    try {
      steps.emplace(length, runner.step(model, length, variants));
    } catch (const weft::Error& error) {
      throw std::runtime_error(
          fmt::format("a context of {}: {}", counted(length, "key"), error.what()));
    }
    progress.at(steps.size());
  }
  return steps;
}

/// A part of a machine as indented lines, broken at commas.
std::string wrapped(std::string_view part) {
  constexpr std::size_t width = 92;
  const std::string indent(11, ' ');
  std::string text;
  while (part.size() > width) {
    const std::size_t comma = part.rfind(", ", width);
    if (comma == std::string_view::npos) break;
    text += fmt::format("{}{}\n", indent, part.substr(0, comma + 1));
    part.remove_prefix(comma + 2);
    text += "  ";
  }
  return text + fmt::format("{}{}\n", indent, part);
}

std::string heading(const Options& options, const Model& model,
                    const std::vector<std::uint32_t>& lengths, std::size_t distinct,
                    const Runner& runner) {
  const auto [shortest, longest] = std::ranges::minmax(lengths);
  std::string text =
      "One decode step of attention at the context lengths of a request trace, modelled by "
      "weft\n\n";
  const std::string from = shortest == longest ? "" : grouped(shortest) + " to ";
  text += fmt::format("  trace    {}: {} of {}{}\n", options.trace.filename().string(),
                      counted(lengths.size(), "request"), from, counted(longest, "key"));
  text += fmt::format(
      "  model    {}, one layer: {} query heads on {} KV heads (groups of {}), head dimension {}, "
      "f16\n",
      model.name, model.q_heads, model.kv_heads, model.group(), model.head_dim);
  text += fmt::format("  machine  {}, one PE of it:\n", options.machine);
  for (const std::string& part : runner.parts) text += wrapped(part);
  const std::string each = distinct == 1 ? "that one length is"
                                         : fmt::format("each of {} lengths is", grouped(distinct));
  text += fmt::format(
      "  kernel   flash-decode (online softmax) over tiles of {} keys, the KV heads in turn; one\n"
      "           source for every line below. Requests of equal length take equally long, so\n"
      "           {} modelled once.\n",
      options.tile, each);
  return text;
}

/// The first tiles of a request of median length, blocking above the most hoisted lazy variant.
std::string timeline(const Runner& runner, const Model& model, const Table& table) {
  constexpr std::size_t tiles = 4;
  const Column& median = table.columns[1];
  std::vector<Run> runs;
  for (const Variant* const variant : {&table.variants.front(), &table.variants.back()}) {
    runs.push_back({variant->title, runner.blocks(model, median.keys, *variant)});
  }
  std::int64_t window = 0;
  for (const Block& block : runs.front().blocks) {
    window = std::max(window, block.end);
    if (block.label == fmt::format("O{}", tiles - 1)) break;
  }
  const Timeline scale(window);
  std::string text = fmt::format("The first tiles at {}: both runs over the same stretch of time\n",
                                 counted(median.keys, "key"));
  text += scale.axis();
  for (const Run& run : runs) text += scale.draw(run);
  text += fmt::format(
      "  One character is {:g} ns. dma: reads of tiles of q, K and V; gemm: S = q K^T and O += P "
      "V; with the tile's number.\n"
      "  math: the softmax, # busy for more than half of that time, + for less. A dot is rest.\n",
      static_cast<double>(scale.step()) / 1'000.0);
  return text;
}

/// The numbers of the first requests.
Checked check_of(const std::vector<std::uint32_t>& lengths, const Model& model, std::size_t count) {
  count = std::min(count, lengths.size());
  Progress progress("checked requests", count);
  Checked checked;
  while (checked.requests != count) {
    check_request(checked, model, lengths[checked.requests]);
    progress.at(checked.requests);
  }
  return checked;
}

int run(const Options& options) {
  const std::vector<std::uint32_t> lengths =
      read_trace(options.trace, options.limit).context_tokens;
  const Model& model = options.model_shape();
  const MachineEntry& machine =
      *std::ranges::find(machines, std::string_view{options.machine}, &MachineEntry::name);
  const Runner runner = machine.runner({model.group(), model.head_dim}, options.tile);
  const std::vector<Variant> variants = variants_for(options.prefetch);

  const Steps steps = steps_of(lengths, runner, model, variants);
  const Table table = tabulate(variants, lengths, steps);

  fmt::print("{}\n{}\n", heading(options, model, lengths, steps.size(), runner),
             TableText(table).str());
  fmt::print("{}\n{}", timeline(runner, model, table), reading(table));
  if (!options.csv.empty()) write_file(options.csv, to_csv(table));
  if (!options.json.empty())
    write_file(options.json, to_json(options, table, lengths, steps).dump(2) + "\n");
  if (options.check == 0) return 0;
  const Checked checked = check_of(lengths, model, options.check);
  fmt::print("\n{}", checked.text());
  return checked.good() ? 0 : 1;
}

}  // namespace
}  // namespace decode_trace

int main(int argc, char** argv) {
  try {
    int exit_code = 0;
    const std::optional<decode_trace::Options> options =
        decode_trace::read_options(argc, argv, exit_code);
    return options ? decode_trace::run(*options) : exit_code;
  } catch (const std::exception& error) {
    std::fflush(stdout);
    fmt::print(stderr, "decode_trace: {}\n", error.what());
    return 1;
  }
}
