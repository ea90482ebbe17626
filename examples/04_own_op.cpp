// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
// link: weft::values

// Two ops that weft does not know, and an engine that it does not know either; nothing in weft
// changes. SwiGlu runs on the math engine as one op instead of three. TopK brings a kind of work of
// its own, for a selection unit that this machine has. Both say how to evaluate them, so the kernel
// also computes its numbers.
//
// By hand, tiles of 64x128 f16 (16,384 B), 8 cycles at 1 GHz to issue an op of the user's:
//   a read            100 ns + 16,384 B / 128 GB/s = 228 ns; gate and up are there at 456 ns
//   SwiGlu            8,192 elements / 64 lanes, 1 cycle each   = 128 ns: 464..592
//   TopK              64 rows of 128 / 32 lanes = 256 cycles    = 256 ns: 600..856
//   store of 64x8     100 ns + 1,024 B / 128 GB/s               = 108 ns: 856..964
//   in weft's ops     sigmoid, mul, mul: 3 * 128 ns, no issue cost. The first two need only gate,
//                     so they begin at 228: 228..612; TopK 620..876, store until 984

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iomanip>
#include <iostream>
#include <string_view>
#include <vector>
#include <weft/values.hpp>

using namespace weft::literals;

// [op]
/// silu(gate) * up, element by element: an op of its own on the machine's math engine.
template <class Tile>
struct SwiGlu {
  static constexpr std::string_view name = "swiglu";  // what the log calls it
  using Result = Tile;
  static constexpr weft::MathWork work{Tile::shape::elements, &weft::FunctionCycles::sigmoid};

  weft::Operand<Tile> gate;  // built from a Tensor or a Deferred; the op waits for it
  weft::Operand<Tile> up;

  // Only for numbers; without it the op still has its time.
  void evaluate(auto result, auto gates, auto ups) const {
    for (std::ptrdiff_t row = 0; row != result.rows; ++row)
      for (std::ptrdiff_t col = 0; col != result.cols; ++col) {
        const float x = gates.get(row, col);
        result.set(row, col, x / (1 + std::exp(-x)) * ups.get(row, col));
      }
  }
};
// [/op]

// [engine]
/// What a selection asks of an engine.
struct SelectWork {
  std::uint64_t rows;
  std::uint64_t cols;
};

/// A unit that looks at `lanes` elements of a row per cycle.
template <std::uint32_t lanes>
struct Selector {
  static constexpr weft::PartKind part = weft::PartKind::engine;
  static constexpr std::string_view name = "selector";
  static constexpr weft::Server servers[] = {{"selector", 1}};  // one FIFO server of capacity 1

  template <class Work>
  static constexpr bool accepts = std::same_as<Work, SelectWork>;
  static constexpr weft::Duration service(SelectWork work) {
    const std::uint64_t cycles = work.rows * ((work.cols + lanes - 1) / lanes);
    return weft::cycles_time(weft::Cycles{static_cast<std::int64_t>(cycles)}, 1_GHz);
  }
};

struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz, .issue = {.user = 8}}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = 128_GBps, .setup = 100_ns},
                                             .write = {.bandwidth = 128_GBps, .setup = 100_ns}}>,
                     weft::Math<weft::MathSpec{.lanes = 64, .clock = 1_GHz}>,  //
                     Selector<32>> {};
struct Machine : weft::Device<"with-selector", Pe> {};
// [/engine]

// [select]
/// The K largest of each row, in falling order, on whatever engine accepts SelectWork.
template <class Tile, std::size_t K>
struct TopK {
  static constexpr std::string_view name = "topk";
  static constexpr std::string_view kind = "compute/select";
  using Result = weft::Tensor<typename Tile::dtype, weft::Shape<Tile::shape::rows, K>>;
  static constexpr SelectWork work{Tile::shape::rows, Tile::shape::cols};

  weft::Operand<Tile> x;

  void evaluate(auto result, auto from) const {
    std::vector<float> row(Tile::shape::cols);
    for (std::ptrdiff_t r = 0; r != from.rows; ++r) {
      for (std::ptrdiff_t c = 0; c != from.cols; ++c)
        row[static_cast<std::size_t>(c)] = from.get(r, c);
      std::partial_sort(row.begin(), row.begin() + K, row.end(), std::greater<>());
      for (std::ptrdiff_t c = 0; c != result.cols; ++c)
        result.set(r, c, row[static_cast<std::size_t>(c)]);
    }
  }
};
// [/select]

using F16 = weft::HbmTensor<weft::f16>;
using Tile = weft::Tensor<weft::f16, weft::Shape<64, 128>>;

// [kernel]
constexpr auto own_ops = [](auto& tl, F16 gate, F16 up, F16 best) -> weft::Kernel<> {
  auto g = tl.load(gate, weft::shape<64, 128>);
  auto u = tl.load(up, weft::shape<64, 128>);
  auto h = co_await tl.issue(SwiGlu<Tile>{g, u});
  auto top = co_await tl.issue(TopK<Tile, 8>{h});
  co_await tl.store(best, top);
};
// [/kernel]

constexpr auto weft_ops = [](auto& tl, F16 gate, F16 up, F16 best) -> weft::Kernel<> {
  auto g = tl.load(gate, weft::shape<64, 128>);
  auto u = tl.load(up, weft::shape<64, 128>);
  auto s = co_await tl.sigmoid(g);
  auto silu = co_await tl.mul(g, s);
  auto h = co_await tl.mul(silu, u);
  auto top = co_await tl.issue(TopK<Tile, 8>{h});
  co_await tl.store(best, top);
};

template <class Kernel>
void run(const char* title, Kernel kernel) {
  weft::Simulation<Machine, weft::Values> sim;
  const F16 gate = sim.hbm().tensor(weft::dtype<weft::f16>, 64, 128);
  const F16 up = sim.hbm().tensor(weft::dtype<weft::f16>, 64, 128);
  const F16 best = sim.hbm().tensor(weft::dtype<weft::f16>, 64, 8);
  std::vector<float> numbers(64 * 128);
  for (std::size_t i = 0; i != numbers.size(); ++i)
    numbers[i] = static_cast<float>(i * 37 % 128) / 32 - 2;  // -2 to 1.96875, mixed up
  sim.values().write(gate, numbers);
  sim.values().write(up, std::vector<float>(64 * 128, 2));
  sim.launch(kernel, gate, up, best);
  const weft::Report report = sim.run();

  std::cout << "-- " << title << "\n\n";
  for (const weft::OpRecord op : report.op_log())
    std::cout << std::left << std::setw(8) << op.op << std::setw(17) << op.kind << std::setw(10)
              << op.engine << std::right << std::setw(5) << weft::nanoseconds(op.start) << " .. "
              << weft::nanoseconds(op.end) << '\n';
  const std::vector<float> row = sim.values().read(best);
  std::cout << "first row:" << std::fixed << std::setprecision(3);
  for (std::size_t i = 0; i != 8; ++i) std::cout << ' ' << row[i];
  std::cout << "\n\n";
}

int main() {
  std::cout << "The 8 largest of each row of silu(gate) * up, 64x128, times in ns\n\n";
  run("with an op of its own: swiglu in one pass over the math engine", own_ops);
  run("with weft's ops: three passes", weft_ops);
}
