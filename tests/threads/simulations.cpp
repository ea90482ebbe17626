// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// link: weft::values

// Simulations share nothing: many at once, of one kernel, on several threads, give byte for byte what one thread gives. Built
// with ThreadSanitizer, which fails the program if two threads touch the same memory.
#include <weft/study.hpp>
#include <weft/values.hpp>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <ranges>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace weft::literals;
using F16 = weft::HbmTensor<weft::f16>;

constexpr weft::LinkSpec link{.bandwidth = 64_GBps, .setup = 20_ns, .latency = 5_ns, .slots = 1};
struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = 128_GBps, .setup = 100_ns},
                                             .write = {.bandwidth = 128_GBps, .setup = 100_ns}}>,
                     weft::Gemm<weft::GemmSpec{.peak = 8_TFLOPS}>,
                     weft::Math<weft::MathSpec{.lanes = 64, .clock = 1_GHz}>,
                     weft::Scratch<weft::ScratchSpec{.capacity = 1_MiB}>> {};
template <int columns>
struct Ring : weft::Device<"ring", weft::Grid<1, columns, Pe, weft::Ring<link>>> {};

/// Every PE loads tiles, passes them on round the ring, multiplies, and stores; `tiles` of them.
constexpr auto shared_kernel = [](auto& tl, F16 x, F16 y, int tiles) -> weft::Kernel<> {
  for (int i = 0; i < tiles; ++i) {
    auto mine = tl.load(x.at(0, 0), weft::shape<8, 16>);
    co_await tl.send_async(weft::next, mine);
    auto other = tl.recv(weft::previous, weft::shape<8, 16>, weft::dtype<weft::f16>);
    auto product = co_await tl.dot(mine, tl.trans(other));
    auto grown = co_await tl.exp(product);
    co_await tl.store(y.at(8 * static_cast<std::int64_t>(tl.pe()), 0), grown);
  }
};

/// The whole log, and the numbers where they are computed.
template <class Data, class Machine>
std::string text_of(weft::Type<Machine>, int tiles) {
  weft::Simulation<Machine, Data> sim;
  const F16 x = sim.hbm().tensor(weft::dtype<weft::f16>, 8, 16);
  const F16 y = sim.hbm().tensor(weft::dtype<weft::f16>, 8 * Machine::pes, 8);
  std::ostringstream text;
  if constexpr (Data::computes) sim.values().write(x, std::vector<float>(128, 0.125F));
  sim.launch_all(shared_kernel, x, y, tiles);
  weft::write_json(text, sim.run());
  if constexpr (Data::computes)
    for (const float number : sim.values().read(y)) text << ' ' << number;
  return text.str();
}

void expect(bool holds, const char* what) {
  if (holds) return;
  std::cerr << "not so: " << what << '\n';
  std::exit(1);
}

}  // namespace

int main() {
  const auto points = weft::over(weft::machines<Ring<2>, Ring<5>>, std::views::iota(1, 17));
  const auto timing = [](auto machine, int tiles) { return text_of<weft::Timing>(machine, tiles); };
  const auto values = [](auto machine, int tiles) { return text_of<weft::Values>(machine, tiles); };

  const std::vector<std::string> one_thread = weft::sweep(points, timing, 1);
  expect(weft::sweep(points, timing, 4) == one_thread, "4 threads give the logs of one");
  expect(weft::sweep(points, values, 4) == weft::sweep(points, values, 1), "and its numbers");
  for (std::size_t i = 1; i != one_thread.size(); ++i)
    expect(one_thread[i] != one_thread[i - 1], "each combination has a log of its own");

  // A simulation made on one thread, run on another, its report read and dropped on a third: one at a time is all it takes.
  using Sim = weft::Simulation<Ring<2>>;
  const auto made = weft::sweep(
      std::views::iota(1, 9),
      [](int tiles) {
        auto sim = std::make_unique<Sim>();
        const F16 x = sim->hbm().tensor(weft::dtype<weft::f16>, 8, 16);
        const F16 y = sim->hbm().tensor(weft::dtype<weft::f16>, 16, 8);
        sim->launch_all(shared_kernel, x, y, tiles);
        return sim;
      },
      4);
  const auto reports =
      weft::sweep(made, [](const std::unique_ptr<Sim>& sim) { return sim->run(); }, 4);
  const auto reads =
      weft::sweep(reports, [](const weft::Report& r) { return r.count("memory/dma_read"); }, 4);
  for (std::size_t i = 0; i != reads.size(); ++i)
    expect(reads[i] == 2 * (i + 1), "two PEs read each tile once");
  std::cout << "no two simulations share memory\n";
}
