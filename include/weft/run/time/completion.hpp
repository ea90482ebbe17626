// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>
#include <memory>
#include <utility>

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include <weft/run/time/executor.hpp>

namespace weft {

/// The completion of something asynchronous, of signature `void(std::exception_ptr)`, kept until it happens. Completes as
/// if posted, on the handler's associated executor; dropped without a word if it never happens.
class Completion {
 public:
  Completion() = default;
  template <class Handler>
  Completion(VirtualTimeContext& context, Handler handler)
      : held_(std::make_unique<Held<Handler>>(context, std::move(handler))) {}

  [[nodiscard]] explicit operator bool() const noexcept { return held_ != nullptr; }
  /// Posts the handler with what went wrong, or null.
  void complete(std::exception_ptr error) {
    std::exchange(held_, nullptr)->complete(std::move(error));
  }

 private:
  struct Base {
    virtual ~Base() = default;
    virtual void complete(std::exception_ptr error) = 0;
  };
  template <class Handler>
  struct Held final : Base {
    Held(VirtualTimeContext& of, Handler what) : context(of), handler(std::move(what)) {}
    void complete(std::exception_ptr error) override {
      const auto executor = boost::asio::get_associated_executor(handler, context.get_executor());
      boost::asio::post(executor,
                        [run = std::move(handler), error]() mutable { std::move(run)(error); });
    }
    VirtualTimeContext& context;
    Handler handler;
  };
  std::unique_ptr<Base> held_;
};

/// Starts an operation that calls `begin(Completion)`, for any completion token.
template <class Token, class Begin>
auto initiate_completion(VirtualTimeContext& context, Token&& token, Begin begin) {
  return boost::asio::async_initiate<Token, void(std::exception_ptr)>(
      [&context](auto handler, Begin start) mutable {
        start(Completion(context, std::move(handler)));
      },
      token, std::move(begin));
}

}  // namespace weft
