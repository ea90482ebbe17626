// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstdint>

namespace weft {

/// What all handles of one tile share: how many there are, and which use of the block this is.
/// The generation rises when the last handle goes, so that whoever merely borrowed the block can tell.
struct TensorBuffer {
  std::uint32_t handles = 0;
  std::uint32_t generation = 0;
  void (*last_handle_gone)(TensorBuffer&) noexcept = nullptr;
};

/// Where the elements of a view lie in its buffer, counted in elements. A stride of 0 broadcasts.
struct Layout {
  std::int32_t offset = 0;
  std::int32_t row_stride = 0;
  std::int32_t col_stride = 0;
};

/// A counted reference to a tile in scratch memory; the common base of `Tensor`, `Deferred` and `LoadFuture`.
/// It remembers its own address: a bitwise twin, which g++ 12 can make of a temporary inside `co_await`, neither counts
/// nor releases. Costs one increment per copy; never allocates.
class Handle {
 public:
  Handle() noexcept = default;
  /// Takes the first reference to a fresh buffer.
  Handle(TensorBuffer& buffer, Layout layout) noexcept
      : self_(this), buffer_(&buffer), generation_(buffer.generation), layout_(layout) {
    ++buffer.handles;
  }
  /// Another reference to the buffer of `other`, seen through `layout`.
  Handle(const Handle& other, Layout layout) noexcept : Handle(other) { layout_ = layout; }
  Handle(const Handle& other) noexcept { share(other); }
  Handle(Handle&& other) noexcept { take(other); }
  Handle& operator=(const Handle& other) noexcept {
    if (this != &other) {
      Handle keep(other);
      release();
      take(keep);
    }
    return *this;
  }
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      Handle keep(static_cast<Handle&&>(other));
      release();
      take(keep);
    }
    return *this;
  }
  ~Handle() { release(); }

  /// True when the handle refers to nothing: default-constructed, moved from, or a copy of something already gone.
  [[nodiscard]] bool empty() const noexcept { return buffer_ == nullptr; }
  [[nodiscard]] TensorBuffer* buffer() const noexcept { return buffer_; }
  [[nodiscard]] std::uint32_t generation() const noexcept { return generation_; }
  [[nodiscard]] Layout layout() const noexcept { return layout_; }

 private:
  [[nodiscard]] bool counted() const noexcept { return self_ == this && buffer_ != nullptr; }
  void share(const Handle& other) noexcept {
    if (other.buffer_ == nullptr || other.buffer_->generation != other.generation_) return;
    self_ = this;
    buffer_ = other.buffer_;
    generation_ = other.generation_;
    layout_ = other.layout_;
    ++buffer_->handles;
  }
  void take(Handle& other) noexcept {
    if (!other.counted()) return share(other);
    self_ = this;
    buffer_ = other.buffer_;
    generation_ = other.generation_;
    layout_ = other.layout_;
    other.buffer_ = nullptr;
  }
  void release() noexcept {
    if (counted() && --buffer_->handles == 0) {
      ++buffer_->generation;
      buffer_->last_handle_gone(*buffer_);
    }
    buffer_ = nullptr;
  }

  const Handle* self_ = nullptr;
  TensorBuffer* buffer_ = nullptr;
  std::uint32_t generation_ = 0;
  Layout layout_{};
};

}  // namespace weft
