// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/kernel.hpp>
#include <weft/run/kernel/source_line.hpp>
#include <weft/run/log/time_text.hpp>
#include <weft/run/time/completion.hpp>

#include <exception>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace weft {

/// An exception that left a kernel, with the kernel, its PE, the virtual time and the line of its latest tl call added.
/// The original is nested: `std::rethrow_if_nested`.
struct KernelError : Error {
  std::uint32_t kernel;  ///< launch number
  std::uint32_t pe;
  Duration time;
  std::source_location where;

  KernelError(const std::string& what, const KernelActor& actor)
      : Error(what), kernel(actor.launch), pe(actor.pe), time{actor.now()}, where(actor.where) {}
};

/// A kernel that has been launched: the actor, and whatever its coroutine refers to.
struct Launch : KernelActor {
  using KernelActor::KernelActor;
  virtual ~Launch() = default;

  Ps launched = 0;
  KernelPromise* root = nullptr;
  Completion completion;  ///< told when it has finished, and then of its error instead of the run
  Launch* next_launch = nullptr;
  Launch* prev_launch = nullptr;

  /// Rethrows what left the kernel, with its context; called while the kernel is finishing.
  void rethrow_with_context() {
    std::exception_ptr thrown = root->error();
    if (!thrown) {
      try {
        rethrow();  // of a call after the last co_await
        return;
      } catch (...) {
        thrown = std::current_exception();
      }
    }
    std::string place =
        sentence("kernel ", launch, " on PE ", pe, " at ", nanoseconds(Duration{now()}), " ns");
    if (where.line() != 0) place += ", " + line_of(where);  // none before its first call
    place += ": ";
    try {
      std::rethrow_exception(thrown);
    } catch (const std::exception& original) {
      std::throw_with_nested(KernelError(place + original.what(), *this));
    } catch (...) {
      std::throw_with_nested(
          KernelError(place + "an exception that is not a std::exception", *this));
    }
  }
};

/// Keeps the callable, its arguments and `tl` for as long as the kernel runs, so that kernels may be capturing lambdas and
/// take their arguments by reference.
template <class Tl, class Callable, class... Args>
struct LaunchOf final : Launch {
  Tl tl;
  Callable callable;
  std::tuple<Args...> args;
  std::invoke_result_t<Callable&, Tl&, Args&...> kernel;

  template <class F, class... As>
  LaunchOf(Runtime& shared, Tl surface, F&& f, As&&... as)
      : Launch(shared),
        tl(std::move(surface)),
        callable(std::forward<F>(f)),
        args(std::forward<As>(as)...),
        kernel(std::apply([this](Args&... each) { return callable(tl, each...); }, args)) {
    if (kernel.empty()) fail("launch: the kernel is empty: it returned no coroutine of its own");
    root = &kernel.promise();
    root->enter(*this, nullptr);
    frame = root->frame();
    hot = frame.address();
  }
  ~LaunchOf() override { KernelPromise::destroy_nest(*this); }
};

}  // namespace weft
