// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/data/npy.hpp>

#include "support/catch.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace {

using Shape = std::vector<std::uint64_t>;

/// A path that is free at first and free again at the end.
struct TemporaryPath {
  std::filesystem::path path = std::filesystem::temp_directory_path() /
                               ("weft_npy_test_" + std::to_string(std::random_device{}()) + ".npy");
  TemporaryPath() { std::filesystem::remove(path); }
  ~TemporaryPath() { std::filesystem::remove(path); }
};

template <class T, std::size_t N>
std::vector<std::byte> bytes_of(const std::array<T, N>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

template <class D>
void check_there_and_back() {
  const TemporaryPath file;
  const Shape shape{2, 3, 5};
  std::vector<std::byte> bytes(30 * D::bytes);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 37 + 1);
  weft::write_npy<D>(file.path, shape, bytes);
  CHECK(std::filesystem::file_size(file.path) == 128 + bytes.size());
  const weft::NpyArray array = weft::read_npy<D>(file.path);
  CHECK(array.shape == shape);
  CHECK(array.bytes == bytes);
  CHECK(weft::read_npy<D>(file.path, shape) == bytes);
}

}  // namespace

TEST_CASE("npy: every dtype there and back", "[data]") {
  check_there_and_back<weft::f32>();
  check_there_and_back<weft::f16>();
  check_there_and_back<weft::bf16>();
  check_there_and_back<weft::f8e4m3>();
  check_there_and_back<weft::f8e5m2>();
  check_there_and_back<weft::i8>();
  check_there_and_back<weft::i32>();
  check_there_and_back<weft::b8>();
}

TEST_CASE("npy: the bytes are those of numpy", "[data]") {
  const TemporaryPath file;
  // numpy.save(path, numpy.array([[1.0, -2.0, 0.5]], numpy.float32)), numpy 1.24
  const std::string expected = std::string("\x93NUMPY\x01\x00v\x00", 10) +
                               "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }" +
                               std::string(58, ' ') + "\n" +
                               std::string("\x00\x00\x80\x3f\x00\x00\x00\xc0\x00\x00\x00\x3f", 12);
  const auto bytes = std::as_bytes(std::span(expected));
  weft::write_npy<weft::f32>(file.path, Shape{1, 3}, bytes_of(std::array{1.0F, -2.0F, 0.5F}));
  CHECK(weft::read_raw(file.path, expected.size()) ==
        std::vector<std::byte>(bytes.begin(), bytes.end()));
}

TEST_CASE("npy: scalars, empty tensors, and a header of version 2.0", "[data]") {
  const TemporaryPath file;
  weft::write_npy<weft::f32>(file.path, Shape{}, bytes_of(std::array{3.0F}));
  CHECK(weft::read_npy<weft::f32>(file.path).shape.empty());
  weft::write_npy<weft::f32>(file.path, Shape{0, 7}, {});
  CHECK(weft::read_npy<weft::f32>(file.path).shape == Shape{0, 7});
  const std::string second = std::string("\x93NUMPY\x02\x00\x40\x00\x00\x00", 12) +
                             "{'descr': '|u1', 'fortran_order': True, 'shape': (3,), }       \n" +
                             "\x01\x02\x03";
  weft::write_raw(file.path, std::as_bytes(std::span(second)));
  CHECK(weft::read_npy<weft::b8>(file.path).bytes ==
        std::vector{std::byte{1}, std::byte{2}, std::byte{3}});
}

TEST_CASE("npy: what is wrong is said with the file's name", "[data]") {
  const TemporaryPath file;
  const std::string name = file.path;
  CHECK_THROWS_SAYING(weft::read_npy<weft::f32>(file.path), name + ": cannot open it");
  weft::write_npy<weft::f32>(file.path, Shape{2, 3}, std::vector<std::byte>(24));
  CHECK_THROWS_SAYING(weft::read_npy<weft::f16>(file.path),
                      name + ": its elements are '<f4', which is not f16 ('<f2')");
  CHECK_THROWS_SAYING(weft::read_npy<weft::f32>(file.path, Shape{3, 2}),
                      name + ": its shape is (2, 3), not (3, 2)");
  CHECK_THROWS_SAYING(
      weft::write_npy<weft::f32>(file.path, Shape{2, 4}, std::vector<std::byte>(24)),
      name + ": shape (2, 4) of f32 needs 32 bytes, 24 are given");
  CHECK_THROWS_SAYING(weft::write_npy<weft::f32>(file.path, Shape{~std::uint64_t{0}, 4}, {}),
                      "64 bits");

  auto bytes = weft::read_raw(file.path, 128 + 24);
  std::filesystem::resize_file(file.path, 128 + 23);
  CHECK_THROWS_SAYING(weft::read_npy<weft::f32>(file.path),
                      name + ": shape (2, 3) of f32 needs 24 bytes, it holds 23");
  std::filesystem::resize_file(file.path, 128 + 25);
  CHECK_THROWS_SAYING(weft::read_npy<weft::f32>(file.path),
                      name + ": shape (2, 3) of f32 needs 24 bytes, it holds 25");
  std::filesystem::resize_file(file.path, 100);
  CHECK_THROWS_SAYING(weft::read_npy<weft::f32>(file.path),
                      name + ": its header of 118 bytes is cut off after 90");
  weft::write_raw(file.path, {});
  CHECK_THROWS_SAYING(weft::read_npy<weft::f32>(file.path), name + ": it is not a .npy file");

  const std::string order = std::string("\x93NUMPY\x01\x00\x40\x00", 10) +
                            "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }     \n" +
                            std::string(24, '\0');
  weft::write_raw(file.path, std::as_bytes(std::span(order)));
  CHECK_THROWS_SAYING(weft::read_npy<weft::f32>(file.path), name + ": it is in Fortran order");
}

TEST_CASE("npy: a shape far larger than the file allocates nothing", "[data]") {
  const TemporaryPath file;
  for (const std::string shape :
       {"(9223372036854775807,)", "(4294967296, 4294967296)", "(1000000000000,)"}) {
    std::string text = std::string("\x93NUMPY\x01\x00\x60\x00", 10) +
                       "{'descr': '|i1', 'fortran_order': False, 'shape': " + shape + ", }";
    text.resize(10 + 0x60, ' ');
    weft::write_raw(file.path, std::as_bytes(std::span(text)));
    CHECK_THROWS_AS(weft::read_npy<weft::i8>(file.path), weft::Error);
  }
}
