// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/device/tiny.hpp>
#include <weft/values.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/catch.hpp"

using namespace weft::literals;

namespace {

constexpr weft::LinkSpec link{.bandwidth = 64_GBps, .setup = 20_ns, .latency = 5_ns, .slots = 1};
struct Plane : weft::Device<"plane", weft::Grid<4, 4, weft::device::TinyPe, weft::Mesh<link>>> {};
using Sim = weft::Simulation<Plane, weft::Values>;
using Matrix = weft::HbmTensor<weft::f32>;
constexpr auto f32 = weft::dtype<weft::f32>;
constexpr auto tile = weft::shape<4, 2>;
constexpr std::size_t elements = 8;

/// What the PE of a rank puts in: rank + 1 in element 0, then 1/3 of that, 1/9, ...: sums depend on their order.
std::vector<float> input(std::uint32_t rank) {
  std::vector<float> numbers(elements);
  float value = static_cast<float>(rank + 1);
  for (float& number : numbers) number = value, value /= 3;
  return numbers;
}

/// Runs `kernel(tl, group, in, out)` on every PE of a group; what each stored, by rank.
template <class Kernel>
std::vector<std::vector<float>> run(const weft::Group& group, Kernel kernel) {
  Sim sim;
  std::vector<Matrix> outs;
  for (std::uint32_t rank = 0; rank != group.size(); ++rank) {
    const Matrix in = sim.hbm(group[rank]).tensor(f32, 4, 2);
    sim.data().write(in, input(rank));
    outs.push_back(sim.hbm(group[rank]).tensor(f32, 4 * group.size(), 2));
    sim.launch_on(group[rank], kernel, group, in, outs.back());
  }
  sim.run();
  CHECK(sim.data().hazards().empty());
  std::vector<std::vector<float>> results;
  for (const Matrix& out : outs) results.push_back(sim.data().read(out));
  return results;
}

std::vector<weft::Group> groups() {
  std::vector<weft::Group> all;
  for (const std::uint32_t p : {1U, 2U, 3U, 5U, 8U, 16U}) all.emplace_back(0, p);
  all.emplace_back(std::vector<std::uint32_t>{9, 2, 14, 0, 5, 11});
  return all;
}

/// The fold in the order of ranks.
std::vector<float> sum_in_order(std::uint32_t count) {
  std::vector<float> sum = input(0);
  for (std::uint32_t rank = 1; rank != count; ++rank)
    for (std::size_t i = 0; i != elements; ++i) sum[i] += input(rank)[i];
  return sum;
}
bool begins_with(const std::vector<float>& all, const std::vector<float>& part) {
  return std::equal(part.begin(), part.end(), all.begin());
}

}  // namespace

TEST_CASE("every PE of an all-reduce gets the same bits") {
  for (const weft::Group& group : groups()) {
    CAPTURE(group.size());
    const auto by_tree =
        run(group, [](auto& tl, weft::Group all, Matrix in, Matrix out) -> weft::Kernel<> {
          auto x = co_await weft::all_reduce(tl, all, tl.load(in, tile), weft::sum);
          co_await tl.store(out, x);
        });
    const auto by_ring =
        run(group, [](auto& tl, weft::Group all, Matrix in, Matrix out) -> weft::Kernel<> {
          auto x = tl.load(in, tile);
          auto sum = co_await weft::all_reduce(tl, all, x, weft::sum, weft::ring);
          co_await tl.store(out, sum);
        });
    for (const auto& result : by_tree) CHECK(result == by_tree.front());
    for (const auto& result : by_ring) CHECK(begins_with(result, sum_in_order(group.size())));
    for (std::size_t i = 0; i != elements; ++i)
      CHECK(by_tree.front()[i] == Approx(sum_in_order(group.size())[i]).epsilon(1e-5));
  }
}

TEST_CASE("an all-reduce of pieces, whatever their number") {
  for (const weft::Group& group : groups()) {
    const auto results =
        run(group, [](auto& tl, weft::Group all, Matrix in, Matrix out) -> weft::Kernel<> {
          auto x = tl.load(in, tile);
          std::vector<weft::Tensor<weft::f32, weft::Shape<1, 2>>> rows;
          for (std::size_t row = 0; row != 4; ++row)
            rows.emplace_back(tl.slice(x, weft::shape<1, 2>, row, 0));
          rows = co_await weft::all_reduce(tl, all, rows, weft::maximum);
          for (std::size_t row = 0; row != 4; ++row) co_await tl.store(out.at(row, 0), rows[row]);
        });
    for (const auto& result : results) CHECK(begins_with(result, input(group.size() - 1)));
  }
}

TEST_CASE("a reduce folds in the order of ranks from the root on") {
  for (const weft::Group& group : groups()) {
    const auto results =
        run(group, [](auto& tl, weft::Group all, Matrix in, Matrix out) -> weft::Kernel<> {
          auto x =
              co_await weft::reduce(tl, all, tl.load(in, tile), weft::fn::max{}, all.size() - 1);
          co_await tl.store(out, x);
        });
    CHECK(begins_with(results.back(), input(group.size() - 1)));
  }
}

TEST_CASE("an all-gather is by rank, a broadcast from the root") {
  for (const weft::Group& group : groups()) {
    const auto gathered =
        run(group, [](auto& tl, weft::Group all, Matrix in, Matrix out) -> weft::Kernel<> {
          auto x = tl.load(in, tile);
          const auto parts = co_await weft::all_gather(tl, all, x);
          for (std::size_t i = 0; i != parts.size(); ++i)
            co_await tl.store(out.at(4 * i, 0), parts[i]);
        });
    for (const auto& result : gathered)
      for (std::uint32_t rank = 0; rank != group.size(); ++rank)
        CHECK(std::equal(result.begin() + static_cast<std::ptrdiff_t>(elements * rank),
                         result.begin() + static_cast<std::ptrdiff_t>(elements * (rank + 1)),
                         input(rank).begin()));
    const auto told =
        run(group, [](auto& tl, weft::Group all, Matrix in, Matrix out) -> weft::Kernel<> {
          const std::uint32_t root = all.size() / 2;
          weft::Tensor<weft::f32, weft::Shape<4, 2>> x;
          if (all.rank_of(tl.pe()) == root) x = co_await tl.wait(tl.load(in, tile));
          x = co_await weft::broadcast(tl, all, x, root);
          co_await tl.store(out, x);
        });
    for (const auto& result : told) CHECK(begins_with(result, input(group.size() / 2)));
  }
}
