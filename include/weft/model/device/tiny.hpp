// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <weft/model/engine/cpu.hpp>
#include <weft/model/engine/dma.hpp>
#include <weft/model/engine/gemm.hpp>
#include <weft/model/engine/math.hpp>
#include <weft/model/fabric/scratch.hpp>
#include <weft/model/topology/device.hpp>
#include <weft/model/topology/pe.hpp>
#include <weft/model/units/literals.hpp>

namespace weft::device {

using namespace weft::literals;

/// The teaching PE: round figures of no real machine, so that times can be worked out in the head.
/// A 16 KiB tile takes 228 ns to load, a product of 64x128 and 128x64 takes 131.072 ns.
struct TinyPe : Pe<Cpu<CpuSpec{.clock = 1_GHz}>,
                   Dma<DmaSpec{.read = {.bandwidth = 128_GBps, .setup = 100_ns},
                               .write = {.bandwidth = 128_GBps, .setup = 100_ns}}>,
                   Gemm<GemmSpec{.peak = 8_TFLOPS}>, Math<MathSpec{.lanes = 64, .clock = 1_GHz}>,
                   Scratch<ScratchSpec{.capacity = 1_MiB}>> {};

/// One `TinyPe`.
struct Tiny : Device<"tiny", TinyPe> {};

}  // namespace weft::device
