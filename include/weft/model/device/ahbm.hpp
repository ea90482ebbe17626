// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <weft/model/engine/cpu.hpp>
#include <weft/model/engine/dma.hpp>
#include <weft/model/engine/gemm.hpp>
#include <weft/model/engine/math.hpp>
#include <weft/model/engine/scheduler.hpp>
#include <weft/model/fabric/hbm.hpp>
#include <weft/model/fabric/scratch.hpp>
#include <weft/model/topology/cube.hpp>
#include <weft/model/topology/device.hpp>
#include <weft/model/topology/grid.hpp>
#include <weft/model/topology/pe.hpp>
#include <weft/model/units/literals.hpp>

namespace weft::device {

using namespace weft::literals;

/// A PE beside one channel of an HBM3 stack.
///
/// Published figures:
/// - Bandwidth: HBM3 moves 6.4 Gb/s per pin over 16 channels of 64 bits, 819.2 GB/s per stack, so
///   51.2 GB/s per channel (JEDEC JESD238, January 2022).
/// - Capacity: 16 GiB per stack (8 layers of 16 Gb, JESD238), so 1 GiB per channel.
/// - Read latency: 122.2 ns for a closed row with an idle HBM channel (Wang et al., "Shuhai:
///   Benchmarking High Bandwidth Memory on FPGAs", FCCM 2020). It was measured on HBM2: the best
///   public figure, taken over as it is.
/// - Array: 32 x 32 multiply-adders, output stationary, timed as SCALE-Sim does (Samajdar et al.,
///   ISPASS 2020).
/// - Transcendental functions at a quarter of the rate of additions, as on GPUs of compute
///   capability 8.0 (16 against 64 results per clock; CUDA C++ Programming Guide, "Arithmetic
///   Instructions").
///
/// Assumed, for want of a published machine of this kind: the clock of 1 GHz (that of TPU v4 is
/// 1.05 GHz, Jouppi et al., ISCA 2023), 64 math lanes, 1 MiB of scratch, 16 cycles to set up a
/// transfer, the issue costs, two composites at a time.
struct AhbmPe
    : Pe<Cpu<CpuSpec{.clock = 1_GHz,
                     .issue = {.load = 8,
                               .store = 8,
                               .dot = 8,
                               .math = 4,
                               .reduce = 4,
                               .cast = 4,
                               .composite = 40,
                               .send = 8,
                               .recv = 4,
                               .user = 8}}>,
         Dma<DmaSpec{.read = {.bandwidth = 51.2_GBps, .setup = 16_ns, .latency = 122.2_ns},
                     .write = {.bandwidth = 51.2_GBps, .setup = 16_ns}}>,
         Gemm<GemmSpec{
             .rows = 32, .cols = 32, .dataflow = Dataflow::output_stationary, .clock = 1_GHz}>,
         Math<MathSpec{.lanes = 64,
                       .clock = 1_GHz,
                       .cycles = {.exp = 4,
                                  .exp2 = 4,
                                  .log = 4,
                                  .rsqrt = 4,
                                  .sigmoid = 4,
                                  .tanh = 4,
                                  .gelu = 4,
                                  .div = 4}}>,
         Scratch<ScratchSpec{.capacity = 1_MiB, .alignment = 64}>,
         Scheduler<SchedulerSpec{.slots = 2}>, Hbm<HbmSpec{.capacity = 1_GiB}>> {};

/// One HBM3 stack with 16 PEs beside it, one per channel, as a grid of 4 x 4.
struct Ahbm : Device<"ahbm", Cube<Grid<4, 4, AhbmPe>>> {};

}  // namespace weft::device
