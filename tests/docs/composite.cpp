// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// What docs/composite.md quotes.
#include <weft/model/device/tiny.hpp>
#include <weft/weft.hpp>

#include <cstddef>

#include "support/catch.hpp"

using F16 = weft::HbmTensor<weft::f16>;

TEST_CASE("a composite streams its second operand") {
  // Tiles of 128x128 f16, 32,768 B: 100 + 256 = 356 ns to read. Q: 64x128, 16,384 B, 228 ns. GEMM 64x128x128:
  // 262.144 ns; scale and exp of 64x128: 128 ns each.
  weft::Simulation<weft::device::Tiny> sim;
  sim.launch(
      [](auto& tl, F16 q, F16 k) -> weft::Kernel<> {
        // [composite]
        auto q_tile = tl.load(q, weft::shape<64, 128>);
        auto s = co_await tl.composite(
            weft::gemm(weft::shape<128, 128>, weft::depth<2>),   // tiles of K x N, two buffers
            q_tile, tl.trans(tl.ref(k, weft::shape<512, 128>)),  // k stays in HBM
            weft::dtype<weft::f32>,                              // keep the accumulator's type
            weft::epilogue::scale(0.125), weft::epilogue::exp);  // per output tile
        // returns once issued: s is a Deferred of 64x512
        // [/composite]
        co_await tl.wait(s);
      },
      sim.hbm().tensor(weft::dtype<weft::f16>, 64, 128),
      sim.hbm().tensor(weft::dtype<weft::f16>, 500, 128));
  const weft::Report report = sim.run();
  CHECK(report.count("sched/composite") == 1);
  CHECK(report.count("memory/dma_read") == 1 + 4);
  CHECK(report.count("compute/gemm") == 4);
  CHECK(report.count("compute/math") == 8);
}
