// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/data/dot.hpp>

#include "support/catch.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace {

namespace eval = weft::eval;
using weft::TileView;
using Values = std::vector<float>;

/// A tile that owns its elements, `shift` bytes from where the allocation starts.
template <class D>
struct Tile {
  std::ptrdiff_t rows;
  std::ptrdiff_t cols;
  std::size_t shift = 0;
  std::vector<std::byte> bytes =
      std::vector<std::byte>(static_cast<std::size_t>(rows * cols) * D::bytes + shift);

  [[nodiscard]] TileView<D> view() { return {bytes.data() + shift, rows, cols}; }
  [[nodiscard]] Values values() {
    Values result;
    for (std::ptrdiff_t i = 0; i < rows * cols; ++i)
      result.push_back(view().get(i / cols, i % cols));
    return result;
  }
};

template <class D>
Tile<D> tile(std::ptrdiff_t rows, std::ptrdiff_t cols, const Values& values,
             std::size_t shift = 0) {
  Tile<D> result{rows, cols, shift};
  for (std::ptrdiff_t i = 0; i < rows * cols; ++i)
    result.view().set(i / cols, i % cols, values[static_cast<std::size_t>(i)]);
  return result;
}

/// Numbers between -1 and 1, the same everywhere.
Values scattered(std::ptrdiff_t count, std::uint64_t seed) {
  Values values;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    values.push_back(static_cast<float>(static_cast<std::int64_t>(seed >> 40) - (1 << 23)) /
                     (1 << 23));
  }
  return values;
}

/// Every result against a sum in double, within the bound of summing K products in f32 and rounding
/// once to Out.
template <class D, class Out>
void check_against_double(std::ptrdiff_t m, std::ptrdiff_t n, std::ptrdiff_t k,
                          double half_step_of_out) {
  auto a = tile<D>(m, k, scattered(m * k, 1));
  auto b = tile<D>(n, k, scattered(n * k, 2));
  auto acc = tile<weft::f32>(m, n, scattered(m * n, 3));
  Tile<Out> plain{m, n};
  Tile<Out> accumulated{m, n};
  eval::dot(plain.view(), a.view(), b.view().transposed());
  eval::dot(accumulated.view(), a.view(), b.view().transposed(), acc.view());
  int wrong = 0;
  const double f32_half_step = 0x1p-24;
  for (std::ptrdiff_t row = 0; row < m; ++row)
    for (std::ptrdiff_t col = 0; col < n; ++col) {
      double sum = 0;
      double size = 0;
      for (std::ptrdiff_t i = 0; i < k; ++i) {
        const double product =
            static_cast<double>(a.view().get(row, i)) * static_cast<double>(b.view().get(col, i));
        sum += product;
        size += std::fabs(product);
      }
      const double start = static_cast<double>(acc.view().get(row, col));
      const auto within = [&](float got, double exact, double all) {
        // k products and k sums, each off by at most half a step of what has been summed up
        const double summed = 1.01 * static_cast<double>(k + 1) * f32_half_step * all;
        return std::fabs(static_cast<double>(got) - exact) <=
               summed + half_step_of_out * (std::fabs(exact) + summed);
      };
      if (!within(plain.view().get(row, col), sum, size)) ++wrong;
      if (!within(accumulated.view().get(row, col), sum + start, size + std::fabs(start))) ++wrong;
    }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("dot: a product worked out by hand", "[data]") {
  auto a = tile<weft::f16>(2, 3, {1, 2, 3, 4, 5, 6});
  auto b = tile<weft::f16>(3, 2, {1, 0, 0, 1, 2, -1});
  Tile<weft::f16> out{2, 2};
  eval::dot(out.view(), a.view(), b.view());
  CHECK(out.values() == Values{7, -1, 16, -1});
  auto acc = tile<weft::f32>(2, 2, {10, 20, 30, 40});
  eval::dot(out.view(), a.view(), b.view(), acc.view());
  CHECK(out.values() == Values{17, 19, 46, 39});
  eval::dot(out.view(), a.view(), b.view(), out.view());  // the accumulator is the result
  CHECK(out.values() == Values{24, 18, 62, 38});
  Tile<weft::f32> square{3, 3};
  eval::dot(square.view(), a.view().transposed(), a.view());
  CHECK(square.values() == Values{17, 22, 27, 22, 29, 36, 27, 36, 45});
}

TEST_CASE("dot: accumulates in f32 and rounds once", "[data]") {
  // In f16 2048 + 1 would be 2048, eight times over.
  Values row(9, 1);
  row[0] = 2048;
  auto a = tile<weft::f16>(1, 9, row);
  auto b = tile<weft::f16>(9, 1, Values(9, 1));
  Tile<weft::f16> out{1, 1};
  eval::dot(out.view(), a.view(), b.view());
  CHECK(out.values() == Values{2056});
  auto big = tile<weft::f16>(1, 2, {60000, 60000});
  auto ones = tile<weft::f16>(2, 1, {1, -1});
  eval::dot(out.view(), big.view(), ones.view());
  CHECK(out.values() == Values{0});
  auto twos = tile<weft::f16>(2, 1, {1, 1});
  eval::dot(out.view(), big.view(), twos.view());
  CHECK(out.values() == Values{std::numeric_limits<float>::infinity()});
  Tile<weft::f32> wide{1, 1};
  eval::dot(wide.view(), big.view(), twos.view());
  CHECK(wide.values() == Values{120000});
}

TEST_CASE("dot: against sums in double, over shapes and dtypes", "[data]") {
  check_against_double<weft::f32, weft::f32>(1, 1, 1, 0x1p-24);
  check_against_double<weft::f32, weft::f32>(7, 5, 300, 0x1p-24);
  check_against_double<weft::f16, weft::f16>(1, 64, 128, 0x1p-11);
  check_against_double<weft::f16, weft::f32>(33, 17, 65, 0x1p-24);
  check_against_double<weft::bf16, weft::bf16>(16, 48, 96, 0x1p-8);
  check_against_double<weft::f8e4m3, weft::f32>(13, 11, 70, 0x1p-24);
  check_against_double<weft::f8e5m2, weft::bf16>(40, 1, 257, 0x1p-8);
}

TEST_CASE("dot: i8 sums in i32", "[data]") {
  auto a = tile<weft::i8>(1, 4, {-128, 127, 3, -1});
  auto b = tile<weft::i8>(4, 2, {-128, 127, 127, 127, 2, 0, 5, -128});
  Tile<weft::i32> out{1, 2};
  eval::dot(out.view(), a.view(), b.view());
  CHECK(weft::load_element<weft::i32>(out.view().at(0, 0)) == 16384 + 16129 + 6 - 5);
  CHECK(weft::load_element<weft::i32>(out.view().at(0, 1)) == -16256 + 16129 + 0 + 128);
  Tile<weft::i32> acc{1, 2};
  weft::store_element<weft::i32>(acc.view().at(0, 0), 2147483647);
  weft::store_element<weft::i32>(acc.view().at(0, 1), 16777217);
  eval::dot(out.view(), a.view(), b.view(), acc.view());
  CHECK(weft::load_element<weft::i32>(out.view().at(0, 0)) == -2147483647 - 1 + 32513);  // wraps
  CHECK(weft::load_element<weft::i32>(out.view().at(0, 1)) == 16777218);                 // exact
  Tile<weft::i8> narrow{1, 2};
  eval::dot(narrow.view(), a.view(), b.view());
  CHECK(narrow.values() == Values{127, 1});
}

TEST_CASE("dot: NaN and infinity pass through", "[data]") {
  const float infinity = std::numeric_limits<float>::infinity();
  auto a = tile<weft::f16>(1, 2, {infinity, 1});
  auto b = tile<weft::f16>(2, 3, {0, 1, -1, 1, std::numeric_limits<float>::quiet_NaN(), 1});
  Tile<weft::f16> out{1, 3};
  eval::dot(out.view(), a.view(), b.view());
  CHECK(std::isnan(out.view().get(0, 0)));
  CHECK(std::isnan(out.view().get(0, 1)));
  CHECK(out.view().get(0, 2) == -infinity);
}

TEST_CASE("dot: equal operands give equal bits wherever they lie", "[data]") {
  for (const auto& [m, n, k] : {std::array<std::ptrdiff_t, 3>{1, 64, 300},
                                {64, 1, 300},
                                {5, 7, 9},
                                {31, 33, 129},
                                {1, 1, 1000},
                                {3, 2, 2}}) {
    std::vector<std::byte> first;
    for (const std::size_t shift : {0U, 1U, 2U, 4U, 8U, 12U, 16U, 31U}) {
      auto a = tile<weft::f32>(m, k, scattered(m * k, 5), shift);
      auto b = tile<weft::f32>(k, n, scattered(k * n, 6), 31 - shift);
      Tile<weft::f32> out{m, n, shift};
      eval::dot(out.view(), a.view(), b.view());
      const std::vector<std::byte> bits(out.bytes.begin() + static_cast<std::ptrdiff_t>(shift),
                                        out.bytes.end());
      if (first.empty()) first = bits;
      CHECK(bits == first);
    }
  }
}

TEST_CASE("dot: shapes that do not fit are refused", "[data]") {
  auto a = tile<weft::f32>(2, 3, Values(6, 1));
  auto b = tile<weft::f32>(2, 3, Values(6, 1));
  Tile<weft::f32> out{2, 3};
  CHECK_THROWS_SAYING(eval::dot(out.view(), a.view(), b.view()),
                      "dot: a tile of 2x3 cannot hold 2x3 times 2x3");
  Tile<weft::f32> square{2, 2};
  CHECK_THROWS_SAYING(eval::dot(out.view(), a.view(), b.view().transposed()), "dot: ");
  CHECK_THROWS_SAYING(eval::dot(square.view(), a.view(), b.view().transposed(), out.view()),
                      "dot: ");
}
