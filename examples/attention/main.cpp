// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
// link: weft::weft CLI11::CLI11 fmt::fmt

// Attention of one layer of a public model on 1 to 64 PEs: how long does it take, how much of that is communication, and
// from how many PEs on does one more no longer pay? Decode splits the keys and merges along a tree; prefill splits the
// prompt, and passes K and V round a ring or reads them where they lie.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "runs.hpp"

namespace attention {
namespace {

struct Options {
  std::string model = "llama-3-8b";
  std::string phase = "decode";
  std::string form = "both";
  std::size_t context = 4096;
  std::vector<std::size_t> pes{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64};
};

/// A column of the table: a form of the kernel and its outcome for every number of PEs.
struct Series {
  std::string_view name;
  Outcome (*run)(const Model&, std::size_t, std::size_t);
  std::vector<Outcome> outcomes{};
};

double us(weft::Duration time) { return static_cast<double>(time.ps) / 1e6; }

/// 1234567 as 1,234,567.
std::string grouped(std::size_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

/// A bar of 1 to 24 characters for a share of the longest.
std::string bar(double share) {
  return std::string(std::max<std::size_t>(1, static_cast<std::size_t>(share * 24 + 0.5)), '#');
}

void print_table(const std::vector<std::size_t>& pes, const std::vector<Series>& all,
                 std::size_t context) {
  std::string head = fmt::format("  {:>4}  {:>8}", "", "");
  std::string names = fmt::format("  {:>4}  {:>8}", "PEs", "keys/PE");
  for (const Series& series : all) {
    head += fmt::format("   {:-^33}", fmt::format(" {} ", series.name));
    names += fmt::format("   {:>12}  {:>8}  {:>9}", "time/us", "speedup", "comm");
  }
  fmt::print("{}   time of {}\n{}\n", head, all.back().name, names);
  for (std::size_t i = 0; i != pes.size(); ++i) {
    std::string row =
        fmt::format("  {:>4}  {:>8}", pes[i], grouped((context + pes[i] - 1) / pes[i]));
    for (const Series& series : all) {
      const Outcome& outcome = series.outcomes[i];
      row += fmt::format("   {:>12.2f}  {:>7.2f}x", us(outcome.latency),
                         us(series.outcomes.front().latency) / us(outcome.latency));
      row +=
          outcome.communicating
              ? fmt::format("  {:>8.1f}%", 100 * us(*outcome.communicating) / us(outcome.latency))
              : fmt::format("  {:>9}", "-");
    }
    const auto& last = all.back().outcomes;
    fmt::print("{}   {}\n", row, bar(us(last[i].latency) / us(last.front().latency)));
  }
}

/// The number of PEs with which it is fastest, and the largest number that is still worth its PEs: up to there each
/// step in the list buys at least half of what it adds in PEs.
void print_reading(const std::vector<std::size_t>& pes, const Series& series) {
  std::size_t fastest = 0;
  for (std::size_t i = 1; i != pes.size(); ++i)
    if (series.outcomes[i].latency < series.outcomes[fastest].latency) fastest = i;
  std::size_t pays = 0;
  while (pays + 1 != pes.size()) {
    const double more = static_cast<double>(pes[pays + 1]) / static_cast<double>(pes[pays]);
    const double gain = us(series.outcomes[pays].latency) / us(series.outcomes[pays + 1].latency);
    if (gain - 1 < (more - 1) / 2) break;
    ++pays;
  }
  fmt::print("  {:<10} fastest on {:>2} PEs, {:.2f} us; ", series.name, pes[fastest],
             us(series.outcomes[fastest].latency));
  if (pays + 1 == pes.size())
    fmt::print("more PEs pay all the way.\n");
  else
    fmt::print("beyond {} PEs it stops paying: {} gain {:.2f}x for {:.2f}x the PEs.\n", pes[pays],
               pes[pays + 1],
               us(series.outcomes[pays].latency) / us(series.outcomes[pays + 1].latency),
               static_cast<double>(pes[pays + 1]) / static_cast<double>(pes[pays]));
}

int run(const Options& options) {
  const Model& model = *std::ranges::find(models, options.model, &Model::name);
  const bool decodes = options.phase == "decode";
  std::vector<Series> all;
  if (options.form != "composite") all.push_back({"lazy", decodes ? decode_lazy : prefill_ring});
  if (options.form != "lazy")
    all.push_back({"composite", decodes ? decode_composite : prefill_ring_composite});
  std::vector<std::size_t> pes = options.pes;
  std::ranges::sort(pes);
  for (Series& series : all)
    for (const std::size_t count : pes)
      series.outcomes.push_back(series.run(model, options.context, count));

  fmt::print("Attention of {} on 1 to 64 PEs, one layer, modelled by weft\n\n", model.name);
  fmt::print("  {} of {} keys; {} query heads on {} KV heads (groups of {}), dimension {}, f16\n",
             decodes ? "one decode step over a context" : "causal prefill of a prompt",
             grouped(options.context), model.q_heads, model.kv_heads, model.group(), head_dim);
  fmt::print(
      "  machine: 8 x 8 PEs of `ahbm` (51.2 GB/s of HBM each) in a mesh of links of 64 GB/s, 16 ns "
      "setup, 4 ns a hop\n");
  if (decodes)
    fmt::print(
        "  keys split over the PEs; partial (m, l, O) of every head merged along a tree of "
        "messages\n"
        "  comm: the time that the PE with the result spends in merges, waiting for others "
        "included\n\n");
  else
    fmt::print(
        "  rows split over the PEs, mirrored; lazy: tiles of K and V travel round a ring by "
        "messages, "
        "under the compute;\n"
        "  composite: each PE streams K and V from their owners' HBM, over the links\n"
        "  comm: the time that a PE waits for tiles, or for the next one to take them, on "
        "average; composites do not tell\n\n");
  print_table(pes, all, options.context);
  fmt::print("\n");
  for (const Series& series : all) print_reading(pes, series);
  fmt::print("  More PEs pay as long as the gain is at least half of what they add.\n");
  return 0;
}

int main_of(int argc, char** argv) {
  Options options;
  CLI::App app(
      "Attention on 1 to 64 PEs: time, share of communication, and where more PEs stop paying.");
  std::vector<std::string> names;
  for (const Model& model : models) names.emplace_back(model.name);
  app.add_option("--model", options.model, "whose heads")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  app.add_option("--phase", options.phase, "one decode step, or the prefill of a prompt")
      ->check(CLI::IsMember({"decode", "prefill"}))
      ->capture_default_str();
  app.add_option("--context", options.context, "keys of the context, or length of the prompt")
      ->check(CLI::Range(1, 131'072))
      ->capture_default_str();
  app.add_option("--pes", options.pes, "numbers of PEs, each from 1 to 64")
      ->delimiter(',')
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  app.add_option("--form", options.form, "of the kernel")
      ->check(CLI::IsMember({"lazy", "composite", "both"}))
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return run(options);
}

}  // namespace
}  // namespace attention

int main(int argc, char** argv) {
  try {
    return attention::main_of(argc, argv);
  } catch (const std::exception& error) {
    std::fflush(stdout);
    fmt::print(stderr, "attention: {}\n", error.what());
    return 1;
  }
}
