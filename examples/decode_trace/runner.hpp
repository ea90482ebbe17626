// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#include <weft/model/describe.hpp>
#include <weft/weft.hpp>

#include "../kernels/decode_step.hpp"
#include "../kernels/flash_prefill.hpp"
#include "../kernels/mesh.hpp"
#include "issue.hpp"
#include "machines.hpp"
#include "sizes.hpp"

namespace decode_trace {

/// A log of our own: it keeps the first ops of a run, enough to draw its first tiles, and adds up what the first kernel's
/// own math took, so that one policy, and so one compiled kernel, serves both the table and the timeline.
class Watch {
 public:
  static constexpr bool keeps_records = false;

  template <std::size_t n>
  weft::RecordId op(const weft::OpEvent& event, const std::array<weft::RecordId, n>&) {
    if (ops_.size() < most) ops_.push_back(event);
    if (event.kernel == 0 && event.parent == weft::no_record && event.facts->engine == "math")
      own_math_ += event.end - event.start;
    // A composite's ops name it as their parent, by its number among the composites.
    return event.facts->kind == "sched/composite" ? composites_++ : weft::no_record;
  }
  void amend(weft::RecordId, weft::Ps, weft::Ps) noexcept {}
  void amend_end(weft::RecordId, weft::Ps) noexcept {}
  void wait(const weft::WaitEvent&) noexcept {}

  const std::vector<weft::OpEvent>& ops() const { return ops_; }
  weft::Ps own_math() const { return own_math_; }

 private:
  static constexpr std::size_t most = 256;

  std::vector<weft::OpEvent> ops_;
  weft::Ps own_math_ = 0;
  weft::RecordId composites_ = 0;
};

static_assert(hoist_depths.back() == attention::most_hoisted,
              "every depth that can be asked for has its slots");

/// What a run leaves behind.
struct Ran {
  Figures figures;
  std::vector<weft::OpEvent> first_ops;
};

/// Runs what has been launched.
template <class Sim>
Ran run_launched(Sim& sim, const weft::Duration& merging, Form form) {
  const weft::Report report = sim.run();
  Figures figures;
  figures.latency = report.latency().ps;
  for (const weft::EngineUse& use : report.engines()) {
    if (use.pe != 0) continue;
    if (use.engine == "dma.read") figures.reads = use.busy.ps;
    if (use.engine == "gemm") figures.gemm = use.busy.ps;
    if (use.engine == "math") figures.math = use.busy.ps;
  }
  figures.own_math = sim.log().own_math();
  figures.issue = report.kernels().front().issued;
  figures.merging = merging.ps;
  figures.set_bound(form);
  return {figures, sim.log().ops()};
}

/// One compiled kernel serves blocking and lazy loads, and every issue cost.
template <class Machine>
using Sim = weft::Simulation<Machine, weft::AtRunTime, Watch>;

inline weft::AtRunTime chosen_by(const Variant& variant) {
  return {.loads_block = variant.blocking, .issue = costs_of(variant.issue)};
}

/// One decode step in a simulation of its own.
template <class Machine, class Kernel, class... More>
Ran run_decode(const Kernel& kernel, const Model& model, std::size_t keys, const Variant& variant,
               More... more) {
  Sim<Machine> sim(chosen_by(variant));
  const attention::DecodeStep step =
      attention::place_decode(sim, {model.kv_heads, model.group(), head_dim, keys, variant.pes},
                              {variant.page, variant.seed});
  weft::Duration merging{0};
  attention::launch_decode(sim, kernel, step, &merging, more...);
  return run_launched(sim, merging, variant.form);
}

/// One head of a causal prefill in a simulation of its own.
template <class Machine, class Kernel, class... More>
Ran run_prefill(const Kernel& kernel, std::size_t length, const Variant& variant, More... more) {
  Sim<Machine> sim(chosen_by(variant));
  const auto tensor = [&] {
    return sim.hbm().tensor(weft::dtype<weft::f16>, std::size_t{1}, length, head_dim);
  };
  const auto q = tensor(), k = tensor(), v = tensor(), o = tensor();
  sim.launch(kernel, q, k, v, o, more...);
  return run_launched(sim, weft::Duration{0}, variant.form);
}

/// Calls `run` with the one of the two values as a constant.
template <const std::array<std::size_t, 2>& values, class Run>
Ran with_one_of(std::size_t wanted, Run run) {
  if (wanted == values[0]) return run.template operator()<values[0]>();
  if (wanted == values[1]) return run.template operator()<values[1]>();
  throw std::logic_error("no kernel is compiled for this tile or block");
}

template <class Machine>
Ran run_variant(const Model& model, std::size_t keys, const Variant& variant) {
  if (variant.phase == Phase::prefill) {
    if (variant.form == Form::composite)
      return run_prefill<Machine>(
          attention::flash_prefill_composite<head_dim, prefill_tile, prefill_block>, keys, variant);
    return run_prefill<Machine>(attention::flash_prefill<head_dim, prefill_tile>, keys, variant,
                                variant.hoisted);
  }
  return attention::with_group(model, [&]<std::size_t group>() {
    if (variant.form == Form::composite)
      return with_one_of<block_sizes>(variant.keys, [&]<std::size_t block>() {
        return run_decode<Machine>(attention::flash_decode_composite<group, head_dim, block>, model,
                                   keys, variant);
      });
    return with_one_of<tile_sizes>(variant.keys, [&]<std::size_t tile>() {
      return run_decode<Machine>(attention::flash_decode<group, head_dim, tile>, model, keys,
                                 variant, variant.hoisted);
    });
  });
}

/// See Runner::run. Query heads are prefilled in turn and take equally long: one is run, and counted for all.
template <class Machine>
Figures figures_on(const Model& model, std::uint32_t keys, const Variant& variant) {
  const Figures one = run_variant<Machine>(model, keys, variant).figures;
  if (variant.phase == Phase::decode) return one;
  Figures all;
  for (std::size_t head = 0; head != model.q_heads; ++head) all += one;
  return all;
}

/// See Runner::blocks. K is read before V and S made before O, in turn by loads and dots; those of a composite are K and S
/// if its result is as wide as its block.
template <class Machine>
std::vector<Block> blocks_on(const Model& model, std::uint32_t keys, const Variant& variant) {
  std::vector<Block> blocks;
  std::vector<bool> makes_scores;  // of each composite
  struct {
    std::size_t first = 0, second = 0;
    std::string next(bool is_first, const char* names) {
      return is_first ? fmt::format("{}{}", names[0], first++)
                      : fmt::format("{}{}", names[1], second++);
    }
  } reads, dots;
  for (const weft::OpEvent& op : run_variant<Machine>(model, keys, variant).first_ops) {
    const weft::OpFacts& facts = *op.facts;
    if (facts.kind == "sched/composite") makes_scores.push_back(facts.cols == variant.keys);
    const bool in_turn = op.parent == weft::no_record;
    const auto is_first = [&](const auto& of) {
      return in_turn ? of.first == of.second : makes_scores[op.parent];
    };
    Block block{Lane::math, op.start, op.end, ""};
    if (facts.engine == "dma.read") {
      block.lane = Lane::dma;
      const bool is_q = in_turn && facts.rows == model.group();
      block.label = is_q ? "q" : reads.next(is_first(reads), "KV");
    } else if (facts.engine == "gemm") {
      block.lane = Lane::gemm;
      block.label = dots.next(is_first(dots), "SO");
    } else if (facts.engine != "math") {
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

/// The runner on a mesh of 64 PEs with the parts of `Pe`. Kernels that run on one PE use the first.
template <class Pe>
Runner runner_on() {
  using Machine = attention::Mesh64<FreePe<Pe>>;
  return {parts_of<Machine>(), figures_on<Machine>, blocks_on<Machine>};
}

}  // namespace decode_trace
