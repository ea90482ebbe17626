// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/tensor/hbm_tensor.hpp>

#include "support/catch.hpp"

using namespace weft;

// Two sequences, four heads, 100 keys, 64 elements.
constexpr HbmTensor<f16> keys{1 << 20, 1, {2, 4, 100, 64}};

static_assert(keys.rank() == 4 && keys.extent(2) == 100 && keys.stride(3) == 1 &&
              keys.stride(0) == 4 * 100 * 64);
static_assert(keys.elements() == 51'200 && keys.bytes() == Bytes{102'400} && keys.home() == 1);
static_assert(keys[1].rank() == 3 && keys[1].address() == (1 << 20) + 51'200);
static_assert(keys[1][2] == HbmTensor<f16>{(1 << 20) + (4 + 2) * 6400 * 2, 1, {100, 64}});
static_assert(keys.at(1, 2, 64, 8) == keys[1][2].at(64, 8));
static_assert(keys[0].at(3, 64, 8) == keys[0][3].at(64, 8));
static_assert(keys.at(1, 2, 64, 8).row == 64 && keys.at(1, 2, 64, 8).rows == 100 &&
              keys.at(1, 2, 64, 8).row_stride == 64);
static_assert(HbmPosition<f16>(keys[1][2]) == keys.at(1, 2, 0, 0));

// Rank 1 is one row.
constexpr HbmTensor<f32> bias{0, 0, {10}};
static_assert(bias.at(3).rows == 1 && bias.at(3).cols == 10 && bias.at(3).origin() == 12);
static_assert(HbmPosition<f32>(bias) == bias.at(0));
static_assert(keys[0][0][5].at(6).origin() == keys.at(0, 0, 5, 6).origin());

TEST_CASE("an HBM tensor is a plain copyable value of any integers") {
  CHECK(std::is_trivially_copyable_v<HbmTensor<f16>>);
  const int rows = 8;
  const unsigned long cols = 128;
  const HbmTensor<f16> q{0, 0, {rows, cols}};
  CHECK(q.at(static_cast<short>(7), 127U).origin() == (7 * 128 + 127) * 2);
  CHECK(HbmTensor<f16>{}.elements() == 0);
}

TEST_CASE("a bad shape is refused in a sentence") {
  using T = HbmTensor<f16>;
  CHECK_THROWS_SAYING((T{0, 0, {}}), "rank 0 is not between 1 and 4");
  CHECK_THROWS_SAYING((T{0, 0, {1, 2, 3, 4, 5}}), "rank 5 is not between 1 and 4");
  CHECK_THROWS_SAYING((T{0, 0, {4, -2}}), "extent 1 is -2, it must be at least 1");
  CHECK_THROWS_SAYING((T{0, 0, {0, 2}}), "extent 0 is 0, it must be at least 1");
  CHECK_THROWS_SAYING((T{0, 0, {UINT64_MAX, 1}}), "overflow");
  CHECK_THROWS_SAYING((T{0, 0, {std::uint64_t{1} << 32, std::uint64_t{1} << 32}}), "overflow");
  CHECK_THROWS_SAYING((T{UINT64_MAX, 0, {1}}), "overflow");
}

TEST_CASE("an index outside is refused in a sentence") {
  const HbmTensor<f16> q{0, 0, {8, 128}};
  CHECK_THROWS_SAYING(q.at(8, 0), "row 8 is outside its extent 8");
  CHECK_THROWS_SAYING(q.at(-1, 0), "row -1 is outside its extent 8");
  CHECK_THROWS_SAYING(q.at(7, 128), "column 128 is outside its extent 128");
  CHECK_THROWS_SAYING(q.at(0, UINT64_MAX), "column 18446744073709551615 is outside its extent 128");
  CHECK_THROWS_SAYING(keys[2], "leading index 2 is outside its extent 2");
  CHECK_THROWS_SAYING(keys.at(0, 4, 0, 0), "leading index 4 is outside its extent 4");
  CHECK_THROWS_SAYING(q.extent(2), "dimension 2 does not exist, this tensor has rank 2");
}

TEST_CASE("a wrong number of indices is refused in a sentence") {
  CHECK_THROWS_SAYING(keys.at(0, 0), "at() got 2 indices, this tensor has rank 4");
  CHECK_THROWS_SAYING(keys[0][0].at(0, 0, 0), "at() got 3 indices, this tensor has rank 2");
  CHECK_THROWS_SAYING(bias[0], "this tensor has rank 1");
  CHECK_THROWS_SAYING(HbmPosition<f16>(keys), "a tile needs a matrix, this tensor has rank 4");
  CHECK_THROWS_SAYING(HbmPosition<f16>(HbmTensor<f16>{}), "rank 0");
}
