// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <array>
#include <cstddef>
#include <new>

namespace weft {

/// Memory for coroutine frames: free lists by size class, one set per thread. Off under the address sanitizer, so that
/// it sees every use of a dead frame.
class FramePool {
 public:
  static void* allocate(std::size_t size) {
    if constexpr (enabled)
      if (Block*& head = list(size); size <= largest && head != nullptr) {
        Block* block = head;
        head = block->next;
        return block;
      }
    return ::operator new(enabled && size <= largest ? rounded(size) : size);
  }
  static void release(void* memory, std::size_t size) noexcept {
    if constexpr (enabled)
      if (size <= largest) {
        Block*& head = list(size);
        head = ::new (memory) Block{head};
        return;
      }
    ::operator delete(memory);
  }

 private:
#if defined(__SANITIZE_ADDRESS__)
  static constexpr bool enabled = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  static constexpr bool enabled = false;
#else
  static constexpr bool enabled = true;
#endif
#else
  static constexpr bool enabled = true;
#endif
  struct Block {
    Block* next;
  };
  static constexpr std::size_t step = 64;
  static constexpr std::size_t largest = 4096;
  static constexpr std::size_t rounded(std::size_t size) { return (size + step - 1) / step * step; }

  struct Lists {
    std::array<Block*, largest / step + 1> heads{};
    ~Lists() {
      for (Block* head : heads)
        while (head != nullptr) {
          Block* following = head->next;
          ::operator delete(head);
          head = following;
        }
    }
  };
  static Block*& list(std::size_t size) {
    thread_local Lists lists;
    return lists.heads[size <= largest ? (size + step - 1) / step : 0];
  }
};

}  // namespace weft
