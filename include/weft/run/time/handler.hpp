// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <boost/asio/recycling_allocator.hpp>

#include <weft/run/time/actor.hpp>

namespace weft {

/// A piece of Asio's work on virtual time: owned by the queue from the moment it is scheduled until it runs, or until
/// the context is destroyed, which destroys it without running it.
struct Handler : Actor {
  void (*discard)(Handler&) = nullptr;

 protected:
  Handler(void (*on_wake)(Actor&), void (*on_discard)(Handler&)) noexcept : Actor(on_wake), discard(on_discard) {}
  ~Handler() = default;
};

/// The allocator for a handler whose associated allocator is `Allocator`: Asio's recycling one unless the user chose.
template <class Allocator, class T>
auto handler_allocator(const Allocator& allocator) {
  if constexpr (std::is_same_v<Allocator, std::allocator<void>>) {
    return boost::asio::recycling_allocator<T>();
  } else {
    return typename std::allocator_traits<Allocator>::template rebind_alloc<T>(allocator);
  }
}

/// Allocates and constructs a handler object of type `T`, whose first constructor argument is its allocator.
template <class T, class Allocator, class... Args>
T& make_handler(const Allocator& allocator, Args&&... args) {
  auto memory = handler_allocator<Allocator, T>(allocator);
  T* handler = memory.allocate(1);
  try {
    return *::new (static_cast<void*>(handler)) T(allocator, std::forward<Args>(args)...);
  } catch (...) {
    memory.deallocate(handler, 1);
    throw;
  }
}

/// Destroys a handler object and gives its memory back.
template <class T, class Allocator>
void destroy_handler(T& handler, const Allocator& allocator) noexcept {
  auto memory = handler_allocator<Allocator, T>(allocator);
  handler.~T();
  memory.deallocate(&handler, 1);
}

/// A function that was posted. Its memory is free again before the function runs.
template <class Function, class Allocator>
struct PostedHandler final : Handler {
  [[no_unique_address]] Allocator allocator;
  Function function;

  template <class F>
  PostedHandler(const Allocator& with, F&& f)
      : Handler(&run, &drop), allocator(with), function(std::forward<F>(f)) {}

  static void run(Actor& actor) {
    auto& self = static_cast<PostedHandler&>(actor);
    const Allocator allocator(std::move(self.allocator));
    Function function(std::move(self.function));
    destroy_handler(self, allocator);
    std::move(function)();
  }
  static void drop(Handler& handler) {
    auto& self = static_cast<PostedHandler&>(handler);
    const Allocator allocator(std::move(self.allocator));
    destroy_handler(self, allocator);
  }
};

}  // namespace weft
