// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "options.hpp"
#include "table.hpp"

namespace decode_trace {

/// The figures of a variant that are written out, in ps, by name.
inline std::array<std::pair<const char*, std::int64_t>, 7> named(const Figures& figures) {
  return {{{"latency", figures.latency},
           {"bound", figures.bound},
           {"reads", figures.reads},
           {"gemm", figures.gemm},
           {"math", figures.math},
           {"issue", figures.issue},
           {"merging", figures.merging}}};
}

/// The table as CSV, a row a column of the text; times in ps: a variant's latency is in KEY_ps, the rest of its figures in
/// KEY_bound_ps, KEY_reads_ps, ...
inline std::string to_csv(const Table& table) {
  std::string text = "row,context_tokens,requests";
  for (const Variant& variant : table.variants) {
    for (const auto& [name, ps] : named({})) {
      const bool latency = std::string_view(name) == "latency";
      text += latency ? fmt::format(",{}_ps", variant.key)
                      : fmt::format(",{}_{}_ps", variant.key, name);
    }
    text += fmt::format(",{}_per_bound", variant.key);
  }
  text += "\n";
  for (const Column& column : table.columns) {
    const std::string keys = column.total() ? "" : std::to_string(column.keys);
    text += fmt::format("{},{},{}", column.name, keys, column.requests);
    for (const Figures& figures : column.step) {
      for (const auto& [name, ps] : named(figures)) text += fmt::format(",{}", ps);
      text += fmt::format(",{:.6f}", ratio(figures.latency, figures.bound));
    }
    text += "\n";
  }
  return text;
}

using Json = nlohmann::ordered_json;

/// The figures by name, each for all variants by key.
inline Json to_json(const Step& step, const std::vector<Variant>& variants) {
  Json json;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    for (const auto& [name, ps] : named(step[i]))
      json[fmt::format("{}_ps", name)][variants[i].key] = ps;
    json["per_bound"][variants[i].key] = ratio(step[i].latency, step[i].bound);
  }
  return json;
}

inline Json to_json(const Variant& variant) {
  Json json{{"key", variant.key}, {"title", variant.title}};
  json["form"] = variant.form == Form::tiles ? "tiles" : "composite";
  json["blocking"] = variant.blocking;
  json["keys"] = variant.keys;
  json["hoisted"] = variant.hoisted;
  json["pes"] = variant.pes;
  json["page"] = variant.page;
  json["issue_ns"] = variant.issue;
  return json;
}

/// Everything: what was asked, the variants, the table, and the step at every distinct context length; times in ps.
inline Json to_json(const Options& options, const Table& table,
                    const std::vector<std::uint32_t>& lengths, const Steps& steps) {
  std::map<std::uint32_t, std::size_t> requests;
  for (const std::uint32_t length : lengths) ++requests[length];
  Json json;
  json["trace"] = options.trace.filename().string();
  json["requests"] = lengths.size();
  json["model"] = options.model;
  json["machine"] = options.machine;
  json["phase"] = options.phase;
  json["tile"] = options.rows.tile;
  json["seed"] = options.rows.seed;
  for (const Variant& variant : table.variants) json["variants"].push_back(to_json(variant));
  for (const Column& column : table.columns) {
    Json row{{"row", column.name}};
    if (!column.total()) row["context_tokens"] = column.keys;
    row["requests"] = column.requests;
    row.update(to_json(column.step, table.variants));
    json["rows"].push_back(std::move(row));
  }
  for (const auto& [length, step] : steps) {
    Json entry{{"context_tokens", length}, {"requests", requests[length]}};
    entry.update(to_json(step, table.variants));
    json["lengths"].push_back(std::move(entry));
  }
  return json;
}

/// Throws std::runtime_error, naming the file, if it cannot be written whole.
inline void write_file(const std::string& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text << std::flush;
  if (!out) throw std::runtime_error(fmt::format("{}: the file could not be written", file));
}

}  // namespace decode_trace
