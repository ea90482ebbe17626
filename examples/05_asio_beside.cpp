// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// Asio coroutines beside a kernel, on one clock. A host brings the input at 300 ns, waits for the
// result, and 200 ns later asks again; a second coroutine ticks. Kernel and host meet through
// weft::Event, and a kernel can be awaited like any Asio operation. No time here is real time.
//
// By hand: a read of W or X (64x128 f16, 16,384 B) takes 228 ns, X W 131.072 ns, the store of 64x64
// (8,192 B) 100 + 64 = 164 ns.
//   first    W 0..228, then the kernel waits for the input: X 300..528, X W 528..659.072,
//            store 659.072..823.072
//   second   from 1,023.072; the input is there, so X queues behind W: W until 1,251.072, X until
//            1,479.072, X W until 1,610.144, store until 1,774.144

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <iomanip>
#include <iostream>
#include <string_view>
#include <weft/model/device/tiny.hpp>
#include <weft/weft.hpp>

using namespace weft::literals;
using F16 = weft::HbmTensor<weft::f16>;
using Sim = weft::Simulation<weft::device::Tiny>;

void say(const auto& sim, std::string_view who, std::string_view what) {
  std::cout << std::setw(9) << weft::nanoseconds(sim.now()) << " ns  " << std::left << std::setw(8)
            << who << std::right << what << '\n';
}

// [kernel]
constexpr auto answer = [](auto& tl, auto* sim, weft::Event* input, weft::Event* result, F16 w,
                           F16 x, F16 y) -> weft::Kernel<> {
  auto weights = tl.load(w, weft::shape<128, 64>);  // needs no input: it is on its way meanwhile
  co_await input->wait();
  say(*sim, "kernel", "has its input");
  auto tile = tl.load(x, weft::shape<64, 128>);
  auto product = co_await tl.dot(tile, weights);
  co_await tl.store(y, product);
  result->set();
};
// [/kernel]

// [host]
boost::asio::awaitable<void> host(Sim& sim, weft::Event& input, weft::Event& result, F16 w, F16 x,
                                  F16 y) {
  using boost::asio::use_awaitable;
  weft::Timer timer(sim.context());

  timer.expires_after(300_ns);
  co_await timer.async_wait(use_awaitable);
  say(sim, "host", "the input has arrived");
  input.set();
  co_await result.async_wait(use_awaitable);
  say(sim, "host", "has the first result");

  timer.expires_after(200_ns);
  co_await timer.async_wait(use_awaitable);
  say(sim, "host", "asks again, and awaits the kernel itself");
  co_await sim.async_launch(use_awaitable, answer, &sim, &input, &result, w, x, y);
  say(sim, "host", "has the second result");
}
// [/host]

boost::asio::awaitable<void> ticks(Sim& sim) {
  weft::Timer timer(sim.context());
  for (int i = 0; i != 4; ++i) {
    timer.expires_after(250_ns);
    co_await timer.async_wait(boost::asio::use_awaitable);
    say(sim, "clock", "tick");
  }
}

int main() {
  // [main]
  Sim sim;
  const F16 w = sim.hbm().tensor(weft::dtype<weft::f16>, 128, 64);
  const F16 x = sim.hbm().tensor(weft::dtype<weft::f16>, 64, 128);
  const F16 y = sim.hbm().tensor(weft::dtype<weft::f16>, 64, 64);
  weft::Event input(sim);
  weft::Event result(sim);

  const auto rethrow = [](std::exception_ptr error) {
    if (error) std::rethrow_exception(error);  // leaves sim.run()
  };
  sim.launch(answer, &sim, &input, &result, w, x, y);
  boost::asio::co_spawn(sim.context(), host(sim, input, result, w, x, y), rethrow);
  boost::asio::co_spawn(sim.context(), ticks(sim), rethrow);
  const weft::Report report = sim.run();
  // [/main]

  std::cout << '\n';
  weft::write_text(std::cout, report);
}
