// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/error.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace weft {

/// A file opened for reading whose size is known. Everything that goes wrong throws `Error` with
/// the file's name.
class InputFile {
 public:
  explicit InputFile(std::string path) : path_(std::move(path)) {
    errno = 0;
    stream_.open(path_, std::ios::binary | std::ios::ate);
    if (!stream_)
      fail(path_, ": cannot open it: ", errno != 0 ? std::strerror(errno) : "unknown reason");
    const std::streamoff end = stream_.tellg();
    if (end < 0 || end == std::numeric_limits<std::streamoff>::max())
      fail(path_, ": it is not a file of known size");
    bytes_ = static_cast<std::uint64_t>(end);
    seek(0);
  }

  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

  void seek(std::uint64_t offset) { stream_.seekg(static_cast<std::streamoff>(offset)); }

  /// The next `count` bytes, all of them. `count` must be within the file, so that no file can make
  /// it allocate more than its own size.
  [[nodiscard]] std::vector<std::byte> read(std::uint64_t count) {
    if (count > bytes_) fail(path_, ": it has ", bytes_, " bytes, ", count, " are wanted");
    std::vector<std::byte> data(count);
    stream_.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(count));
    if (!stream_) fail(path_, ": cannot read ", count, " bytes of it, only ", stream_.gcount());
    return data;
  }

 private:
  std::string path_;
  std::ifstream stream_;
  std::uint64_t bytes_ = 0;
};

/// The bytes of a file that must be `bytes` long: a tensor without a header. Any other size throws
/// `Error`.
[[nodiscard]] inline std::vector<std::byte> read_raw(const std::string& path, std::uint64_t bytes) {
  InputFile file(path);
  if (file.bytes() != bytes)
    fail(path, ": it has ", file.bytes(), " bytes, ", bytes, " are needed");
  return file.read(bytes);
}

/// Replaces a file by the parts, one after the other. A file that cannot be written throws `Error`.
inline void write_file(const std::string& path,
                       std::initializer_list<std::span<const std::byte>> parts) {
  errno = 0;
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  for (const auto& part : parts)
    if (stream)
      stream.write(reinterpret_cast<const char*>(part.data()),
                   static_cast<std::streamsize>(part.size()));
  stream.close();
  if (!stream)
    fail(path, ": cannot write it: ", errno != 0 ? std::strerror(errno) : "unknown reason");
}

/// Replaces a file by the bytes of a tensor.
inline void write_raw(const std::string& path, std::span<const std::byte> bytes) {
  write_file(path, {bytes});
}

}  // namespace weft
