// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// Loads overlap compute, with no change to the kernel. One kernel loads X and Y, multiplies two
// tiles that are on chip already, then multiplies X by Y. It runs three times: with lazy loads, with
// blocking loads, and lazy without the big product.
//
// By hand, everything f16:
//   a read        64x128x2 B = 16,384 B    100 ns + 16,384 B / 128 GB/s = 228 ns
//   big product   2*256*256*256 / 8 TFLOPS = 4,194.304 ns
//   X Y           2*64*64*128 / 8 TFLOPS   =   131.072 ns
//   lazy                 both reads (456 ns) lie under the big product: 4,194.304 + 131.072
//                        = 4,325.376 ns, and nothing waits
//   blocking             456 + 4,194.304 + 131.072 = 4,781.376 ns; a stay at a blocking load is not
//                        a wait
//   lazy, nothing else   X Y waits for Y, 456 ns; 456 + 131.072 = 587.072 ns

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <string>
#include <weft/weft.hpp>

// [machine]
using namespace weft::literals;

struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = 128_GBps, .setup = 100_ns},
                                             .write = {.bandwidth = 128_GBps, .setup = 100_ns}}>,
                     weft::Gemm<weft::GemmSpec{.peak = 8_TFLOPS}>,
                     weft::Math<weft::MathSpec{.lanes = 64, .clock = 1_GHz}>,
                     weft::Scratch<weft::ScratchSpec{.capacity = 1_MiB}>> {};
struct Machine : weft::Device<"one-pe", Pe> {};
// [/machine]

using F16 = weft::HbmTensor<weft::f16>;

// [kernel]
auto overlap = [](auto& tl, F16 x, F16 y, bool with_big_product) -> weft::Kernel<> {
  auto a = tl.load(x, weft::shape<64, 128>);  // returns at once
  auto b = tl.load(y, weft::shape<128, 64>);  // so does this; its read queues behind the first
  if (with_big_product) {
    auto resident = tl.zeros(weft::shape<256, 256>, weft::dtype<weft::f16>);
    co_await tl.dot(resident, resident);  // needs neither load, so it waits for neither
  }
  co_await tl.dot(a, b);  // the first use: waits for whatever is not there yet
};
// [/kernel]

// [run]
template <class Loads>
weft::Report run(bool with_big_product) {
  weft::Simulation<Machine, Loads> sim;
  const F16 x = sim.hbm().tensor(weft::dtype<weft::f16>, 64, 128);
  const F16 y = sim.hbm().tensor(weft::dtype<weft::f16>, 128, 64);
  sim.launch(overlap, x, y, with_big_product);
  return sim.run();
}
// [/run]

/// An op as a bar between its start and its end, on a line that is as long as `whole`.
std::string bar(const weft::OpRecord& op, weft::Duration whole) {
  constexpr std::int64_t width = 56;
  const auto column = [&](weft::Duration time) { return time.ps * width / whole.ps; };
  const std::int64_t begin = column(op.start);
  const std::int64_t length = std::max<std::int64_t>(column(op.end) - begin, 1);
  return std::string(static_cast<std::size_t>(begin), ' ') +
         std::string(static_cast<std::size_t>(length), '=');
}

void show(const char* title, const weft::Report& report, weft::Duration whole) {
  std::cout << "-- " << title << "\n\n";
  for (const weft::OpRecord op : report.op_log())
    std::cout << std::left << std::setw(6) << op.op << std::right << std::setw(9)
              << weft::nanoseconds(op.start) << " .. " << std::left << std::setw(9)
              << weft::nanoseconds(op.end) << "|" << bar(op, whole) << '\n';
  std::cout << '\n';
  weft::write_text(std::cout, report);
  std::cout << '\n';
}

int main() {
  const weft::Report lazy = run<weft::Lazy>(true);
  const weft::Report blocking = run<weft::Blocking>(true);
  const weft::Report alone = run<weft::Lazy>(false);

  std::cout << "Two loads, a product that needs neither, and one that needs both. Times in ns.\n\n";
  show("lazy: both reads run under the big product", lazy, blocking.latency());
  show("blocking: the kernel stays at each load", blocking, blocking.latency());
  show("lazy, without the big product: nothing to hide the reads under", alone, blocking.latency());
  std::cout << "Lazy loads save " << weft::nanoseconds(blocking.latency() - lazy.latency())
            << " ns: the two reads. Without other work the first use waits for them.\n";
}
