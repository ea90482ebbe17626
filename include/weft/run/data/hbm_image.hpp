// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/error.hpp>
#include <weft/run/data/byte_view.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <unordered_map>

namespace weft {

/// The bytes of one memory by address. A page takes host memory when it is first written; bytes
/// never written read as 0 and cost nothing. Any access beyond the capacity throws `Error` before
/// it moves a byte.
class HbmImage {
 public:
  static constexpr std::uint64_t page_bytes = 16 * 1024;

  HbmImage() = default;
  explicit HbmImage(std::uint64_t capacity) : capacity_(capacity) {}

  /// Copies the bytes from `address` on.
  void read(std::uint64_t address, std::span<std::byte> out) const {
    check(solid_bytes(address, out.size()));
    Cursor cursor;
    read_piece(cursor, address, out.data(), out.size());
  }

  /// Replaces the bytes from `address` on.
  void write(std::uint64_t address, std::span<const std::byte> in) {
    check(solid_bytes(address, in.size()));
    Cursor cursor;
    write_piece(cursor, address, in.data(), in.size());
  }

  /// Copies the elements of a view to rows of `row_pitch` bytes at `out`, the elements of a row
  /// side by side. Nothing else at `out` changes: what a masked tile does not have keeps its fill.
  void read(const ByteView& view, std::byte* out, std::size_t row_pitch) const {
    check(view);
    Cursor cursor;
    each_piece(view, row_pitch, [&](std::uint64_t address, std::size_t at, std::size_t bytes) {
      read_piece(cursor, address, out + at, bytes);
    });
  }

  /// Replaces the elements of a view by those in rows of `row_pitch` bytes at `in`. No byte between
  /// them changes.
  void write(const ByteView& view, const std::byte* in, std::size_t row_pitch) {
    check(view);
    Cursor cursor;
    each_piece(view, row_pitch, [&](std::uint64_t address, std::size_t at, std::size_t bytes) {
      write_piece(cursor, address, in + at, bytes);
    });
  }

  /// Pages that take host memory.
  [[nodiscard]] std::size_t pages() const noexcept { return pages_.size(); }
  [[nodiscard]] std::uint64_t capacity() const noexcept { return capacity_; }

 private:
  using Page = std::array<std::byte, page_bytes>;

  /// The page used last: neighbours need no second look-up.
  struct Cursor {
    std::uint64_t index = std::numeric_limits<std::uint64_t>::max();
    Page* page = nullptr;
  };

  void check(const ByteView& view) const {
    const ByteRange bounds = view.bounds();
    if (bounds.end > capacity_)
      fail("HBM: bytes ", bounds.begin, " to ", bounds.end - 1, " are outside the memory of ",
           capacity_, " bytes");
  }

  /// Calls `move(address, offset at the host, bytes)` for each unbroken piece.
  template <class Move>
  static void each_piece(const ByteView& view, std::size_t row_pitch, Move move) {
    if (view.empty()) return;
    const std::size_t pieces = view.solid_rows() ? 1 : view.cols;
    const std::size_t bytes =
        view.solid_rows() ? view.cols * view.element_bytes : view.element_bytes;
    for (std::uint64_t row = 0; row < view.rows; ++row)
      for (std::size_t piece = 0; piece < pieces; ++piece)
        move(view.address + row * view.row_stride + piece * view.col_stride,
             row * row_pitch + piece * bytes, bytes);
  }

  void read_piece(Cursor& cursor, std::uint64_t address, std::byte* out, std::size_t bytes) const {
    while (bytes > 0) {
      const std::uint64_t index = address / page_bytes;
      const std::uint64_t offset = address % page_bytes;
      const std::size_t count = std::min<std::uint64_t>(bytes, page_bytes - offset);
      if (cursor.index != index) {
        const auto found = pages_.find(index);
        cursor = {index, found == pages_.end() ? nullptr : found->second.get()};
      }
      if (cursor.page != nullptr)
        std::memcpy(out, cursor.page->data() + offset, count);
      else
        std::memset(out, 0, count);
      address += count;
      out += count;
      bytes -= count;
    }
  }

  void write_piece(Cursor& cursor, std::uint64_t address, const std::byte* in, std::size_t bytes) {
    while (bytes > 0) {
      const std::uint64_t index = address / page_bytes;
      const std::uint64_t offset = address % page_bytes;
      const std::size_t count = std::min<std::uint64_t>(bytes, page_bytes - offset);
      if (cursor.index != index) {
        std::unique_ptr<Page>& page = pages_[index];
        if (page == nullptr) page = std::make_unique<Page>();
        cursor = {index, page.get()};
      }
      std::memcpy(cursor.page->data() + offset, in, count);
      address += count;
      in += count;
      bytes -= count;
    }
  }

  std::uint64_t capacity_ = std::numeric_limits<std::uint64_t>::max();
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
};

}  // namespace weft
