// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/device/tiny.hpp>
#include <weft/values.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "laws/error_bound.hpp"
#include "support/catch.hpp"

// Kernels whose numbers are compared with a plain loop in f64, over several shapes, ragged ones too. How far they may be
// apart follows from the element types: see error_bound.hpp. The largest shape must also use up some of its bound, so
// that the bound is about this kernel and not about anything.

using namespace weft_test;

namespace {

using Sim = weft::Simulation<weft::device::Tiny, weft::Values>;
using F16 = weft::HbmTensor<weft::f16>;
using F32 = weft::HbmTensor<weft::f32>;
using I32 = weft::HbmTensor<weft::i32>;
using Numbers = std::vector<float>;

constexpr auto f16 = weft::dtype<weft::f16>;
constexpr auto f32 = weft::dtype<weft::f32>;
constexpr auto i32 = weft::dtype<weft::i32>;
constexpr float infinity = std::numeric_limits<float>::infinity();

struct Lab {
  Sim sim;
  std::uint32_t state = 12345;

  /// Between -size and size.
  float random(float size) {
    state = state * 1664525U + 1013904223U;
    return size * (static_cast<float>(state >> 8) * 0x1p-23F - 1.0F);
  }
  template <class D>
  std::pair<weft::HbmTensor<D>, Numbers> random(weft::DType<D> type, std::size_t rows,
                                                std::size_t cols, float size) {
    Numbers numbers(rows * cols);
    for (float& number : numbers) number = random(size);
    const auto tensor = sim.hbm().tensor(type, rows, cols);
    sim.values().write(tensor, numbers);
    return {tensor, sim.values().read(tensor)};  // as rounded to the element type
  }
  template <class Kernel, class... Args>
  void run(Kernel kernel, Args... args) {
    sim.launch(kernel, args...);
    sim.run();
    CHECK(sim.values().hazards().empty());
  }
};

double at(const Numbers& numbers, std::size_t cols, std::size_t row, std::size_t col) {
  return static_cast<double>(numbers[row * cols + col]);
}

/// C = A B in tiles of 16x8, C in f32 on chip while K goes by 32 at a time.
constexpr auto gemm = [](auto& tl, F16 a, F16 b, F16 c) -> weft::Kernel<> {
  using Left = weft::Tensor<weft::f16, weft::Shape<16, 32>>;
  using Right = weft::Tensor<weft::f16, weft::Shape<32, 8>>;
  const std::size_t steps = (a.extent(1) + 31) / 32;
  for (std::size_t row = 0; row < c.extent(0); row += 16)
    for (std::size_t col = 0; col < c.extent(1); col += 8) {
      std::array<weft::Deferred<Left>, 2> left;
      std::array<weft::Deferred<Right>, 2> right;
      const auto load = [&](std::size_t k) {
        if (k == steps) return;
        left[k % 2] = tl.load(a.at(row, 32 * k), weft::shape<16, 32>);
        right[k % 2] = tl.load(b.at(32 * k, col), weft::shape<32, 8>);
      };
      load(0);
      auto sum = tl.zeros(f32, weft::shape<16, 8>);
      for (std::size_t k = 0; k < steps; ++k) {
        load(k + 1);
        sum = co_await tl.dot(left[k % 2], right[k % 2], sum);
      }
      co_await tl.store_async(c.at(row, col), sum);
    }
};

/// Rows of up to 64 numbers, 4 at a time; what is beyond the last column is -infinity, and so has no weight.
constexpr auto softmax = [](auto& tl, F32 x, F16 y) -> weft::Kernel<> {
  using weft::axis;
  for (std::size_t row = 0; row < x.extent(0); row += 4) {
    auto t = tl.load(x.at(row, 0), weft::shape<4, 64>, -infinity);
    auto top = co_await tl.max(t, axis<1>);
    auto centred = co_await tl.sub(t, top);
    auto weights = co_await tl.exp(centred);
    auto total = co_await tl.sum(weights, axis<1>);
    auto share = co_await tl.div(weights, total);
    co_await tl.store_async(y.at(row, 0), share);
  }
};

constexpr float epsilon = 1.0e-5F;

/// y = (x - mean) / sqrt(var + epsilon) * w (a layer norm), or without the mean (an RMS norm).
constexpr auto norm = [](auto& tl, F16 x, F32 w, F16 y, bool centre) -> weft::Kernel<> {
  using weft::axis;
  constexpr auto tile = weft::shape<4, 64>;
  const float n = static_cast<float>(x.extent(1));
  auto scale = tl.load(w, weft::shape<1, 64>);
  auto exists =
      co_await tl.lt(tl.iota(weft::shape<1, 64>, axis<1>), static_cast<std::int32_t>(x.extent(1)));
  for (std::size_t row = 0; row < x.extent(0); row += 4) {
    auto loaded = tl.load(x.at(row, 0), tile);
    auto t = co_await tl.cast(loaded, f32);
    if (centre) {
      auto sum = co_await tl.sum(t, axis<1>);
      auto mean = co_await tl.div(sum, n);
      t = co_await tl.sub(t, mean);
      t = co_await tl.where(exists, t, 0);
    }
    auto squares = co_await tl.mul(t, t);
    auto total = co_await tl.sum(squares, axis<1>);
    auto variance = co_await tl.div(total, n);
    auto raised = co_await tl.add(variance, epsilon);
    auto factor = co_await tl.rsqrt(raised);
    t = co_await tl.mul(t, factor);
    t = co_await tl.mul(t, scale);
    co_await tl.store_async(y.at(row, 0), t);
  }
};

/// Rotary embedding (Su et al., arXiv 2104.09864), the halves of a head of 32 as pairs; tables of cos and sin by position.
constexpr auto rotary = [](auto& tl, F16 x, F32 cosines, F32 sines, F16 y) -> weft::Kernel<> {
  constexpr auto half = weft::shape<4, 16>;
  for (std::size_t row = 0; row < x.extent(0); row += 4) {
    auto loaded = tl.load(x.at(row, 0), weft::shape<4, 32>);
    auto c = tl.load(cosines.at(row, 0), half);
    auto s = tl.load(sines.at(row, 0), half);
    auto t = co_await tl.cast(loaded, f32);
    auto a = tl.slice(t, half, 0, 0);
    auto b = tl.slice(t, half, 0, 16);
    auto ac = co_await tl.mul(a, c);
    auto bs = co_await tl.mul(b, s);
    auto first = co_await tl.sub(ac, bs);
    co_await tl.store_async(y.at(row, 0), first);
    auto bc = co_await tl.mul(b, c);
    auto as = co_await tl.mul(a, s);
    auto second = co_await tl.add(bc, as);
    co_await tl.store_async(y.at(row, 16), second);
  }
};

/// Per row the first place of the largest number, 64 columns at a time.
constexpr auto argmax = [](auto& tl, F32 x, I32 y) -> weft::Kernel<> {
  using weft::axis;
  constexpr auto tile = weft::shape<4, 64>;
  constexpr auto column = weft::shape<4, 1>;
  constexpr std::int32_t nowhere = std::numeric_limits<std::int32_t>::max();
  auto places = tl.iota(tile, axis<1>);
  for (std::size_t row = 0; row < x.extent(0); row += 4) {
    auto most = tl.full(f32, column, -infinity);
    auto where = tl.full(i32, column, 0);
    for (std::size_t col = 0; col < x.extent(1); col += 64) {
      auto loaded = tl.load(x.at(row, col), tile, -infinity);
      auto top = co_await tl.max(loaded, axis<1>);
      auto is_top = co_await tl.eq(loaded, top);
      auto candidates = co_await tl.where(is_top, places, nowhere);
      auto first = co_await tl.min(candidates, axis<1>);
      auto here = co_await tl.add(first, static_cast<std::int32_t>(col));
      auto better = co_await tl.gt(top, most);
      where = co_await tl.where(better, here, where);
      most = co_await tl.max(most, top);
    }
    co_await tl.store_async(y.at(row, 0), where);
  }
};

/// How often each of 0..15 occurs: a one-hot matrix, summed.
constexpr auto histogram = [](auto& tl, I32 x, I32 y) -> weft::Kernel<> {
  auto counts = tl.zeros(i32, weft::shape<16, 1>);
  auto bins = tl.iota(weft::shape<16, 1>);
  for (std::size_t col = 0; col < x.extent(1); col += 64) {
    auto values = tl.load(x.at(0, col), weft::shape<1, 64>, -1);
    auto hot = co_await tl.eq(bins, values);
    auto ones = co_await tl.cast(hot, i32);
    auto sum = co_await tl.sum(ones, weft::axis<1>);
    counts = co_await tl.add(counts, sum);
  }
  co_await tl.store(y, counts);
};

}  // namespace

TEST_CASE("value kernels: GEMM tiled over K") {
  struct Size {
    std::size_t m, n, k;
  };
  for (const auto& [m, n, k] :
       {Size{1, 1, 1}, {16, 8, 32}, {13, 9, 33}, {5, 31, 7}, {33, 17, 500}}) {
    CAPTURE(m, n, k);
    Lab lab;
    const auto [a, left] = lab.random(f16, m, k, 1);
    const auto [b, right] = lab.random(f16, k, n, 1);
    const F16 c = lab.sim.hbm().tensor(f16, m, n);
    lab.run(gemm, a, b, c);
    const Numbers got = lab.sim.values().read(c);
    Worst worst;
    for (std::size_t i = 0; i != m; ++i)
      for (std::size_t j = 0; j != n; ++j) {
        double exact = 0;
        double magnitude = 0;
        for (std::size_t l = 0; l != k; ++l) {
          const double product = at(left, k, i, l) * at(right, n, l, j);
          exact += product;
          magnitude += std::abs(product);
        }
        // A product of two 11-bit numbers is exact in 24 bits; it then passes at most k additions, the first to the
        // zeros of C or of the fill included. Then one rounding to f16.
        worst.look(at(got, n, i, j), to_f16({exact, gamma_n(static_cast<double>(k)) * magnitude}));
      }
    CHECK(worst.share() <= 1);
    if (m == 33) CHECK(worst.share() > 0.2);
  }
}

TEST_CASE("value kernels: softmax") {
  for (const auto& [rows, cols] :
       {std::pair<std::size_t, std::size_t>{1, 1}, {4, 64}, {7, 17}, {21, 63}}) {
    CAPTURE(rows, cols);
    Lab lab;
    const auto [x, numbers] = lab.random(f32, rows, cols, 8);
    const F16 y = lab.sim.hbm().tensor(f16, rows, cols);
    lab.run(softmax, x, y);
    const Numbers got = lab.sim.values().read(y);
    Worst worst;
    for (std::size_t i = 0; i != rows; ++i) {
      // The plain loop, and beside it the kernel's ops with their errors. The columns that do not exist add zeros.
      double most = at(numbers, cols, i, 0);
      for (std::size_t j = 0; j != cols; ++j) most = std::max(most, at(numbers, cols, i, j));
      double total = 0;
      for (std::size_t j = 0; j != cols; ++j) total += std::exp(at(numbers, cols, i, j) - most);
      const auto weight = [&](std::size_t j) {
        return exp(Near{at(numbers, cols, i, j)} - Near{most});
      };
      const Near sum_of_weights = sum(cols, weight);
      CHECK(sum_of_weights.exact == total);
      for (std::size_t j = 0; j != cols; ++j) {
        Near share = weight(j) / sum_of_weights;
        share.exact = std::exp(at(numbers, cols, i, j) - most) / total;
        worst.look(at(got, cols, i, j), to_f16(share));
      }
    }
    CHECK(worst.share() <= 1);
    if (rows == 21) CHECK(worst.share() > 0.2);
  }
}

TEST_CASE("value kernels: layer norm and RMS norm") {
  for (const bool centre : {true, false})
    for (const auto& [rows, cols] :
         {std::pair<std::size_t, std::size_t>{1, 1}, {4, 64}, {6, 7}, {13, 63}}) {
      CAPTURE(centre, rows, cols);
      Lab lab;
      const auto [x, numbers] = lab.random(f16, rows, cols, 3);
      const auto [w, weights] = lab.random(f32, 1, cols, 2);
      const F16 y = lab.sim.hbm().tensor(f16, rows, cols);
      lab.run(norm, x, w, y, centre);
      const Numbers got = lab.sim.values().read(y);
      const Near n{static_cast<double>(cols)};
      Worst worst;
      for (std::size_t i = 0; i != rows; ++i) {
        double mean = 0;
        for (std::size_t j = 0; centre && j != cols; ++j) mean += at(numbers, cols, i, j);
        mean /= n.exact;
        double variance = 0;
        for (std::size_t j = 0; j != cols; ++j)
          variance += std::pow(at(numbers, cols, i, j) - mean, 2) / n.exact;
        // The kernel's ops with their errors; without a centre the first subtraction is not there.
        const auto in = [&](std::size_t j) { return Near{at(numbers, cols, i, j)}; };
        const Near middle = sum(cols, in) / n;
        const auto centred = [&](std::size_t j) { return centre ? in(j)-middle : in(j); };
        const Near squares = sum(cols, [&](std::size_t j) { return centred(j) * centred(j); });
        const Near factor = rsqrt(squares / n + Near{static_cast<double>(epsilon)});
        for (std::size_t j = 0; j != cols; ++j) {
          Near wanted = centred(j) * factor * Near{at(weights, cols, 0, j)};
          wanted.exact = (at(numbers, cols, i, j) - mean) /
                         std::sqrt(variance + static_cast<double>(epsilon)) *
                         at(weights, cols, 0, j);
          worst.look(at(got, cols, i, j), to_f16(wanted));
        }
      }
      CHECK(worst.share() <= 1);
      if (rows == 13) CHECK(worst.share() > 0.2);
    }
}

TEST_CASE("value kernels: rotary embedding") {
  for (const std::size_t rows : {1U, 4U, 5U, 30U}) {
    CAPTURE(rows);
    Lab lab;
    const auto [x, numbers] = lab.random(f16, rows, 32, 4);
    const F32 cosines = lab.sim.hbm().tensor(f32, rows, 16),
              sines = lab.sim.hbm().tensor(f32, rows, 16);
    Numbers c, s;
    for (std::size_t row = 0; row != rows; ++row)
      for (std::size_t pair = 0; pair != 16; ++pair) {
        const double angle =
            static_cast<double>(row) * std::pow(10'000.0, -static_cast<double>(pair) / 16);
        c.push_back(static_cast<float>(std::cos(angle)));
        s.push_back(static_cast<float>(std::sin(angle)));
      }
    lab.sim.values().write(cosines, c);
    lab.sim.values().write(sines, s);
    const F16 y = lab.sim.hbm().tensor(f16, rows, 32);
    lab.run(rotary, x, cosines, sines, y);
    const Numbers got = lab.sim.values().read(y);
    Worst worst;
    for (std::size_t i = 0; i != rows; ++i)
      for (std::size_t j = 0; j != 16; ++j) {
        const double angle =
            static_cast<double>(i) * std::pow(10'000.0, -static_cast<double>(j) / 16);
        const double a = at(numbers, 32, i, j), b = at(numbers, 32, i, j + 16);
        // The tables are cos and sin to one rounding in f32; two products and a sum follow.
        const Near cosine = rounded(std::cos(angle), 0), sine = rounded(std::sin(angle), 0);
        Near first = Near{a} * cosine - Near{b} * sine;
        Near second = Near{b} * cosine + Near{a} * sine;
        first.exact = a * std::cos(angle) - b * std::sin(angle);
        second.exact = b * std::cos(angle) + a * std::sin(angle);
        worst.look(at(got, 32, i, j), to_f16(first));
        worst.look(at(got, 32, i, j + 16), to_f16(second));
      }
    CHECK(worst.share() <= 1);
    if (rows == 30) CHECK(worst.share() > 0.2);
  }
}

TEST_CASE("value kernels: argmax takes the first of equals, exactly") {
  for (const auto& [rows, cols] :
       {std::pair<std::size_t, std::size_t>{1, 1}, {4, 64}, {3, 65}, {9, 200}}) {
    CAPTURE(rows, cols);
    Lab lab;
    const F32 x = lab.sim.hbm().tensor(f32, rows, cols);
    Numbers numbers(rows * cols);
    for (float& number : numbers) number = std::floor(lab.random(10));  // many are equal
    lab.sim.values().write(x, numbers);
    const I32 y = lab.sim.hbm().tensor(i32, rows, 1);
    lab.run(argmax, x, y);
    const Numbers got = lab.sim.values().read(y);
    for (std::size_t i = 0; i != rows; ++i) {
      std::size_t best = 0;
      for (std::size_t j = 0; j != cols; ++j)
        if (at(numbers, cols, i, j) > at(numbers, cols, i, best)) best = j;
      CHECK(got[i] == static_cast<float>(best));
    }
  }
}

TEST_CASE("value kernels: a histogram counts exactly") {
  for (const std::size_t cols : {1U, 64U, 100U, 1000U}) {
    CAPTURE(cols);
    Lab lab;
    const I32 x = lab.sim.hbm().tensor(i32, 1, cols);
    Numbers numbers(cols), wanted(16);
    for (float& number : numbers) {
      number = std::floor(lab.random(10)) + 8;  // some are in no bin
      if (number >= 0 && number < 16) ++wanted[static_cast<std::size_t>(number)];
    }
    lab.sim.values().write(x, numbers);
    const I32 y = lab.sim.hbm().tensor(i32, 16, 1);
    lab.run(histogram, x, y);
    CHECK(lab.sim.values().read(y) == wanted);
  }
}
