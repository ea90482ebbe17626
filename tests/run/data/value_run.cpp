// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/data/value_run.hpp>

#include "support/catch.hpp"

#include <array>
#include <cstdint>
#include <vector>

using weft::TileView;

TEST_CASE("value_run: side by side, apart, and one repeated", "[data]") {
  std::array<std::int8_t, 6> elements{1, -2, 3, -4, 5, -6};
  auto* const data = reinterpret_cast<std::byte*>(elements.data());
  std::array<float, 3> values{};
  weft::eval::read_run(TileView<weft::i8>(data, 2, 3), 1, 0, 3, values.data());
  CHECK(values == std::array{-4.0F, 5.0F, -6.0F});
  weft::eval::read_run(TileView<weft::i8>(data, 2, 3).transposed(), 1, 0, 2, values.data());
  CHECK(values == std::array{-2.0F, 5.0F, -6.0F});
  weft::eval::read_run(TileView<weft::i8>(data, 1, 1).broadcast_to(1, 3), 0, 1, 2, values.data());
  CHECK(values == std::array{1.0F, 1.0F, -6.0F});
  std::array<std::int64_t, 2> whole{};
  weft::eval::read_run(TileView<weft::i8>(data, 2, 3), 0, 1, 2, whole.data());
  CHECK(whole == std::array<std::int64_t, 2>{-2, 3});
}

TEST_CASE("value_run: writing rounds, wraps into i32 and saturates into i8", "[data]") {
  std::vector<std::byte> bytes(64, std::byte{0x55});
  const std::array<float, 2> values{1.5F, 1000.0F};
  const TileView<weft::i8> narrow(bytes.data(), 1, 2, 0, 3);
  weft::eval::write_run(narrow, 0, 0, 2, values.data());
  CHECK(narrow.get(0, 0) == 2.0F);
  CHECK(narrow.get(0, 1) == 127.0F);
  CHECK(bytes[1] == std::byte{0x55});
  CHECK(bytes[2] == std::byte{0x55});
  const std::array<std::int64_t, 3> whole{(std::int64_t{1} << 31), -(std::int64_t{1} << 31) - 1, 5};
  const TileView<weft::i32> wide(bytes.data(), 1, 3);
  weft::eval::write_run(wide, 0, 0, 3, whole.data());
  CHECK(weft::load_element<weft::i32>(wide.at(0, 0)) == -2147483647 - 1);
  CHECK(weft::load_element<weft::i32>(wide.at(0, 1)) == 2147483647);
  CHECK(weft::load_element<weft::i32>(wide.at(0, 2)) == 5);
  CHECK(weft::eval::rounded<weft::i8>(std::int64_t{-129}) == -128);
  CHECK(weft::eval::rounded<weft::b8>(std::int64_t{2}) == 1);
}
