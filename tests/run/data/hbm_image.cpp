// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/data/hbm_image.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace {

std::vector<std::byte> counting(std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i % 251 + 1);
  return bytes;
}

bool all_are(const std::vector<std::byte>& bytes, int value) {
  return std::ranges::all_of(bytes,
                             [&](std::byte b) { return b == static_cast<std::byte>(value); });
}

constexpr std::uint64_t page = weft::HbmImage::page_bytes;
constexpr std::uint64_t gib = std::uint64_t{1} << 30;

}  // namespace

TEST_CASE("hbm_image: what was never written is 0 and costs nothing", "[data]") {
  weft::HbmImage image(64 * gib);
  std::vector<std::byte> bytes(3 * page, std::byte{7});
  image.read(17 * gib, bytes);
  CHECK(all_are(bytes, 0));
  image.read(0, bytes);
  image.read(64 * gib - 3 * page, bytes);
  CHECK(image.pages() == 0);
}

TEST_CASE("hbm_image: only touched pages take memory", "[data]") {
  weft::HbmImage image(64 * gib);
  const std::byte one{1};
  image.write(63 * gib + 5, {&one, 1});
  CHECK(image.pages() == 1);
  const auto bytes = counting(2 * page);
  image.write(page / 2, bytes);  // half a page, a page, half a page
  CHECK(image.pages() == 4);
  std::vector<std::byte> back(2 * page + 2);
  image.read(page / 2 - 1, back);
  CHECK(back.front() == std::byte{0});
  CHECK(back.back() == std::byte{0});
  CHECK(std::equal(bytes.begin(), bytes.end(), back.begin() + 1));
  image.write(0, {});
  image.write(9 * page, {});
  CHECK(image.pages() == 4);
}

TEST_CASE("hbm_image: a view moves its elements and no byte between them", "[data]") {
  weft::HbmImage image;
  std::vector<std::byte> ground(4096, std::byte{0xEE});
  const std::uint64_t base = 5 * page - 1000;  // across a page boundary
  image.write(base, ground);
  struct Case {
    weft::ByteView view;
    std::size_t pitch;
  };
  for (const auto& [view, pitch] : {Case{{base + 10, 6, 8, 300, 2, 2}, 16},  // solid rows
                                    Case{{base + 10, 6, 8, 300, 2, 2}, 40},  // into wider host rows
                                    Case{{base + 3, 5, 7, 500, 12, 4}, 28},  // every third element
                                    Case{{base + 1, 7, 5, 4, 500, 4}, 20},   // columns as rows
                                    Case{{base, 3, 1, 1000, 0, 1}, 1}}) {
    image.write(base, ground);
    const auto bytes = counting(view.rows * pitch);
    image.write(view, bytes.data(), pitch);
    std::vector<std::byte> memory(ground.size());
    image.read(base, memory);
    std::vector<std::byte> expected = ground;
    std::vector<std::byte> expected_back(bytes.size(), std::byte{0xAA});
    for (std::uint64_t row = 0; row < view.rows; ++row)
      for (std::uint64_t col = 0; col < view.cols; ++col)
        for (std::uint64_t i = 0; i < view.element_bytes; ++i) {
          const std::byte byte = bytes[row * pitch + col * view.element_bytes + i];
          expected[view.address - base + row * view.row_stride + col * view.col_stride + i] = byte;
          expected_back[row * pitch + col * view.element_bytes + i] = byte;
        }
    CHECK(memory == expected);
    std::vector<std::byte> back(bytes.size(), std::byte{0xAA});
    image.read(view, back.data(), pitch);
    CHECK(back == expected_back);  // what lies between the host rows keeps its fill
  }
}

TEST_CASE("hbm_image: nothing reaches beyond the capacity", "[data]") {
  weft::HbmImage image(1000);
  std::vector<std::byte> bytes(10);
  image.write(990, bytes);
  CHECK_THROWS_SAYING(image.write(991, bytes),
                      "HBM: bytes 991 to 1000 are outside the memory of 1000 bytes");
  CHECK_THROWS_SAYING(image.read(~std::uint64_t{0} - 3, bytes), "64 bits");
  CHECK_THROWS_SAYING(image.read(weft::ByteView{0, 11, 1, 100, 1, 1}, bytes.data(), 1),
                      "outside the memory");
  CHECK_THROWS_SAYING(
      image.write(weft::ByteView{0, 5, 1, std::uint64_t{1} << 63, 1, 1}, bytes.data(), 1),
      "64 bits");
  CHECK(image.pages() == 1);
  weft::HbmImage whole;
  whole.write(~std::uint64_t{0} - 10, bytes);
  whole.read(~std::uint64_t{0} - 10, bytes);
  CHECK(whole.pages() == 1);
}

TEST_CASE("hbm_image: an empty view moves nothing", "[data]") {
  weft::HbmImage image;
  image.write(weft::ByteView{0, 0, 4, 8, 2, 2}, nullptr, 8);
  image.write(weft::ByteView{0, 4, 0, 8, 2, 2}, nullptr, 8);
  image.read(weft::ByteView{0, 4, 0, 8, 2, 2}, nullptr, 8);
  CHECK(image.pages() == 0);
}
