// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model.hpp>

#include <cstdint>

/// Machines on which the time of an op can be read off its size.
namespace weft_test {

using namespace weft::literals;

/// 1 byte read or written, 1 element of math, 1 multiply-add: 1 ns each, nothing else costs time. So a load of f16
/// elements takes 2 ns an element, dot of MxK and KxN takes M*N*K ns, and math takes its elements in ns.
struct NsPe
    : weft::Pe<
          weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
          weft::Dma<weft::DmaSpec{.read = {.bandwidth = 1_GBps}, .write = {.bandwidth = 1_GBps}}>,
          weft::Gemm<weft::GemmSpec{.peak = 2_GFLOPS}>,
          weft::Math<weft::MathSpec{.lanes = 1, .clock = 1_GHz}>> {};
struct NsMachine : weft::Device<"ns", NsPe> {};

/// The same with issue costs, in ns: load 1, store 2, dot 3, math 4, reduce 5, cast 6, composite 7, user 8, send 9,
/// recv 10; and with transfers that are set up in 20 ns and whose data is ready 10 ns later.
struct CostlyPe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz,
                                                   .issue = {.load = 1,
                                                             .store = 2,
                                                             .dot = 3,
                                                             .math = 4,
                                                             .reduce = 5,
                                                             .cast = 6,
                                                             .composite = 7,
                                                             .send = 9,
                                                             .recv = 10,
                                                             .user = 8}}>,
                           weft::Dma<weft::DmaSpec{
                               .read = {.bandwidth = 1_GBps, .setup = 20_ns, .latency = 10_ns},
                               .write = {.bandwidth = 1_GBps, .setup = 20_ns, .latency = 10_ns}}>,
                           weft::Gemm<weft::GemmSpec{.peak = 2_GFLOPS}>,
                           weft::Math<weft::MathSpec{.lanes = 1, .clock = 1_GHz}>> {};
struct CostlyMachine : weft::Device<"costly", CostlyPe> {};

/// NsPe with a scratch memory of 1,000 bytes.
struct SmallPe
    : weft::Pe<
          weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
          weft::Dma<weft::DmaSpec{.read = {.bandwidth = 1_GBps}, .write = {.bandwidth = 1_GBps}}>,
          weft::Gemm<weft::GemmSpec{.peak = 2_GFLOPS}>,
          weft::Math<weft::MathSpec{.lanes = 1, .clock = 1_GHz}>,
          weft::Scratch<weft::ScratchSpec{.capacity = {1000}}>> {};
struct SmallMachine : weft::Device<"small", SmallPe> {};

}  // namespace weft_test
