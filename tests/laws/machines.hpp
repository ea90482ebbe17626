// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <weft/weft.hpp>

#include "laws/program.hpp"

/// Machines for random programs: each is a weft type and, by `describe`, a `laws::Machine` in plain
/// numbers.
namespace laws {

using namespace weft::literals;

struct Specs {
  weft::CpuSpec cpu;
  weft::DmaSpec dma;
  weft::GemmSpec gemm;
  weft::MathSpec math;
  weft::SchedulerSpec scheduler{};
  weft::LinkSpec link{.bandwidth = 512_GBps};
  weft::ScratchSpec scratch{.capacity = 64_MiB};
};

template <Specs X>
struct PeOf : weft::Pe<weft::Cpu<X.cpu>, weft::Dma<X.dma>, weft::Gemm<X.gemm>, weft::Math<X.math>,
                       weft::Scratch<X.scratch>, weft::Scheduler<X.scheduler>> {};

template <Specs X>
struct TwoPes : weft::Device<"two-pes", weft::Grid<1, 2, PeOf<X>, weft::Mesh<X.link>>> {
  static constexpr Specs specs = X;
};

/// Every service of a 16x16 tile takes 1 ns, so that most things happen at equal times.
inline constexpr Specs lockstep{
    .cpu = {.clock = 1_GHz},
    .dma = {.read = {.bandwidth = 512_GBps}, .write = {.bandwidth = 512_GBps}},
    .gemm = {.peak = 8'192_GFLOPS},
    .math = {.lanes = 256, .clock = 1_GHz}};

/// The same with issue costs of whole ns, two read channels, and latencies.
inline constexpr Specs lockstep_issue{
    .cpu = {.clock = 1_GHz,
            .issue = {.load = 1,
                      .store = 1_ns,
                      .dot = 2,
                      .math = 1,
                      .reduce = 1,
                      .cast = 1,
                      .composite = 3,
                      .send = 2,
                      .recv = 1,
                      .user = 1}},
    .dma = {.read = {.bandwidth = 512_GBps, .setup = 1_ns, .latency = 2_ns, .channels = 2},
            .write = {.bandwidth = 256_GBps, .latency = 1_ns, .channels = 2}},
    .gemm = {.peak = 8'192_GFLOPS, .startup = 1_ns},
    .math = {.lanes = 256, .clock = 1_GHz, .cycles = {.exp = 3, .mul = 2}},
    .scheduler = {.slots = 2},
    .link = {.bandwidth = 256_GBps, .setup = 1_ns, .latency = 3_ns, .slots = 2},
    .scratch = {.capacity = 1_MiB, .alignment = 128}};

/// Only loads cost issue time; three channels; loads much longer than compute.
inline constexpr Specs slow_reads{
    .cpu = {.clock = 1_GHz, .issue = {.load = 2}},
    .dma = {.read = {.bandwidth = 64_GBps, .setup = 4_ns, .latency = 8_ns, .channels = 3},
            .write = {.bandwidth = 512_GBps}},
    .gemm = {.peak = 8'192_GFLOPS},
    .math = {.lanes = 256, .clock = 1_GHz}};

/// Nothing is a whole number of anything.
inline constexpr Specs odd{
    .cpu = {.clock = 1'300_MHz,
            .issue = {.load = 3,
                      .store = 331_ps,
                      .dot = 1,
                      .reduce = 2,
                      .cast = 7_ps,
                      .send = 411_ps,
                      .recv = 3,
                      .user = 5}},
    .dma = {.read = {.bandwidth = 97_GBps, .setup = 1'013_ps, .latency = 2'003_ps, .channels = 2},
            .write = {.bandwidth = 61_GBps, .setup = 509_ps, .latency = 17_ps}},
    .gemm = {.peak = 7'919_GFLOPS, .startup = 23_ps},
    .math = {.lanes = 48,
             .clock = 1'700_MHz,
             .startup = 41_ps,
             .cycles = {.exp = 5, .add = 2, .mul = 3, .reduce = 2, .cast = 3}},
    .scheduler = {.slots = 3},
    .link = {.bandwidth = 31_GBps, .setup = 701_ps, .latency = 11'003_ps},
    .scratch = {.capacity = 1_MiB, .alignment = 32}};

/// A weight-stationary array and slow writes.
inline constexpr Specs weights{
    .cpu = {.clock = 2_GHz, .issue = {.dot = 4, .composite = 1}},
    .dma = {.read = {.bandwidth = 128_GBps, .setup = 2_ns},
            .write = {.bandwidth = 16_GBps, .setup = 10_ns, .latency = 5_ns}},
    .gemm = {.rows = 16, .cols = 8, .dataflow = weft::Dataflow::weight_stationary, .clock = 1_GHz},
    .math = {.lanes = 64, .clock = 1_GHz, .startup = 2_ns, .cycles = {.exp = 4, .cast = 2}}};

/// An input-stationary array on an odd clock, and issue costs that dominate.
inline constexpr Specs inputs{.cpu = {.clock = 900_MHz,
                                      .issue = {.load = 11,
                                                .store = 13,
                                                .dot = 9,
                                                .math = 7,
                                                .reduce = 8,
                                                .cast = 6,
                                                .composite = 30,
                                                .send = 14,
                                                .recv = 12,
                                                .user = 10}},
                              .dma = {.read = {.bandwidth = 100_GBps, .latency = 30_ns},
                                      .write = {.bandwidth = 100_GBps, .setup = 3_ns}},
                              .gemm = {.rows = 8,
                                       .cols = 16,
                                       .dataflow = weft::Dataflow::input_stationary,
                                       .clock = 1'100_MHz,
                                       .startup = 1_ns},
                              .math = {.lanes = 32, .clock = 1'100_MHz}};

/// `lockstep_issue` with room for little more than the registers of one kernel, or of two.
template <std::uint64_t bytes>
inline constexpr Specs tight = [] {
  Specs x = lockstep_issue;
  x.scratch = {.capacity = {bytes}, .alignment = 64};
  return x;
}();

/// The same machine in plain numbers.
inline Machine describe(const Specs& x, bool blocking) {
  const auto whole = [](auto n) { return static_cast<std::int64_t>(n); };
  const auto cost = [](const weft::IssueCost& c) { return Cost{c.time.ps, c.cycles.count}; };
  const auto channel = [&](const weft::DmaChannelSpec& c) {
    return Channel{whole(c.bandwidth.bytes_per_second), c.setup.ps, c.latency.ps,
                   static_cast<int>(c.channels)};
  };
  const weft::IssueCosts& i = x.cpu.issue;
  const weft::FunctionCycles& f = x.math.cycles;
  return {.cpu_hz = whole(x.cpu.clock.hz),
          .issue = {{"load", cost(i.load)},
                    {"store", cost(i.store)},
                    {"dot", cost(i.dot)},
                    {"math", cost(i.math)},
                    {"reduce", cost(i.reduce)},
                    {"cast", cost(i.cast)},
                    {"composite", cost(i.composite)},
                    {"send", cost(i.send)},
                    {"recv", cost(i.recv)},
                    {"user", cost(i.user)}},
          .read = channel(x.dma.read),
          .write = channel(x.dma.write),
          .gemm = {.flops_per_second = whole(x.gemm.peak.flops_per_second),
                   .rows = x.gemm.rows,
                   .cols = x.gemm.cols,
                   .stationary = x.gemm.dataflow == weft::Dataflow::output_stationary   ? 'o'
                                 : x.gemm.dataflow == weft::Dataflow::weight_stationary ? 'w'
                                                                                        : 'i',
                   .hz = whole(x.gemm.clock.hz),
                   .startup = x.gemm.startup.ps},
          .math = {x.math.lanes,
                   whole(x.math.clock.hz),
                   x.math.startup.ps,
                   {{"exp", f.exp},
                    {"add", f.add},
                    {"mul", f.mul},
                    {"lt", f.compare},
                    {"where", f.where},
                    {"reduce", f.reduce},
                    {"cast", f.cast},
                    {"user", f.gelu}}},
          .link = {whole(x.link.bandwidth.bytes_per_second), x.link.setup.ps, x.link.latency.ps,
                   static_cast<int>(x.link.slots)},
          .slots = static_cast<int>(x.scheduler.slots),
          .scratch = whole(x.scratch.capacity.count),
          .alignment = whole(x.scratch.alignment),
          .blocking = blocking};
}

}  // namespace laws
