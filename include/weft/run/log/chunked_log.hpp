// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace weft {

/// Blocks of 256 KiB. Those given back are kept per thread and used again, so that a second run of the same size touches
/// no fresh memory; blocks given back while their thread ends are freed.
class LogBlocks {
 public:
  static constexpr std::size_t size = std::size_t{1} << 18;

  LogBlocks() = default;
  LogBlocks(LogBlocks&& other) noexcept { blocks_.swap(other.blocks_); }
  LogBlocks& operator=(LogBlocks&& other) noexcept {
    blocks_.swap(other.blocks_);
    return *this;
  }
  ~LogBlocks() {
    for (void* block : blocks_)
      if (ended())
        ::operator delete(block);
      else
        spare().push_back(block);
  }

  [[nodiscard]] std::size_t count() const noexcept { return blocks_.size(); }
  [[nodiscard]] void* operator[](std::size_t i) const noexcept { return blocks_[i]; }
  /// One more block; its bytes are whatever they were.
  void* add() {
    std::vector<void*>& kept = spare();
    if (kept.empty()) {
      blocks_.push_back(nullptr);
      return blocks_.back() = ::operator new(size);
    }
    blocks_.push_back(kept.back());
    kept.pop_back();
    return blocks_.back();
  }

 private:
  struct Spare {
    std::vector<void*> blocks;
    ~Spare() {
      for (void* block : blocks) ::operator delete(block);
      ended() = true;
    }
  };
  static std::vector<void*>& spare() {
    thread_local Spare kept;
    return kept.blocks;
  }
  /// True once this thread has freed what it kept.
  static bool& ended() noexcept {
    thread_local bool over = false;
    return over;
  }

  std::vector<void*> blocks_;
};

/// A growing array in `LogBlocks`, whose elements never move.
template <class T>
class ChunkedLog {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  ChunkedLog() = default;
  ChunkedLog(ChunkedLog&& other) noexcept
      : blocks_(std::move(other.blocks_)),
        size_(std::exchange(other.size_, 0)),
        next_(std::exchange(other.next_, nullptr)),
        end_(std::exchange(other.end_, nullptr)) {}
  ChunkedLog& operator=(ChunkedLog&& other) noexcept {
    blocks_ = std::move(other.blocks_);
    std::swap(size_, other.size_);
    std::swap(next_, other.next_);
    std::swap(end_, other.end_);
    return *this;
  }

  /// Inlined, so that a record is written where it will stand, not put together elsewhere first. Memory is fetched ahead.
  [[gnu::always_inline]] void push(const T& value) {
    if (next_ == end_) [[unlikely]]
      grow();
    constexpr std::uintptr_t ahead = 1024;
    constexpr int to_write = 1;
    __builtin_prefetch(
        reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(next_) + ahead), to_write);
    ::new (static_cast<void*>(next_++)) T(value);
    ++size_;
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept {
    return static_cast<const T*>(blocks_[i / chunk])[i % chunk];
  }
  [[nodiscard]] T& operator[](std::size_t i) noexcept {
    return static_cast<T*>(blocks_[i / chunk])[i % chunk];
  }

 private:
  static constexpr std::size_t chunk = LogBlocks::size / sizeof(T);

  [[gnu::noinline]] void grow() {
    next_ = static_cast<T*>(blocks_.add());
    end_ = next_ + chunk;
  }

  LogBlocks blocks_;
  std::size_t size_ = 0;
  T* next_ = nullptr;
  T* end_ = nullptr;
};

}  // namespace weft
