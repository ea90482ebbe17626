// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/data/reduce.hpp>

#include "support/catch.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

namespace fn = weft::fn;
namespace eval = weft::eval;
using weft::TileView;
using Values = std::vector<float>;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float no_number = std::numeric_limits<float>::quiet_NaN();

template <class D>
std::vector<std::byte> bytes_of(const Values& values) {
  std::vector<std::byte> bytes(values.size() * D::bytes);
  for (std::size_t i = 0; i < values.size(); ++i)
    weft::store_element<D>(bytes.data() + i * D::bytes, weft::from_f32<D>(values[i]));
  return bytes;
}

/// F of a rows x cols tile along an axis, in the dtype of the tile.
template <class F, class D>
Values folded(std::ptrdiff_t rows, std::ptrdiff_t cols, const Values& values, int axis) {
  auto bytes = bytes_of<D>(values);
  const std::ptrdiff_t count = axis == 0 ? cols : rows;
  std::vector<std::byte> out(static_cast<std::size_t>(count) * D::bytes);
  eval::reduce<F>(axis == 0 ? TileView<D>(out.data(), 1, cols) : TileView<D>(out.data(), rows, 1),
                  TileView<D>(bytes.data(), rows, cols), axis);
  Values result;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
    result.push_back(weft::to_f32<D>(weft::load_element<D>(out.data() + i * D::bytes)));
  return result;
}

}  // namespace

TEST_CASE("reduce: sums and extremes along either axis", "[data]") {
  const Values x{1, -2, 3, 4, 5, -6};
  CHECK(folded<fn::sum, weft::f32>(2, 3, x, 0) == Values{5, 3, -3});
  CHECK(folded<fn::sum, weft::f32>(2, 3, x, 1) == Values{2, 3});
  CHECK(folded<fn::max, weft::f16>(2, 3, x, 0) == Values{4, 5, 3});
  CHECK(folded<fn::max, weft::f16>(2, 3, x, 1) == Values{3, 5});
  CHECK(folded<fn::min, weft::i8>(2, 3, x, 0) == Values{1, -2, -6});
  CHECK(folded<fn::min, weft::i8>(2, 3, x, 1) == Values{-2, -6});
  CHECK(folded<fn::sum, weft::f32>(1, 1, {7}, 1) == Values{7});
  CHECK(folded<fn::max, weft::f32>(1, 3, {-infinity, -infinity, -infinity}, 1) ==
        Values{-infinity});
}

TEST_CASE("reduce: in the order of the index, in f32, rounded once", "[data]") {
  // 2^24 swallows each 1 that is added to it, but not those added before.
  CHECK(folded<fn::sum, weft::f32>(1, 4, {16777216, 1, 1, 1}, 1) == Values{16777216});
  CHECK(folded<fn::sum, weft::f32>(1, 4, {1, 1, 1, 16777216}, 1) == Values{16777220});
  CHECK(folded<fn::sum, weft::f32>(4, 1, {1, 1, 1, 16777216}, 0) == Values{16777220});
  // In f16 each 2048 + 1 would be 2048.
  CHECK(folded<fn::sum, weft::f16>(1, 5, {2048, 1, 1, 1, 1}, 1) == Values{2052});
  Values many(1000);
  float expected = 0.1F;
  for (float& value : many) value = 0.1F;
  for (std::size_t i = 1; i < many.size(); ++i) expected += 0.1F;
  CHECK(folded<fn::sum, weft::f32>(1, 1000, many, 1) == Values{expected});
  CHECK(folded<fn::sum, weft::f32>(1000, 1, many, 0) == Values{expected});
}

TEST_CASE("reduce: whole numbers wrap into i32 and saturate into i8", "[data]") {
  CHECK(folded<fn::sum, weft::i8>(1, 3, {100, 100, -100}, 1) == Values{100});
  CHECK(folded<fn::sum, weft::i8>(1, 3, {100, 100, 100}, 1) == Values{127});
  std::vector<std::byte> bytes(3 * 4);
  for (std::size_t i = 0; i < 3; ++i)
    weft::store_element<weft::i32>(bytes.data() + 4 * i, 2147483647);
  std::vector<std::byte> out(4);
  eval::reduce<fn::sum>(TileView<weft::i32>(out.data(), 1, 1),
                        TileView<weft::i32>(bytes.data(), 1, 3), 1);
  CHECK(weft::load_element<weft::i32>(out.data()) == 2147483645);  // 3 (2^31 - 1) - 2^32
  weft::store_element<weft::i32>(bytes.data(), 16777217);
  weft::store_element<weft::i32>(bytes.data() + 4, 16777216);
  eval::reduce<fn::max>(TileView<weft::i32>(out.data(), 1, 1),
                        TileView<weft::i32>(bytes.data(), 1, 2), 1);
  CHECK(weft::load_element<weft::i32>(out.data()) == 16777217);
}

TEST_CASE("reduce: a NaN anywhere is the result", "[data]") {
  for (std::size_t at = 0; at < 3; ++at) {
    Values x{1, 2, 3};
    x[at] = no_number;
    CHECK(std::isnan(folded<fn::max, weft::f16>(1, 3, x, 1)[0]));
    CHECK(std::isnan(folded<fn::min, weft::f16>(3, 1, x, 0)[0]));
    CHECK(std::isnan(folded<fn::sum, weft::f32>(1, 3, x, 1)[0]));
  }
  CHECK(std::isnan(folded<fn::sum, weft::f32>(1, 2, {infinity, -infinity}, 1)[0]));
}

TEST_CASE("reduce: shapes that do not fit are refused", "[data]") {
  std::vector<std::byte> bytes(64);
  const TileView<weft::f32> x(bytes.data(), 2, 3);
  CHECK_THROWS_SAYING(eval::reduce<fn::sum>(TileView<weft::f32>(bytes.data(), 3, 1), x, 1),
                      "sum: a tile of 3x1 cannot hold 2x3 folded");
  CHECK_THROWS_SAYING(eval::reduce<fn::max>(TileView<weft::f32>(bytes.data(), 1, 2), x, 0),
                      "max: ");
  CHECK_THROWS_SAYING(eval::reduce<fn::max>(TileView<weft::f32>(bytes.data(), 2, 1),
                                            TileView<weft::f32>(bytes.data(), 2, 0), 1),
                      "max: ");
}
