// expect: co_await: tl ops can be awaited only inside a weft::Kernel
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/weft.hpp>

#include "support/machines.hpp"

using namespace weft::literals;

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};

template <class Tl>
Task outside(Tl& tl) {
  co_await tl.now();
}
template Task outside(weft::Tl<weft::Simulation<weft_test::NsMachine>, weft_test::NsPe>&);
