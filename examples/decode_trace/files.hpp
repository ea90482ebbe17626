// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "options.hpp"
#include "table.hpp"

namespace decode_trace {

/// The table as CSV, a row a column of the text; times in ps.
inline std::string to_csv(const Table& table) {
  std::string text = "row,context_tokens,requests";
  for (const Variant& variant : table.variants) text += "," + variant.key + "_ps";
  text += ",bound_ps,reads_ps,compute_ps,issue_ps";
  for (const Variant& variant : table.variants) text += "," + variant.key + "_per_bound";
  text += "\n";
  for (const Column& column : table.columns) {
    const Step& step = column.step;
    const std::string keys = column.name == "total" ? "" : std::to_string(column.keys);
    text += fmt::format("{},{},{}", column.name, keys, column.requests);
    for (const std::int64_t latency : step.latency) text += fmt::format(",{}", latency);
    text += fmt::format(",{},{},{},{}", step.bound, step.reads, step.compute, step.issue);
    for (const std::int64_t latency : step.latency)
      text += fmt::format(",{:.6f}", ratio(latency, step.bound));
    text += "\n";
  }
  return text;
}

using Json = nlohmann::ordered_json;

inline Json to_json(const Step& step, const std::vector<Variant>& variants) {
  Json json;
  for (std::size_t i = 0; i < variants.size(); ++i)
    json["latency_ps"][variants[i].key] = step.latency[i];
  json["bound_ps"] = step.bound;
  json["reads_ps"] = step.reads;
  json["compute_ps"] = step.compute;
  json["issue_ps"] = step.issue;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    json["per_bound"][variants[i].key] = ratio(step.latency[i], step.bound);
  }
  return json;
}

/// Everything: what was asked, the table, and the step at every distinct context length; times in
/// ps.
inline Json to_json(const Options& options, const Table& table,
                    const std::vector<std::uint32_t>& lengths, const Steps& steps) {
  std::map<std::uint32_t, std::size_t> requests;
  for (const std::uint32_t length : lengths) ++requests[length];
  Json json;
  json["trace"] = options.trace.filename().string();
  json["requests"] = lengths.size();
  json["model"] = options.model;
  json["machine"] = options.machine;
  json["tile"] = options.tile;
  for (const Column& column : table.columns) {
    Json row{{"row", column.name}};
    if (column.name != "total") row["context_tokens"] = column.keys;
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
