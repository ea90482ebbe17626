// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/weft.hpp>

#include <cstdint>
#include <source_location>
#include <string>
#include <string_view>

#include "support/catch.hpp"

using namespace weft::literals;

// A device of three types of PE: every kernel compiles for each of them; what a PE cannot do is said when it is asked.
namespace {

constexpr weft::DmaSpec dma{.read = {.bandwidth = 128_GBps}, .write = {.bandwidth = 128_GBps}};
constexpr weft::CpuSpec cpu{.clock = 1_GHz};
struct Full : weft::Pe<weft::Cpu<cpu>, weft::Dma<dma>, weft::Gemm<weft::GemmSpec{.peak = 8_TFLOPS}>,
                       weft::Math<weft::MathSpec{.lanes = 64, .clock = 1_GHz}>, weft::Scheduler<>,
                       weft::Scratch<weft::ScratchSpec{.capacity = 1_MiB}>> {};
struct Mover : weft::Pe<weft::Cpu<cpu>, weft::Dma<dma>,
                        weft::Scratch<weft::ScratchSpec{.capacity = 4_KiB}>> {};
struct Thinker : weft::Pe<weft::Cpu<cpu>> {};
struct Mixed : weft::Device<"mixed", Full, Mover, Thinker> {};

constexpr auto f16 = weft::dtype<weft::f16>;
constexpr auto tile = weft::shape<64, 64>;
constexpr auto small = weft::shape<8, 8>;
using Hbm = weft::HbmTensor<weft::f16>;

struct Own {
  static constexpr std::string_view name = "own";
  static constexpr std::string_view kind = "compute/own";
  using Result = weft::Tensor<weft::f16, weft::Shape<8, 8>>;
  static constexpr weft::GemmWork work{8, 8, 8, weft::DTypeId::f16};
};

template <class Kernel>
std::string error(std::uint32_t pe, Kernel kernel) {
  weft::Simulation<Mixed> sim;
  const Hbm x = sim.hbm(pe).tensor(f16, 64, 64);
  sim.launch_on(pe, kernel, x);
  try {
    sim.run();
  } catch (const weft::KernelError& e) {
    return e.what();
  }
  return "none";
}

std::uint32_t line = 0;
/// The next line is the one that fails.
void here(std::source_location where = std::source_location::current()) { line = where.line() + 1; }

void says(const std::string& text, const std::string& sentence, const char* pe) {
  CAPTURE(text);
  CHECK(text.find(sentence) != std::string::npos);
  CHECK(text.find(pe) != std::string::npos);
  CHECK(text.find("mixed_pes.cpp:" + std::to_string(line)) != std::string::npos);
}

constexpr auto no_dot = "this PE has no engine that executes dot";
constexpr auto no_math = "this PE has no engine that executes elementwise math";

}  // namespace

TEST_CASE("one kernel for all types of PE, each doing what it can") {
  weft::Simulation<Mixed> sim;
  const Hbm x = sim.hbm(0).tensor(f16, 64, 64);
  const Hbm y = sim.hbm(1).tensor(f16, 16, 64);
  const auto kernel = [](auto& tl, Hbm a, Hbm b) -> weft::Kernel<> {
    if (tl.pe() == 0) {
      auto loaded = tl.load(a, tile);
      auto c = co_await tl.dot(loaded, tl.trans(loaded));
      co_await tl.store(a, c);
    } else {
      co_await tl.wait(tl.load(b, weft::shape<16, 64>));  // 2,048 B: 16 ns
    }
  };
  sim.launch_on(0, kernel, x, y);
  sim.launch_on(1, kernel, x, y);
  const weft::Report report = sim.run();
  CHECK(report.count("compute/gemm") == 1);
  CHECK(report.kernels()[1].finished == 16'000);
}

TEST_CASE("an engine that this PE lacks: the error names sentence, PE and line") {
  says(error(1,
             [](auto& tl, Hbm) -> weft::Kernel<> {
               auto a = tl.zeros(f16, small);
               here();
               co_await tl.dot(a, a);
             }),
       no_dot, "PE 1");
  says(error(1,
             [](auto& tl, Hbm) -> weft::Kernel<> {
               auto a = tl.zeros(f16, small);
               here();
               a = co_await tl.dot(a, a, a);
             }),
       no_dot, "PE 1");
  says(error(1,
             [](auto& tl, Hbm) -> weft::Kernel<> {
               auto a = tl.zeros(f16, small);
               here();
               auto late = co_await tl.dot_async(a, a);
               co_await tl.wait(late);
             }),
       no_dot, "PE 1");
  says(error(1,
             [](auto& tl, Hbm) -> weft::Kernel<> {
               auto a = tl.zeros(f16, small);
               here();
               a = co_await tl.exp(a);
             }),
       no_math, "PE 1");
  says(error(1,
             [](auto& tl, Hbm) -> weft::Kernel<> {
               auto a = tl.zeros(f16, small);
               here();
               auto sum = co_await tl.sum(a, weft::axis<1>);
               co_await tl.cast(sum, weft::dtype<weft::f32>);
             }),
       no_math, "PE 1");
  says(error(1,
             [](auto& tl, Hbm) -> weft::Kernel<> {
               auto a = tl.zeros(f16, small);
               here();
               auto wide = co_await tl.cast(a, weft::dtype<weft::f32>);
               co_await tl.neg(wide);
             }),
       no_math, "PE 1");
  says(error(1,
             [](auto& tl, Hbm) -> weft::Kernel<> {
               auto a = tl.iota(small, weft::axis<0>);
               here();
               auto less = co_await tl.lt(a, 3);
               co_await tl.where(less, a, 1);
             }),
       no_math, "PE 1");
  says(error(1,
             [](auto& tl, Hbm) -> weft::Kernel<> {
               Own op;
               here();
               auto own = co_await tl.issue(op);
               co_await tl.exp(own);
             }),
       "this PE has no engine that executes this op's work", "PE 1");
  says(error(1,
             [](auto& tl, Hbm x) -> weft::Kernel<> {
               auto a = tl.zeros(f16, weft::shape<8, 64>);
               here();
               auto late = co_await tl.composite(weft::gemm, a, tl.ref(x, tile));
               co_await tl.wait(late);
             }),
       "this PE lacks an engine that a composite needs: load, dot, or math for its epilogue",
       "PE 1");
  says(error(2,
             [](auto& tl, Hbm x) -> weft::Kernel<> {
               here();
               auto a = tl.load(x, tile);
               co_await tl.wait(a);
             }),
       "this PE has no engine that executes load", "PE 2");
  says(error(2,
             [](auto& tl, Hbm x) -> weft::Kernel<> {
               auto a = tl.zeros(f16, small);
               here();
               co_await tl.store(x, a);
             }),
       "this PE has no engine that executes store", "PE 2");
  says(error(2,
             [](auto& tl, Hbm x) -> weft::Kernel<> {
               auto a = tl.zeros(f16, small);
               here();
               auto done = co_await tl.store_async(x, a);
               co_await tl.wait(done);
             }),
       "this PE has no engine that executes store", "PE 2");
}

TEST_CASE("a tile larger than the scratch of the PE it is on is an error at run time") {
  const std::string text = error(1, [](auto& tl, Hbm x) -> weft::Kernel<> {
    auto a = tl.load(x, tile);  // 8,192 B
    co_await tl.wait(a);
  });
  CAPTURE(text);
  CHECK(text.find("scratch exhausted: 8192 bytes asked, 0 of 4096 in use") != std::string::npos);
}
