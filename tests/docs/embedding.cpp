// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// What docs/embedding.md quotes.
#include <weft/model/device/tiny.hpp>
#include <weft/weft.hpp>

#include <boost/asio/post.hpp>

#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace weft::literals;
using F16 = weft::HbmTensor<weft::f16>;

namespace {

constexpr auto kernel = [](auto& tl, F16 x) -> weft::Kernel<> {
  auto tile = tl.load(x, weft::shape<64, 128>);
  co_await tl.exp(tile);
};

}  // namespace

TEST_CASE("another simulator owns the clock") {
  weft::Simulation<weft::device::Tiny> sim;
  sim.launch(kernel, sim.hbm().tensor(weft::dtype<weft::f16>, 64, 128));
  const weft::Duration their_next = 300_ns;
  std::vector<weft::Duration> moments;
  // [step]
  while (auto next = sim.next_event_time()) {  // empty: nothing is pending
    if (their_next < *next) {
      sim.run_until(their_next);  // everything due until then; leaves now() there
      break;
    }
    sim.step();  // everything due at *next
    moments.push_back(sim.now());
  }
  // [/step]
  CHECK(sim.now() == 300_ns);
  CHECK_FALSE(sim.idle());
  sim.run_for(56_ns);  // the exp ends at 228 + 128 ns
  CHECK(sim.idle());
  CHECK(sim.finish_report().latency() == 356_ns);
}

TEST_CASE("a run without end is stopped") {
  weft::Simulation<weft::device::Tiny> sim;
  // [limit]
  sim.limit({.virtual_time = 1_ms, .calls = 1'000'000});
  auto endless = [](auto& tl, F16 x) -> weft::Kernel<> {
    for (;;) co_await tl.load(x, weft::shape<64, 128>);
  };
  sim.launch(endless, sim.hbm().tensor(weft::dtype<weft::f16>, 64, 128));
  // sim.run() throws: "the limit on virtual time is reached: ..."
  // [/limit]
  std::string text;
  try {
    sim.run();
  } catch (const weft::Error& error) {
    text = error.what();
  }
  CHECK(text.find("the limit on virtual time is reached") != std::string::npos);
}

TEST_CASE("handlers run after the kernels of their time") {
  weft::Simulation<weft::device::Tiny> sim;
  std::vector<std::string> seen;
  // [post]
  boost::asio::post(sim.context(), [&] { seen.push_back("handler"); });
  sim.launch([&](auto& tl) -> weft::Kernel<> {
    seen.push_back("kernel");  // both are due at 0: the kernel is first
    co_await tl.now();
  });
  sim.run();
  // [/post]
  CHECK(seen == std::vector<std::string>{"kernel", "handler"});
}
