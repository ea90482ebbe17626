// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/deferred.hpp>
#include <weft/run/kernel/kernel.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace weft {

/// Kernels that run side by side inside another: each an actor of its own, ranked after its parent in argument order.
/// They start at the parent's cursor; the parent resumes when the last has returned.
template <class... Ts>
class Joined {
 public:
  explicit Joined(Kernel<Ts>&&... kernels) : kernels_(std::move(kernels)...) {
    std::apply(
        [](const auto&... kernel) {
          if ((kernel.empty() || ...))
            fail("when_all: a kernel is empty (moved from, or already run)");
        },
        kernels_);
  }

  /// The kernel that waits for them, or the first exception that left one of them, in argument order.
  struct Awaiter {
    Joined& joined;
    KernelActor& parent;

    bool await_ready() const noexcept { return sizeof...(Ts) == 0; }
    void await_suspend(std::coroutine_handle<> frame) const {
      parent.frame = frame;
      parent.op = &joined;
      parent.step = [](void* op, KernelActor& kernel) {
        return static_cast<Joined*>(op)->go_on(kernel);
      };
      parent.suspended_since = parent.now();
      if (joined.go_on(parent)) parent.next = frame;
    }
    auto await_resume() const {
      parent.first_joined = nullptr;
      parent.rethrow();
      joined.blame(parent, std::index_sequence_for<Ts...>{});
      return joined.results(std::index_sequence_for<Ts...>{});
    }
  };

 private:
  struct Child final : KernelActor {
    KernelActor& parent;
    std::size_t& left;

    Child(KernelActor& of, std::size_t& running)
        : KernelActor(*of.runtime), parent(of), left(running) {
      launch = of.launch;
      belongs_to(of.pe);
      on_wait = of.on_wait;
      owner = of.owner;
      on_finish = [](KernelActor& kernel) {
        Child& done = static_cast<Child&>(kernel);
        done.runtime->clock.delist(done);
        if (--done.left == 0) done.runtime->clock.schedule(done.parent, done.now());
      };
    }
  };

  /// Carries out the calls the parent has made ahead, then starts the kernels; true when all have returned.
  bool go_on(KernelActor& parent) {
    if (!children_.empty()) return true;
    if (!parent.drain()) return false;
    if (parent.error) return true;
    left_ = sizeof...(Ts);
    std::apply([&](auto&... kernel) { (begin(parent, kernel), ...); }, kernels_);
    return false;
  }
  template <class T>
  void begin(KernelActor& parent, Kernel<T>& kernel) {
    children_.push_back(std::make_unique<Child>(parent, left_));
    Child& joining = *children_.back();
    joining.where = parent.where;
    joining.joined_to = &parent;
    joining.next_joined = std::exchange(parent.first_joined, &joining);
    kernel.promise().enter(joining, nullptr);
    joining.frame = kernel.promise().frame();
    parent.runtime->clock.enlist_child(parent, joining);
    parent.runtime->clock.schedule(joining, parent.now());
  }

  /// If a child has failed, its latest line is what the error names.
  template <std::size_t... Is>
  void blame(KernelActor& parent, std::index_sequence<Is...>) {
    const auto look = [&](const auto& kernel, Child& child) {
      child.rethrow();
      if (!kernel.promise().error()) return false;
      parent.where = child.where;
      return true;
    };
    (void)(look(std::get<Is>(kernels_), *children_[Is]) || ...);
  }

  template <class T>
  static auto take(Kernel<T>& kernel) {
    if constexpr (std::is_void_v<T>) {
      kernel.promise().take();
      return Nothing{};
    } else {
      return kernel.promise().take();
    }
  }

  template <std::size_t... Is>
  auto results(std::index_sequence<Is...>) {
    if constexpr ((std::is_void_v<Ts> && ...))
      (std::get<Is>(kernels_).promise().take(), ...);
    else
      return std::tuple<std::conditional_t<std::is_void_v<Ts>, Nothing, Ts>...>{
          take(std::get<Is>(kernels_))...};
  }

  std::tuple<Kernel<Ts>...> kernels_;
  std::vector<std::unique_ptr<Child>> children_;
  std::size_t left_ = 0;
};

/// Runs kernels side by side: `co_await weft::when_all(f(tl, ..), g(tl, ..));` gives a tuple of their results (nothing if
/// all are `Kernel<>`). Resumes when the last has returned; costs no time of its own.
template <class... Ts>
[[nodiscard]] Joined<Ts...> when_all(Kernel<Ts>&&... kernels) {
  return Joined<Ts...>(std::move(kernels)...);
}

template <class... Ts>
typename Joined<Ts...>::Awaiter kernel_await(Joined<Ts...>&& joined, KernelActor& kernel,
                                             std::source_location) {
  return {joined, kernel};
}

}  // namespace weft
