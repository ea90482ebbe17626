// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/tensor/handle.hpp>

#include "support/catch.hpp"

#include <array>
#include <cstring>
#include <utility>

namespace {

using weft::Handle;
using weft::Layout;

/// A buffer that counts how often its last handle went.
struct Buffer : weft::TensorBuffer {
  int ended = 0;
  Buffer() {
    handle_gone = [](weft::TensorBuffer& buffer) noexcept {
      if (buffer.held()) return;
      ++buffer.generation;
      ++static_cast<Buffer&>(buffer).ended;
    };
  }
};

}  // namespace

TEST_CASE("copies count, moves do not, and the last one tells") {
  Buffer buffer;
  {
    Handle first(buffer, Layout{0, 4, 1});
    CHECK(buffer.handles == 1);
    Handle copy = first;
    CHECK(buffer.handles == 2);
    Handle moved = std::move(copy);
    CHECK(buffer.handles == 2);
    CHECK(copy.empty());  // NOLINT: what a moved-from handle is
    CHECK(moved.buffer() == &buffer);
    CHECK(moved.layout().row_stride == 4);
    const Handle view(moved, Layout{2, 1, 4});
    CHECK(view.layout().offset == 2);
    CHECK(buffer.handles == 3);
    CHECK(buffer.ended == 0);
  }
  CHECK(buffer.handles == 0);
  CHECK(buffer.ended == 1);
  CHECK(buffer.generation == 1);
}

TEST_CASE("assignment gives up what was held, also to itself and round a ring") {
  Buffer one, two;
  Handle a(one, {});
  Handle b(two, {});
  a = *&a;
  CHECK(one.handles == 1);
  a = b;
  CHECK(one.ended == 1);
  CHECK(two.handles == 2);
  b = Handle();
  CHECK(two.handles == 1);
  CHECK(b.empty());
  std::array<Handle, 3> ring{a, Handle(), Handle()};
  std::swap(ring[0], ring[1]);
  CHECK(two.handles == 2);
  CHECK(ring[0].empty());
  CHECK(ring[1].buffer() == &two);
}

TEST_CASE(
    "a bitwise twin neither counts nor gives up, and a copy of it counts while the tile lives") {
  Buffer buffer;
  alignas(Handle) std::array<unsigned char, sizeof(Handle)> bytes{};
  {
    const Handle original(buffer, Layout{0, 8, 1});
    std::memcpy(bytes.data(), static_cast<const void*>(&original), sizeof(Handle));
    auto* twin = reinterpret_cast<Handle*>(bytes.data());  // as g++ 12 makes of a temporary
    {
      const Handle copy = *twin;
      CHECK(buffer.handles == 2);
      CHECK(copy.layout().row_stride == 8);
    }
    twin->~Handle();
    CHECK(buffer.handles == 1);
    CHECK(buffer.ended == 0);
    std::memcpy(bytes.data(), static_cast<const void*>(&original), sizeof(Handle));
  }
  CHECK(buffer.ended == 1);
  const Handle late = *reinterpret_cast<Handle*>(bytes.data());
  CHECK(late.empty());
  CHECK(buffer.handles == 0);
}
