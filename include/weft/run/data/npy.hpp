// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/data/npy_header.hpp>
#include <weft/run/data/raw_file.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace weft {

/// A tensor from a file: its extents, and its elements in row-major order as a memory holds them.
struct NpyArray {
  std::vector<std::uint64_t> shape;
  std::vector<std::byte> bytes;
};

/// Reads a .npy file (version 1.0 or 2.0, little-endian, C order) of dtype D; for what stands for
/// which dtype see `npy_descr`. A file that cannot be read, is no .npy file, is too short or too
/// long, or holds another dtype throws `Error` with the file's name.
template <IsDType D>
[[nodiscard]] NpyArray read_npy(const std::string& path) {
  InputFile file(path);
  const std::vector<std::byte> start =
      file.read(std::min<std::uint64_t>(file.bytes(), npy_prefix_limit));
  NpyHeader header = parse_npy_header(start, path);
  if (!npy_holds<D>(header.descr))
    fail(path, ": its elements are '", header.descr, "', which is not ", D::name, " ('",
         npy_descr<D>(), "')");
  if (header.fortran_order && header.shape.size() > 1)
    fail(path, ": it is in Fortran order; save it in C order (numpy.ascontiguousarray)");
  const std::uint64_t wanted = npy_data_bytes(header, D::bytes, path);
  const std::uint64_t held = file.bytes() - header.data_offset;
  if (wanted != held)
    fail(path, ": shape ", npy_shape(header.shape), " of ", D::name, " needs ", wanted,
         " bytes, it holds ", held);
  file.seek(header.data_offset);
  return {std::move(header.shape), file.read(wanted)};
}

/// The same for a file that must have these extents; others throw `Error`.
template <IsDType D>
[[nodiscard]] std::vector<std::byte> read_npy(const std::string& path,
                                              std::span<const std::uint64_t> shape) {
  NpyArray array = read_npy<D>(path);
  if (!std::ranges::equal(array.shape, shape))
    fail(path, ": its shape is ", npy_shape(array.shape), ", not ", npy_shape(shape));
  return std::move(array.bytes);
}

/// Writes a .npy file of version 1.0 with `bytes`, the elements of D in row-major order. A number
/// of bytes that is not that of the shape, or a file that cannot be written, throws `Error`.
template <IsDType D>
void write_npy(const std::string& path, std::span<const std::uint64_t> shape,
               std::span<const std::byte> bytes) {
  const NpyHeader header{std::string(npy_descr<D>()), false, {shape.begin(), shape.end()}, 0};
  if (const std::uint64_t wanted = npy_data_bytes(header, D::bytes, path); wanted != bytes.size())
    fail(path, ": shape ", npy_shape(shape), " of ", D::name, " needs ", wanted, " bytes, ",
         bytes.size(), " are given");
  const std::string start = npy_header_text(header);
  write_file(path, {std::as_bytes(std::span(start)), bytes});
}

}  // namespace weft
