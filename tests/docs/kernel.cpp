// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// What docs/kernel.md quotes.
#include <weft/model/device/tiny.hpp>
#include <weft/weft.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace weft::literals;
using F16 = weft::HbmTensor<weft::f16>;

namespace {

template <class Kernel>
weft::Report run(Kernel kernel) {
  weft::Simulation<weft::device::Tiny> sim;
  const F16 x = sim.hbm().tensor(weft::dtype<weft::f16>, 100, 128);
  sim.launch(kernel, x);
  return sim.run();
}

}  // namespace

TEST_CASE("views cost nothing and stay pending") {
  // A read of 64x128: 228 ns. dot of 64x128 by 128x64 takes 131.072 ns.
  const auto report = run([](auto& tl, F16 x) -> weft::Kernel<> {
    // [views]
    auto tile = tl.load(x, weft::shape<64, 128>);
    auto flipped = tl.trans(tile);                          // 128x64
    auto top = tl.slice(tile, weft::shape<16, 128>, 0, 0);  // rows 0 to 15
    auto row = tl.slice(tile, weft::shape<1, 128>, 5, 0);   // one row
    auto square = tl.reshape(tile, weft::shape<128, 64>);   // row by row
    auto many = tl.broadcast(row, weft::shape<64, 128>);    // that row, 64 times
    auto product = co_await tl.dot(tile, flipped);          // the first use of the load
    // [/views]
    (void)top, (void)square, (void)many, (void)product;
  });
  CHECK(report.latency().ps == 359'072);
  CHECK(report.op_log().size() == 2);
}

TEST_CASE("the tail of a matrix is masked") {
  // 36 of the 64 rows exist: 36*256 B = 9,216 B, 172 ns. dot of 8x128 by 128x64: 16.384 ns; lt of 1x64 1 ns, where of
  // 8x64 8 ns.
  const auto report = run([](auto& tl, F16 x) -> weft::Kernel<> {
    const std::size_t rows = x.extent(0);
    auto q = tl.zeros(weft::shape<8, 128>, weft::dtype<weft::f16>);
    // [mask]
    auto k =
        tl.load(x.at(64, 0), weft::shape<64, 128>);  // rows 64 to 99 exist, 0 stands for the rest
    auto s = co_await tl.dot(q, tl.trans(k));        // the full 8x64 are charged
    auto there = co_await tl.lt(tl.iota(weft::shape<1, 64>), static_cast<double>(rows - 64));
    auto masked = co_await tl.where(there, s, -1e4);  // before a softmax over the columns
    // [/mask]
    (void)masked;
  });
  CHECK(report.op_log()[0].bytes == 9'216);
  CHECK(report.latency().ps == 172'000 + 16'384 + 1'000 + 8'000);
}

TEST_CASE("rows through a page table") {
  // Pages 4, 0, 1 and 3 of 16 rows: three unbroken runs, so three setups of 100 ns; 16 KiB in 128 ns.
  const auto report = run([](auto& tl, F16 x) -> weft::Kernel<> {
    // [pages]
    std::vector<std::uint32_t> rows;  // must outlive the load's request
    for (const std::uint32_t page : {4U, 0U, 1U, 3U})
      for (std::uint32_t row = 0; row != 16; ++row) rows.push_back(page * 16 + row);
    auto tile = tl.load(weft::rows(x, rows), weft::shape<64, 128>);
    // [/pages]
    co_await tl.wait(tile);
  });
  CHECK(report.count("memory/dma_read") == 1);
  CHECK(report.op_log()[0].bytes == 16'384);
  CHECK(report.latency().ps == 3 * 100'000 + 128'000);
}

TEST_CASE("sums stay in f32") {
  // Two reads of 64x64: 100 ns + 64 ns each; every dot of 64x64 by 64x64 takes 65.536 ns.
  const auto report = run([](auto& tl, F16 x) -> weft::Kernel<> {
    // [accumulate]
    auto sum = tl.zeros(weft::shape<64, 64>, weft::dtype<weft::f32>);
    for (std::size_t col = 0; col != 128; col += 64) {
      auto part = tl.load(x.at(0, col), weft::shape<64, 64>);
      sum = co_await tl.dot(part, tl.trans(part), sum);  // adds into sum, at no extra time
    }
    co_await tl.store(x, sum);  // rounds to f16 once
    // [/accumulate]
  });
  CHECK(report.latency().ps == 2 * (164'000 + 65'536) + 164'000);
}

namespace {

// [nested]
template <class Tl, class A>
weft::Kernel<weft::Tensor<weft::f16, weft::Shape<64, 128>>> silu(Tl& tl, const A& x) {
  auto s = co_await tl.sigmoid(x);
  co_return co_await tl.mul(x, s);
}
// [/nested]

}  // namespace

TEST_CASE("kernels await kernels") {
  // 228 ns to read; 8,192 elements on 64 lanes: 128 ns an op.
  const auto one = run([](auto& tl, F16 x) -> weft::Kernel<> {
    // [call]
    auto tile = tl.load(x, weft::shape<64, 128>);
    auto h = co_await silu(tl, tile);
    co_await tl.store(x, h);
    // [/call]
  });
  CHECK(one.latency().ps == 228'000 + 256'000 + 228'000);
  // Both at once: they take turns on the one math engine; the reads end at 228 and 356 ns (36 rows, 172 ns: 400 ns).
  const auto two = run([](auto& tl, F16 x) -> weft::Kernel<> {
    // [join]
    auto top = tl.load(x, weft::shape<64, 128>);
    auto rest = tl.load(x.at(64, 0), weft::shape<64, 128>);
    auto [h, g] = co_await weft::when_all(silu(tl, top), silu(tl, rest));
    // [/join]
    (void)h, (void)g;
  });
  // top: 228..356, 356..484; rest, ready at 400: 484..612, 612..740.
  CHECK(two.latency().ps == 740'000);
}

TEST_CASE("errors name kernel, PE, time and line") {
  // [error]
  auto careless = [](auto& tl, F16 x) -> weft::Kernel<> {
    auto a = tl.load(x, weft::shape<64, 128>);
    co_await tl.wait(a);
    auto b = tl.load(x.at(100, 0), weft::shape<64, 128>);  // x has 100 rows
    co_await tl.dot(a, tl.trans(b));
  };
  // [/error]
  std::string text;
  try {
    run(careless);
  } catch (const weft::KernelError& error) {
    text = error.what();
  }
  const auto colon = text.find("kernel.cpp:");
  REQUIRE(colon != std::string::npos);
  CHECK(text.substr(0, colon) == "kernel 0 on PE 0 at 228 ns, ");
  CHECK(text.substr(text.find(": ") + 2) == "HBM tensor: row 100 is outside its extent 100");
}

TEST_CASE("scratch scopes") {
  const auto report = run([](auto& tl, F16 x) -> weft::Kernel<> {
    // [scope]
    for (int i = 0; i != 100; ++i) {
      auto scope = tl.scratch_scope();
      auto work = tl.zeros(weft::shape<256, 256>, weft::dtype<weft::f16>);  // 128 KiB of 1 MiB
      co_await tl.exp(work);
    }  // here all tiles of the block are free again, whoever still holds a handle
    // [/scope]
    (void)x;
  });
  CHECK(report.scratch()[0].peak == 2 * 131'072);
}
