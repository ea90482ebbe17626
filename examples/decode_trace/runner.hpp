// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#include <weft/model/describe.hpp>
#include <weft/weft.hpp>

#include "kernel.hpp"
#include "machines.hpp"
#include "options.hpp"

namespace decode_trace {

/// A log of our own: it keeps the first ops of a run, enough to draw its first tiles, so that one
/// policy, and so one compiled kernel, serves both the table and the timeline.
class FirstOps {
 public:
  static constexpr bool keeps_records = false;

  template <std::size_t n>
  weft::RecordId op(const weft::OpEvent& event, const std::array<weft::RecordId, n>&) {
    if (ops_.size() < most) ops_.push_back(event);
    return weft::no_record;
  }
  void amend(weft::RecordId, weft::Ps, weft::Ps) noexcept {}
  void wait(const weft::WaitEvent&) noexcept {}

  const std::vector<weft::OpEvent>& ops() const { return ops_; }

 private:
  static constexpr std::size_t most = 256;

  std::vector<weft::OpEvent> ops_;
};

static_assert(hoist_depths.back() == most_hoisted,
              "every depth that can be asked for has its slots");

/// What a run leaves behind.
struct Ran {
  weft::Report report;
  std::vector<weft::OpEvent> first_ops;
};

/// One decode step in a simulation of its own.
template <class Machine, HeadShape head, std::size_t tile, class Waiting>
Ran run_step(const Model& model, std::size_t keys, std::size_t hoisted) {
  weft::Simulation<Machine, Waiting, FirstOps> sim;
  const auto tensor = [&](std::size_t rows) {
    return sim.hbm().tensor(weft::dtype<weft::f16>, model.kv_heads, rows, model.head_dim);
  };
  const auto q = tensor(model.group());
  const auto k = tensor(keys);
  const auto v = tensor(keys);
  const auto o = tensor(model.group());
  sim.launch(flash_decode<head, tile>, q, k, v, o, hoisted);
  weft::Report report = sim.run();
  return {std::move(report), sim.log().ops()};
}

template <class Machine, HeadShape head, std::size_t tile>
Ran run_variant(const Model& model, std::size_t keys, const Variant& variant) {
  return variant.blocking
             ? run_step<Machine, head, tile, weft::Blocking>(model, keys, variant.hoisted)
             : run_step<Machine, head, tile, weft::Lazy>(model, keys, variant.hoisted);
}

/// See Runner::step. The busy times are the same in every variant, since the ops are.
template <class Machine, HeadShape head, std::size_t tile>
Step step_on(const Model& model, std::uint32_t keys, std::span<const Variant> variants) {
  Step step;
  for (const Variant& variant : variants) {
    const weft::Report report = run_variant<Machine, head, tile>(model, keys, variant).report;
    step.latency.push_back(report.latency().ps);
    step.reads = report.busy("dma.read").ps;
    step.compute = report.busy("gemm").ps + report.busy("math").ps;
    step.issue = report.kernels().front().issued;
  }
  step.bound = std::max(step.reads, step.compute + step.issue);
  return step;
}

/// See Runner::blocks.
template <class Machine, HeadShape head, std::size_t tile>
std::vector<Block> blocks_on(const Model& model, std::uint32_t keys, const Variant& variant) {
  std::vector<Block> blocks;
  std::size_t k_and_v = 0;
  std::size_t dots = 0;
  for (const weft::OpEvent& op : run_variant<Machine, head, tile>(model, keys, variant).first_ops) {
    Block block{Lane::math, op.start, op.end, ""};
    if (op.facts->op == "load") {
      const bool is_q = op.facts->rows == head.group;
      block.lane = Lane::dma;
      block.label = is_q ? "q" : fmt::format("{}{}", k_and_v % 2 == 0 ? 'K' : 'V', k_and_v / 2);
      k_and_v += is_q ? 0 : 1;
    } else if (op.facts->op == "dot") {
      block.lane = Lane::gemm;
      block.label = fmt::format("{}{}", dots % 2 == 0 ? 'S' : 'O', dots / 2);
      ++dots;
    } else if (op.facts->kind != "compute/math") {
      continue;
    }
    blocks.push_back(std::move(block));
  }
  return blocks;
}

/// The parts of the machine's first PE, one line each, as weft describes them.
template <class Machine>
std::vector<std::string> parts_of() {
  std::stringstream text;
  weft::describe<Machine>(text);
  std::vector<std::string> parts;
  for (std::string line; std::getline(text, line);) {
    const bool is_part = line.starts_with("  ");
    if (is_part) parts.push_back(line.substr(2));
    if (!is_part && !parts.empty()) break;
  }
  return parts;
}

/// The runner for a head shape and tile size known at run time.
template <class Machine>
Runner runner_on(HeadShape wanted_head, std::size_t wanted_tile) {
  Runner found{};
  const auto offer = [&]<std::size_t h, std::size_t t>() {
    constexpr HeadShape head = head_shapes[h];
    constexpr std::size_t tile = tile_sizes[t];
    if (head == wanted_head && tile == wanted_tile) {
      found = {parts_of<Machine>(), step_on<Machine, head, tile>, blocks_on<Machine, head, tile>};
    }
  };
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (offer.template operator()<i / tile_sizes.size(), i % tile_sizes.size()>(), ...);
  }(std::make_index_sequence<head_shapes.size() * tile_sizes.size()>());
  if (found.step == nullptr)
    throw std::logic_error("no kernel is compiled for this head shape and tile size");
  return found;
}

}  // namespace decode_trace
