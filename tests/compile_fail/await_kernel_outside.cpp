// expect: co_await: only a weft::Kernel can await a kernel; elsewhere launch it
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

Task outside(weft::Kernel<> kernel) { co_await kernel; }
