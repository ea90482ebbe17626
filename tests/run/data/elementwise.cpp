// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/data/elementwise.hpp>

#include "support/catch.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

namespace elementwise_test {

struct square_plus {
  static constexpr std::string_view name = "square_plus";
  static constexpr std::size_t arity = 2;
  static float value(float x, float y) { return x * x + y; }
};

}  // namespace elementwise_test

namespace {

using elementwise_test::square_plus;
namespace fn = weft::fn;
namespace eval = weft::eval;
using weft::ConstTileView;
using weft::TileView;

/// A tile that owns its elements.
template <class D>
struct Tile {
  std::ptrdiff_t rows;
  std::ptrdiff_t cols;
  std::vector<std::byte> bytes =
      std::vector<std::byte>(static_cast<std::size_t>(rows * cols) * D::bytes);

  Tile(std::ptrdiff_t row_count, std::ptrdiff_t col_count) : rows(row_count), cols(col_count) {}
  Tile(std::ptrdiff_t row_count, std::ptrdiff_t col_count, std::vector<float> values)
      : Tile(row_count, col_count) {
    for (std::ptrdiff_t i = 0; i < rows * cols; ++i)
      view().set(i / cols, i % cols, values[static_cast<std::size_t>(i)]);
  }
  [[nodiscard]] TileView<D> view() { return {bytes.data(), rows, cols}; }
  [[nodiscard]] std::vector<float> values() {
    std::vector<float> result;
    for (std::ptrdiff_t i = 0; i < rows * cols; ++i)
      result.push_back(view().get(i / cols, i % cols));
    return result;
  }
};

using Values = std::vector<float>;
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float no_number = std::numeric_limits<float>::quiet_NaN();

template <class D>
std::uint32_t bits_at(Tile<D>& tile, std::ptrdiff_t row, std::ptrdiff_t col) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, tile.view().at(row, col), D::bytes);
  return bits;
}

}  // namespace

TEST_CASE("elementwise: tiles of one shape", "[data]") {
  Tile<weft::f32> x(2, 3, {1, 2, 3, 4, 5, 6});
  Tile<weft::f32> y(2, 3, {6, 5, 4, 3, 2, 1});
  Tile<weft::f32> out(2, 3);
  eval::elementwise<fn::add>(out.view(), x.view(), y.view());
  CHECK(out.values() == Values{7, 7, 7, 7, 7, 7});
  eval::elementwise<fn::sub>(out.view(), x.view(), y.view());
  CHECK(out.values() == Values{-5, -3, -1, 1, 3, 5});
  eval::elementwise<fn::max>(out.view(), x.view(), y.view());
  CHECK(out.values() == Values{6, 5, 4, 4, 5, 6});
  eval::elementwise<fn::neg>(out.view(), ConstTileView<weft::f32>(x.view()));
  CHECK(out.values() == Values{-1, -2, -3, -4, -5, -6});
  eval::elementwise<square_plus>(out.view(), x.view(), y.view());
  CHECK(out.values() == Values{7, 9, 13, 19, 27, 37});
}

TEST_CASE("elementwise: rows, columns and numbers broadcast", "[data]") {
  Tile<weft::f32> x(2, 3, {1, 2, 3, 4, 5, 6});
  Tile<weft::f32> row(1, 3, {10, 20, 30});
  Tile<weft::f32> column(2, 1, {100, 200});
  Tile<weft::f32> out(2, 3);
  eval::elementwise<fn::add>(out.view(), x.view(), row.view());
  CHECK(out.values() == Values{11, 22, 33, 14, 25, 36});
  eval::elementwise<fn::add>(out.view(), column.view(), x.view());
  CHECK(out.values() == Values{101, 102, 103, 204, 205, 206});
  eval::elementwise<fn::add>(out.view(), column.view(), row.view());
  CHECK(out.values() == Values{110, 120, 130, 210, 220, 230});
  const float half = 0.5F;
  eval::elementwise<fn::mul>(out.view(), x.view(), weft::scalar_view(half));
  CHECK(out.values() == Values{0.5F, 1, 1.5F, 2, 2.5F, 3});
  Tile<weft::f32> wrong(3, 1);
  CHECK_THROWS_SAYING(eval::elementwise<fn::add>(out.view(), x.view(), wrong.view()),
                      "a tile of 3x1 does not broadcast to 2x3");
}

TEST_CASE("elementwise: transposed views, and a result in place of an operand", "[data]") {
  Tile<weft::f32> x(2, 3, {1, 2, 3, 4, 5, 6});
  Tile<weft::f32> y(3, 2, {10, 20, 30, 40, 50, 60});
  eval::elementwise<fn::add>(x.view(), x.view(), y.view().transposed());
  CHECK(x.values() == Values{11, 32, 53, 24, 45, 66});
  Tile<weft::f32> out(3, 2);
  eval::elementwise<fn::abs>(out.view().transposed(), x.view());
  CHECK(out.values() == Values{11, 24, 32, 45, 53, 66});
}

TEST_CASE("elementwise: every element of tall, wide and long tiles", "[data]") {
  for (const auto& [rows, cols] : {std::pair<std::ptrdiff_t, std::ptrdiff_t>{1, 1},
                                   {1, 1000},
                                   {1000, 1},
                                   {300, 3},
                                   {3, 300},
                                   {17, 256},
                                   {17, 257}}) {
    Tile<weft::i32> x(rows, cols);
    Tile<weft::i32> out(rows, cols);
    for (std::ptrdiff_t i = 0; i < rows * cols; ++i)
      weft::store_element<weft::i32>(x.view().at(i / cols, i % cols), static_cast<std::int32_t>(i));
    eval::elementwise<fn::add>(out.view(), x.view(), x.view());
    int wrong = 0;
    for (std::ptrdiff_t i = 0; i < rows * cols; ++i)
      if (weft::load_element<weft::i32>(out.view().at(i / cols, i % cols)) != 2 * i) ++wrong;
    CHECK(wrong == 0);
  }
}

TEST_CASE("elementwise: computed in f32, rounded once to the dtype", "[data]") {
  Tile<weft::f16> x(1, 4, {2048, 0.1F, 65504, 60000});
  Tile<weft::f16> y(1, 4, {1, 0.2F, 65504, -60000});
  Tile<weft::f16> out(1, 4);
  eval::elementwise<fn::add>(out.view(), x.view(), y.view());
  // 2049 lies halfway and goes to the even 2048. f16 0.1 and 0.2 are 0x2E66 and 0x3266; 0x34CC and
  // half a step, to even.
  CHECK(out.view().get(0, 0) == 2048.0F);
  CHECK(bits_at(out, 0, 1) == 0x34CC);
  CHECK(out.view().get(0, 2) == infinity);
  CHECK(bits_at(out, 0, 3) == 0);
  Tile<weft::f32> wide(1, 4);
  eval::elementwise<fn::add>(wide.view(), x.view(), y.view());
  CHECK(wide.view().get(0, 0) == 2049.0F);
  Tile<weft::f8e4m3> small(1, 2, {448, 448});
  eval::elementwise<fn::add>(small.view(), small.view(), small.view());
  CHECK(bits_at(small, 0, 0) == 0x7F);
}

TEST_CASE("elementwise: a NaN is the positive quiet one, whatever made it", "[data]") {
  Tile<weft::f32> x(1, 3, {infinity, no_number, -1});
  Tile<weft::f32> out(1, 3);
  eval::elementwise<fn::sub>(out.view(), x.view(), x.view());
  CHECK(bits_at(out, 0, 0) == 0x7FC0'0000U);
  eval::elementwise<fn::neg>(out.view(), x.view());
  CHECK(bits_at(out, 0, 1) == 0x7FC0'0000U);
  eval::elementwise<fn::log>(out.view(), x.view());
  CHECK(bits_at(out, 0, 2) == 0x7FC0'0000U);
}

TEST_CASE("elementwise: whole numbers are exact, i32 wraps and i8 saturates", "[data]") {
  Tile<weft::i32> x(1, 3);
  const std::int32_t values[] = {2147483647, 16777217, -2147483647 - 1};
  for (int i = 0; i < 3; ++i) weft::store_element<weft::i32>(x.view().at(0, i), values[i]);
  Tile<weft::i32> one(1, 1, {1});
  Tile<weft::i32> out(1, 3);
  const auto at = [&](int col) { return weft::load_element<weft::i32>(out.view().at(0, col)); };
  eval::elementwise<fn::add>(out.view(), x.view(), one.view());
  CHECK(at(0) == -2147483647 - 1);
  CHECK(at(1) == 16777218);
  eval::elementwise<fn::mul>(out.view(), x.view(), x.view());
  CHECK(at(0) == 1);         // (2^31 - 1)^2 = 2^62 - 2^32 + 1
  CHECK(at(1) == 33554433);  // (2^24 + 1)^2 = 2^48 + 2^25 + 1
  CHECK(at(2) == 0);
  eval::elementwise<fn::abs>(out.view(), x.view());
  CHECK(at(2) == -2147483647 - 1);
  Tile<weft::i8> small(1, 3, {100, -100, 7});
  Tile<weft::i8> sums(1, 3);
  eval::elementwise<fn::add>(sums.view(), small.view(), small.view());
  CHECK(sums.values() == Values{127, -128, 14});
  Tile<weft::i8> two(1, 1, {2});
  eval::elementwise<fn::div>(sums.view(), small.view(), two.view());
  CHECK(sums.values() == Values{50, -50, 3});
  eval::elementwise<fn::exp>(sums.view(), two.view());  // in f32, then to the nearest
  CHECK(sums.values() == Values{7, 7, 7});
}

TEST_CASE("elementwise: comparisons give b8, which selects", "[data]") {
  Tile<weft::f16> x(1, 4, {1, 2, no_number, -infinity});
  Tile<weft::f16> y(1, 4, {2, 2, 2, 2});
  Tile<weft::b8> less(1, 4);
  eval::elementwise<fn::lt>(less.view(), x.view(), y.view());
  CHECK(less.values() == Values{1, 0, 0, 1});
  eval::elementwise<fn::ne>(less.view(), x.view(), y.view());
  CHECK(less.values() == Values{1, 0, 1, 1});
  Tile<weft::f16> out(1, 4);
  const float low = -infinity;
  eval::elementwise<fn::where>(out.view(), less.view(), y.view(), weft::scalar_view(low));
  CHECK(out.values() == Values{2, -infinity, 2, 2});
  // Whole numbers beyond 2^24 are told apart, and selected unchanged.
  Tile<weft::i32> a(1, 1);
  Tile<weft::i32> b(1, 1);
  weft::store_element<weft::i32>(a.view().at(0, 0), 16777216);
  weft::store_element<weft::i32>(b.view().at(0, 0), 16777217);
  Tile<weft::b8> flag(1, 1);
  eval::elementwise<fn::lt>(flag.view(), a.view(), b.view());
  CHECK(flag.values() == Values{1});
  Tile<weft::i32> chosen(1, 1);
  eval::elementwise<fn::where>(chosen.view(), flag.view(), b.view(), a.view());
  CHECK(weft::load_element<weft::i32>(chosen.view().at(0, 0)) == 16777217);
}

TEST_CASE("elementwise: cast, fill and iota", "[data]") {
  Tile<weft::f32> x(1, 4, {1.5F, -2.5F, 300, no_number});
  Tile<weft::i8> narrow(1, 4);
  eval::cast(narrow.view(), x.view());
  CHECK(narrow.values() == Values{2, -2, 127, 0});
  Tile<weft::i32> big(1, 1);
  weft::store_element<weft::i32>(big.view().at(0, 0), (1 << 30) + (1 << 22) + 1);
  Tile<weft::bf16> brain(1, 1);
  eval::cast(brain.view(), big.view());
  CHECK(brain.values() == Values{1082130432.0F});
  Tile<weft::f16> column(3, 1, {1, 2, 3});
  Tile<weft::f32> spread(3, 2);
  eval::cast(spread.view(), column.view());
  CHECK(spread.values() == Values{1, 1, 2, 2, 3, 3});
  eval::cast(spread.view().transposed(), ConstTileView<weft::f16>(column.view().transposed()));
  CHECK(spread.values() == Values{1, 1, 2, 2, 3, 3});

  Tile<weft::f8e5m2> filled(2, 2);
  eval::fill(filled.view(), -std::numeric_limits<double>::infinity());
  CHECK(filled.values() == Values{-infinity, -infinity, -infinity, -infinity});
  Tile<weft::i32> counted(2, 3);
  eval::iota(counted.view(), 1, 10);
  CHECK(counted.values() == Values{10, 11, 12, 10, 11, 12});
  eval::iota(counted.view(), 0, -1);
  CHECK(counted.values() == Values{-1, -1, -1, 0, 0, 0});
}
