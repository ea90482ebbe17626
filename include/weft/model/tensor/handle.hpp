// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstdint>
#include <limits>

namespace weft {

/// What all handles of one tile share: how many there are, and which use of the block this is.
/// The generation rises when the last handle goes, so that whoever merely borrowed the block can tell.
struct TensorBuffer {
  /// Added to `handles`, makes every handle that goes known, and not the last alone.
  static constexpr std::int32_t watched = std::numeric_limits<std::int32_t>::min();

  std::int32_t handles = 0;
  std::uint32_t generation = 0;
  void (*handle_gone)(TensorBuffer&) noexcept =
      nullptr;  ///< raises the generation if it was the last

  [[nodiscard]] bool held() const noexcept { return handles != 0 && handles != watched; }
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
  /// Takes the first reference to a fresh buffer, or one more.
  [[gnu::always_inline]] Handle(TensorBuffer& buffer, Layout layout) noexcept
      : self_(this), buffer_(&buffer), generation_(buffer.generation), layout_(layout) {
    ++buffer.handles;
  }
  /// Another reference to the buffer of `other`, seen through `layout`.
  Handle(const Handle& other, Layout layout) noexcept : Handle(other) { layout_ = layout; }
  [[gnu::always_inline]] Handle(const Handle& other) noexcept { share(other); }
  [[gnu::always_inline]] Handle(Handle&& other) noexcept { take(other); }
  [[gnu::always_inline]] Handle& operator=(const Handle& other) noexcept {
    if (this != &other) {
      const Handle keep(other);  // it may be the last but one reference to what we hold
      release();
      share(keep);
    }
    return *this;
  }
  [[gnu::always_inline]] Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      release();
      take(other);
    }
    return *this;
  }
  [[gnu::always_inline]] ~Handle() { release(); }

  /// True when the handle refers to nothing: default-constructed, moved from, or a copy of something already gone.
  [[nodiscard]] bool empty() const noexcept { return buffer_ == nullptr; }
  [[nodiscard]] TensorBuffer* buffer() const noexcept { return buffer_; }
  [[nodiscard]] std::uint32_t generation() const noexcept { return generation_; }
  [[nodiscard]] Layout layout() const noexcept { return layout_; }

 private:
  [[gnu::always_inline]] void copy(const Handle& other) noexcept {
    self_ = this;
    buffer_ = other.buffer_;
    generation_ = other.generation_;
    layout_ = other.layout_;
  }
  [[gnu::always_inline]] void share(const Handle& other) noexcept {
    if (other.self_ == &other) [[likely]] {
      copy(other);
      ++buffer_->handles;
    } else {
      share_twin(other);
    }
  }
  [[gnu::always_inline]] void take(Handle& other) noexcept {
    if (other.self_ == &other) [[likely]] {
      copy(other);
      other.self_ = nullptr;
      other.buffer_ = nullptr;
    } else {
      share_twin(other);
    }
  }
  /// `other` is empty, or a bitwise twin: then its tile may be gone.
  [[gnu::noinline]] void share_twin(const Handle& other) noexcept {
    self_ = nullptr;
    buffer_ = nullptr;
    if (other.buffer_ == nullptr || other.buffer_->generation != other.generation_) return;
    copy(other);
    ++buffer_->handles;
  }
  [[gnu::always_inline]] void release() noexcept {
    if (self_ == this && --buffer_->handles <= 0) buffer_->handle_gone(*buffer_);
  }

  const Handle* self_ = nullptr;  // this address exactly if the reference is counted
  TensorBuffer* buffer_ = nullptr;
  std::uint32_t generation_ = 0;
  Layout layout_{};
};

}  // namespace weft
