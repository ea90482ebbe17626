// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/study/over.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <ranges>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace weft {

/// Calls `call(i)` for each i below `count` on that many threads of a pool: 0 for one per core; 1 for none but the caller's.
/// Each takes the lowest number left. Returns when all are done. If calls throw, none is begun any more and the
/// exception of the lowest number leaves here: the one that a single thread would have met.
template <class Call>
void run_in_parallel(std::size_t count, unsigned threads, const Call& call) {
  if (threads == 0) threads = std::max(std::thread::hardware_concurrency(), 1U);
  const std::size_t workers = std::min<std::size_t>(threads, count);
  if (workers <= 1) {
    for (std::size_t i = 0; i != count; ++i) call(i);
    return;
  }
  std::atomic<std::size_t> taken = 0;
  std::atomic<bool> failed = false;
  std::mutex mutex;
  std::size_t first_failed = count;
  std::exception_ptr error;
  boost::asio::thread_pool pool(workers);
  for (std::size_t worker = 0; worker != workers; ++worker)
    boost::asio::post(pool, [&] {
      while (!failed) {
        const std::size_t i = taken++;
        if (i >= count) return;
        try {
          call(i);
        } catch (...) {
          failed = true;
          const std::lock_guard lock(mutex);
          if (i < first_failed) {
            first_failed = i;
            error = std::current_exception();
          }
        }
      }
    });
  pool.join();
  if (error) std::rethrow_exception(error);
}

/// The results of `function` for every combination of machines, kernels and parameters, in their order:
///
///   auto latencies = weft::sweep(weft::over(weft::machines<Narrow, Wide>, lengths),
///                                []<class Machine>(weft::Type<Machine>, int length) { ... return sim.run().latency(); });
///
/// Simulations are independent, so they run on `threads` cores (0: all) and give what one thread gives. `function` is called
/// from several threads at once: it must not change what it captures, and returns one type, a value. If it throws, the
/// exception of the first combination in order leaves here, and no further ones are begun.
template <class... Axes, class Function>
auto sweep(const Combinations<Axes...>& points, const Function& function, unsigned threads = 0) {
  using Result = typename Combinations<Axes...>::template result<const Function&>;
  static_assert(std::is_object_v<Result>, "sweep: the function must return a value");
  std::vector<std::optional<Result>> slots(points.size());
  run_in_parallel(points.size(), threads, [&](std::size_t i) {
    points.visit(i, [&](const auto&... chosen) {
      static_assert(
          std::same_as<Result, std::invoke_result_t<const Function&, decltype(chosen)...>>,
          "sweep: the function must return the same type for every machine and kernel");
      slots[i].emplace(std::invoke(function, chosen...));
    });
  });
  std::vector<Result> results;
  results.reserve(slots.size());
  for (std::optional<Result>& slot : slots) results.push_back(std::move(*slot));
  return results;
}

/// The results of `function` for every element of a random access range, in order.
template <std::ranges::random_access_range Points, class Function>
auto sweep(const Points& points, const Function& function, unsigned threads = 0) {
  return sweep(over(std::views::all(points)), function, threads);
}

}  // namespace weft
