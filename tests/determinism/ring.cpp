// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// A log in which order is everything: 1,024 PEs in lock step, so that at most moments hundreds of requests meet; loads from
// other PEs' HBM share links with messages between neighbours and with messages over several links. Prints the whole log;
// tests/determinism/check.py compares it between compilers and between runs.
#include <cstdint>
#include <iostream>
#include <vector>
#include <weft/weft.hpp>

using namespace weft::literals;
using F16 = weft::HbmTensor<weft::f16>;

constexpr weft::LinkSpec ring_link{
    .bandwidth = 64_GBps, .setup = 20_ns, .latency = 5_ns, .slots = 1};
struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz, .issue = {.load = 1, .dot = 1}}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = 128_GBps, .setup = 100_ns},
                                             .write = {.bandwidth = 128_GBps, .setup = 100_ns}}>,
                     weft::Gemm<weft::GemmSpec{.peak = 3_TFLOPS}>,
                     weft::Math<weft::MathSpec{.lanes = 64, .clock = 1_GHz}>,
                     weft::Scratch<weft::ScratchSpec{.capacity = 1_MiB}>> {};
struct Machine : weft::Device<"ring-of-1024", weft::Grid<32, 32, Pe, weft::Ring<ring_link>>> {};

constexpr std::uint32_t steps = 4;
constexpr std::uint32_t far = 3;  // links to the PE that gets a message over several

auto exchange = [](auto& tl, F16 ours, F16 theirs) -> weft::Kernel<> {
  const std::uint32_t pe = tl.pe();
  auto q = tl.load(ours, weft::shape<16, 32>);
  auto kv = tl.load(pe % 8 == 0 ? theirs : ours, weft::shape<16, 32>);
  for (std::uint32_t step = 0; step != steps; ++step) {
    auto sent = co_await tl.send_async(weft::next, kv);
    auto next = tl.recv(weft::previous, weft::shape<16, 32>, weft::dtype<weft::f16>);
    auto scores = co_await tl.dot(q, tl.trans(kv));
    if (pe % 3 == step % 3) scores = co_await tl.exp(scores);  // and some fall behind
    co_await tl.wait(sent);
    kv = next;
  }
  auto out = co_await tl.dot(q, tl.trans(kv));
  co_await tl.send((pe + far) % tl.pes(), out);
  auto from_far =
      tl.recv((pe + tl.pes() - far) % tl.pes(), weft::shape<16, 16>, weft::dtype<weft::f16>);
  co_await tl.store_async(ours, from_far);
};

int main() {
  weft::Simulation<Machine> sim;
  std::vector<F16> tensors;
  for (std::uint32_t pe = 0; pe != Machine::pes; ++pe)
    tensors.push_back(sim.hbm(pe).tensor(weft::dtype<weft::f16>, 16, 32));
  for (std::uint32_t pe = 0; pe != Machine::pes; ++pe)
    sim.launch_on(pe, exchange, tensors[pe], tensors[(pe + 2) % Machine::pes]);
  const weft::Report report = sim.run();
  const bool whole = report.count("memory/dma_read") == 1024 * 2 &&
                     report.count("comm/send") == 1024 * (steps + 1) &&
                     report.count("comm/recv") == 1024 * (steps + 1) &&
                     report.count("compute/gemm") == 1024 * (steps + 1) &&
                     report.count("memory/dma_write") == 1024;
  weft::write_json(std::cout, report);
  return whole ? 0 : 1;
}
