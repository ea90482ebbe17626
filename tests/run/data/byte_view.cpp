// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/data/byte_view.hpp>

#include <weft/model/tensor/hbm_tensor.hpp>

#include "support/catch.hpp"

#include <cstdint>
#include <set>

namespace {

using weft::ByteRange;
using weft::ByteView;
using weft::first_common;
using weft::overlap;

std::set<std::uint64_t> bytes_of(const ByteView& view) {
  std::set<std::uint64_t> bytes;
  for (std::uint64_t row = 0; row < view.rows; ++row)
    for (std::uint64_t col = 0; col < view.cols; ++col)
      for (std::uint64_t i = 0; i < view.element_bytes; ++i)
        bytes.insert(view.address + row * view.row_stride + col * view.col_stride + i);
  return bytes;
}

/// A small generator of its own, so that the cases are the same everywhere.
struct Random {
  std::uint64_t state;
  std::uint64_t below(std::uint64_t limit) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (state >> 33) % limit;
  }
};

}  // namespace

TEST_CASE("byte_view: bounds", "[data]") {
  CHECK(ByteView{100, 3, 4, 64, 2, 2}.bounds() == ByteRange{100, 236});  // 100 + 2*64 + 3*2 + 2
  CHECK(ByteView{100, 0, 4, 64, 2, 2}.bounds() == ByteRange{100, 100});
  CHECK(weft::solid_bytes(7, 5).bounds() == ByteRange{7, 12});
  CHECK_THROWS_SAYING((ByteView{1, 1U << 31, 1, std::uint64_t{1} << 40, 1, 1}.bounds()), "64 bits");
  CHECK_THROWS_SAYING((ByteView{~std::uint64_t{0}, 1, 1, 1, 1, 2}.bounds()), "64 bits");
}

TEST_CASE("byte_view: the bytes of a tile are those that exist", "[data]") {
  const weft::HbmTensor<weft::f16> tensor(4096, 0, {10, 100});
  const ByteView inside = weft::bytes_of_tile(tensor.at(2, 64), 8, 32);
  CHECK(inside.address == 4096 + (2 * 100 + 64) * 2);
  CHECK(inside.rows == 8);
  CHECK(inside.cols == 32);
  CHECK(inside.row_stride == 200);
  CHECK(inside.col_stride == 2);
  const ByteView edge = weft::bytes_of_tile(tensor.at(8, 90), 8, 32);
  CHECK(edge.rows == 2);
  CHECK(edge.cols == 10);
  CHECK(edge.bounds().end == 4096 + 2000);
}

TEST_CASE("byte_view: views that interleave do not overlap", "[data]") {
  const ByteView left{0, 16, 8, 64, 2, 2};  // columns 0..7 of a matrix 32 columns wide
  CHECK_FALSE(overlap(left, ByteView{16, 16, 8, 64, 2, 2}));
  CHECK(overlap(left, ByteView{14, 16, 8, 64, 2, 2}));
  CHECK(overlap(left, ByteView{15, 16, 8, 64, 2, 2}));
  const ByteView even{0, 8, 1, 128, 2, 64};
  CHECK_FALSE(overlap(even, ByteView{64, 8, 1, 128, 2, 64}));
  CHECK(overlap(even, ByteView{63, 8, 1, 128, 2, 64}));
  const ByteView even_columns{0, 4, 4, 64, 8, 4};
  CHECK_FALSE(overlap(even_columns, ByteView{4, 4, 4, 64, 8, 4}));
  CHECK_FALSE(
      overlap(even_columns, ByteView{4, 4, 4, 8, 64, 4}));  // the same, as a transposed view
  CHECK(overlap(even_columns, ByteView{4, 4, 4, 64, 8, 5}));
  CHECK_FALSE(overlap(weft::solid_bytes(0, 64), weft::solid_bytes(64, 64)));
  CHECK_FALSE(overlap(weft::solid_bytes(0, 0), weft::solid_bytes(0, 64)));
  CHECK_FALSE(overlap(ByteView{0, 3, 0, 64, 2, 2}, weft::solid_bytes(0, 64)));
  CHECK_FALSE(overlap(ByteView{0, 2, 2, 100, 10, 1}, weft::solid_bytes(11, 89)));  // in the gap
}

TEST_CASE("byte_view: overlap is that of the sets of bytes", "[data]") {
  Random random{2026};
  int wrong = 0;
  int overlapping = 0;
  int strange = 0;
  const auto draw = [&] {
    return ByteView{
        random.below(70), random.below(6) + 1, random.below(6) + (random.below(20) != 0 ? 1 : 0),
        random.below(60), random.below(14),    random.below(6)};
  };
  for (int i = 0; i < 20'000; ++i) {
    const ByteView a = draw();
    ByteView b = draw();
    if (i % 3 == 0)
      b.row_stride = a.row_stride, b.col_stride = a.col_stride;  // tiles of one tensor
    if (i % 3 == 1) b.row_stride = a.col_stride, b.col_stride = a.row_stride;
    const auto mine = bytes_of(a);
    const auto theirs = bytes_of(b);
    bool meet = false;
    for (const std::uint64_t byte : mine) meet |= theirs.contains(byte);
    if (overlap(a, b) != meet || overlap(b, a) != meet) ++wrong;
    const auto common = first_common(a, b);
    if (common.has_value() != meet) ++strange;
    if (common) {
      ++overlapping;
      if (common->begin >= common->end) ++strange;
      for (std::uint64_t byte = common->begin; byte < common->end; ++byte)
        if (!mine.contains(byte) || !theirs.contains(byte)) ++strange;
    }
  }
  CHECK(wrong == 0);
  CHECK(strange == 0);
  CHECK(overlapping > 3'000);
  CHECK(overlapping < 17'000);
}

TEST_CASE("byte_view: the common bytes of two tiles", "[data]") {
  // Rows of 64 bytes: a has bytes 0..15 of rows 0..7, b has bytes 8..23 of rows 4..11.
  const auto common =
      first_common(ByteView{0, 8, 8, 64, 2, 2}, ByteView{4 * 64 + 8, 8, 8, 64, 2, 2});
  REQUIRE(common);
  CHECK(*common == ByteRange{4 * 64 + 8, 4 * 64 + 16});
  CHECK_FALSE(first_common(ByteView{0, 8, 8, 64, 2, 2}, ByteView{16, 8, 8, 64, 2, 2}));
  CHECK(*first_common(weft::solid_bytes(0, 100), weft::solid_bytes(90, 100)) == ByteRange{90, 100});
}

TEST_CASE("byte_view: far addresses and long strides do not overflow", "[data]") {
  const std::uint64_t far = ~std::uint64_t{0} - 1000;
  CHECK(overlap(weft::solid_bytes(far, 100), weft::solid_bytes(far + 99, 100)));
  CHECK_FALSE(overlap(weft::solid_bytes(far, 100), weft::solid_bytes(far + 100, 100)));
  const std::uint64_t step = std::uint64_t{1} << 61;
  const ByteView wide{0, 7, 8, step, 64, 64};
  CHECK_FALSE(overlap(wide, ByteView{512, 7, 1, step, 64, 64}));
  CHECK(overlap(wide, ByteView{6 * step + 511, 1, 1, 0, 0, 1}));
}
