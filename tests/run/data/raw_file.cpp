// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/data/raw_file.hpp>

#include "support/catch.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace {

/// A path that is free at first and free again at the end.
struct TemporaryPath {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() /
      ("weft_raw_file_test_" + std::to_string(std::random_device{}()) + ".bin");
  TemporaryPath() { std::filesystem::remove(path); }
  ~TemporaryPath() { std::filesystem::remove(path); }
};

}  // namespace

TEST_CASE("raw_file: bytes there and back", "[data]") {
  const TemporaryPath file;
  const std::vector<std::byte> bytes{std::byte{0}, std::byte{10}, std::byte{13}, std::byte{26},
                                     std::byte{255}};
  weft::write_raw(file.path, bytes);
  CHECK(std::filesystem::file_size(file.path) == 5);
  CHECK(weft::read_raw(file.path, 5) == bytes);
  weft::write_raw(file.path, {});
  CHECK(weft::read_raw(file.path, 0).empty());
}

TEST_CASE("raw_file: parts stand one after the other", "[data]") {
  const TemporaryPath file;
  const std::array<std::byte, 2> one{std::byte{1}, std::byte{2}};
  const std::array<std::byte, 1> two{std::byte{3}};
  weft::write_file(file.path, {one, two});
  CHECK(weft::read_raw(file.path, 3) == std::vector{std::byte{1}, std::byte{2}, std::byte{3}});
}

TEST_CASE("raw_file: what is wrong is said with the file's name", "[data]") {
  const TemporaryPath file;
  const std::string name = file.path;
  CHECK_THROWS_SAYING(weft::read_raw(file.path, 3),
                      name + ": cannot open it: No such file or directory");
  weft::write_raw(file.path, std::vector<std::byte>(4));
  CHECK_THROWS_SAYING(weft::read_raw(file.path, 3), name + ": it has 4 bytes, 3 are needed");
  CHECK_THROWS_SAYING(weft::read_raw(file.path, 5), name + ": it has 4 bytes, 5 are needed");
  CHECK_THROWS_SAYING(weft::read_raw(file.path.parent_path(), 5), file.path.parent_path().string());
  CHECK_THROWS_SAYING(weft::write_raw(file.path / "below", {}),
                      "below: cannot write it: Not a directory");
  weft::InputFile input(file.path);
  CHECK_THROWS_SAYING(input.read(~std::uint64_t{0}),
                      name + ": it has 4 bytes, 18446744073709551615 are wanted");
  input.seek(2);
  CHECK_THROWS_SAYING(input.read(3), name + ": cannot read 3 bytes of it, only 2");
}
