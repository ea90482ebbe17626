// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
// link: weft::values CLI11::CLI11 fmt::fmt nlohmann_json::nlohmann_json

// How long does attention take at the context lengths of a real request trace, and how near does it
// come to what the machine allows? The kernels are in ../kernels/flash_decode.hpp and
// flash_prefill.hpp; everything here is the host's side.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iterator>
#include <map>
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

/// The length that is modelled for a request: a prompt is filled up to whole tiles, since compute is charged for them.
std::uint32_t modelled(std::uint32_t length, Phase phase) {
  if (phase == Phase::decode) return length;
  return static_cast<std::uint32_t>((length + prefill_tile - 1) / prefill_tile * prefill_tile);
}

/// Requests of equal modelled length take equally long, so each is modelled once.
Steps steps_of(const std::vector<std::uint32_t>& lengths, const Runner& runner, const Model& model,
               const std::vector<Variant>& variants) {
  const Phase phase = variants.front().phase;
  const std::set<std::uint32_t> distinct(lengths.begin(), lengths.end());
  Progress progress("context lengths", distinct.size());
  Steps steps;
  std::map<std::uint32_t, Step> known;
  for (const std::uint32_t length : distinct) {
    if (phase == Phase::prefill && length > longest_prompt)
      throw std::runtime_error(fmt::format("a prompt of {}: --phase prefill takes at most {}",
                                           counted(length, "token"), grouped(longest_prompt)));
    Step& step = known[modelled(length, phase)];
    try {
      if (step.empty())
        for (const Variant& variant : variants)
          step.push_back(runner.run(model, modelled(length, phase), variant));
    } catch (const weft::Error& error) {
      throw std::runtime_error(
          fmt::format("a context of {}: {}", counted(length, "key"), error.what()));
    }
    steps.emplace(length, step);
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
                    const std::vector<std::uint32_t>& lengths, const Runner& runner) {
  const auto [shortest, longest] = std::ranges::minmax(lengths);
  std::string text = fmt::format(
      "{} at the context lengths of a request trace, modelled by weft\n\n",
      options.decodes() ? "One decode step of attention" : "Causal prefill of attention");
  const std::string from = shortest == longest ? "" : grouped(shortest) + " to ";
  text += fmt::format("  trace    {}: {} of {}{}\n", options.trace.filename().string(),
                      counted(lengths.size(), "request"), from, counted(longest, "key"));
  text += fmt::format(
      "  model    {}, one layer: {} query heads on {} KV heads (groups of {}), head dimension {}, "
      "f16\n",
      model.name, model.q_heads, model.kv_heads, model.group(), head_dim);
  text +=
      fmt::format("  machine  {}, one PE of it{}\n", options.machine, options.details ? ":" : "");
  if (options.details)
    for (const std::string& part : runner.parts) text += wrapped(part);
  if (!options.decodes())
    return text +
           fmt::format(
               "  kernels  flash prefill (online softmax, causal): tiles of {} queries and as many "
               "keys, or\n"
               "           composites over blocks of {} keys. One query head is modelled, {} are "
               "counted\n",
               prefill_tile, prefill_block, model.q_heads);
  text += fmt::format(
      "  kernels  flash-decode (online softmax), the KV heads in turn: loads of tiles of {} keys, "
      "one kernel\n"
      "           source for all rows of them; or composites over blocks of keys\n",
      options.rows.tile);
  if (!options.rows.page.empty())
    text += fmt::format(
        "  pages    of K and V, all heads of a token side by side, in an order shuffled with seed "
        "{}\n",
        options.rows.seed);
  if (!options.rows.pes.empty())
    text +=
        "  PEs      8 x 8 in a mesh of links of 64 GB/s, 16 ns setup, 4 ns a hop; each has its "
        "keys in its own\n"
        "           HBM; partial (m, l, O) of every head are merged along a tree of messages\n";
  return text;
}

/// The first tiles of a request of median length: blocking, the most hoisted lazy variant, the largest blocks.
std::string timeline(const Runner& runner, const Model& model, const Table& table) {
  constexpr std::size_t tiles = 4;
  const Column& median = table.columns[1];
  const std::vector<Variant>& variants = table.variants;
  const auto plain = std::ranges::find_if(variants, [&](const Variant& variant) {
    return variant.issue != variants.front().issue || variant.page != 0 || variant.pes > 1;
  });
  const auto composites = std::ranges::find(variants, Form::composite, &Variant::form);
  std::vector<Run> runs;
  for (const Variant* const variant :
       {&variants.front(), &*std::prev(composites), &*std::prev(plain)}) {
    runs.push_back({variant->title, runner.blocks(model, median.keys, *variant)});
  }
  std::int64_t window = 0;
  for (const Block& block : runs.front().blocks) {
    window = std::max(window, block.end);
    if (block.label == fmt::format("O{}", tiles - 1)) break;
  }
  const Timeline scale(window);
  std::string text = fmt::format("The first tiles at {}, {}: all over the same stretch of time\n",
                                 counted(median.keys, "key"), issue_title(variants.front().issue));
  text += scale.axis();
  for (const Run& run : runs) text += scale.draw(run);
  text += fmt::format(
      "  One character is {:g} ns. dma: reads of tiles of q, K and V; gemm: S = q K^T and O += P "
      "V; with the tile's number (a composite's own).\n"
      "  math: the softmax, # busy for more than half of that time, + for less. A dot is rest.\n",
      static_cast<double>(scale.step()) / 1'000.0);
  return text;
}

/// The numbers of the first requests.
Checked check_of(const std::vector<std::uint32_t>& lengths, const Model& model,
                 const Options& options) {
  const std::size_t count = std::min(options.check, lengths.size());
  Progress progress("checked requests", count);
  Checked checked;
  while (checked.requests != count) {
    check_request(checked, model, lengths[checked.requests], options.rows);
    progress.at(checked.requests);
  }
  return checked;
}

int run(const Options& options) {
  const std::vector<std::uint32_t> lengths =
      read_trace(options.trace, options.limit).context_tokens;
  const Model& model = options.model_shape();
  const Runner runner = options.machine_entry().runner();
  const std::vector<Variant> variants = variants_for(options.rows);

  const Steps steps = steps_of(lengths, runner, model, variants);
  const Table table = tabulate(variants, lengths, steps);

  const TableText text(table);
  fmt::print("{}\n{}\n", heading(options, model, lengths, runner), text.times());
  if (options.details) fmt::print("{}\n", text.bounds());
  if (options.details && options.decodes()) fmt::print("{}\n", timeline(runner, model, table));
  fmt::print("{}", Reading(table, steps, options.details).str());
  if (!options.details)
    fmt::print(
        "\n--details shows the machine, what bounds every row, and its first tiles; --help, what "
        "else there is.\n");
  if (!options.csv.empty()) write_file(options.csv, to_csv(table));
  if (!options.json.empty())
    write_file(options.json, to_json(options, table, lengths, steps).dump(2) + "\n");
  if (options.check == 0) return 0;
  const Checked checked = check_of(lengths, model, options);
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
