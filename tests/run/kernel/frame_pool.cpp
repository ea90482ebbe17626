// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/kernel/frame_pool.hpp>

#include <cstddef>
#include <cstring>
#include <set>
#include <utility>
#include <vector>

#include "support/catch.hpp"

TEST_CASE("frames do not overlap and hold as many bytes as asked") {
  std::vector<std::pair<void*, std::size_t>> frames;
  for (std::size_t size : {1U, 63U, 64U, 65U, 128U, 1000U, 4095U, 4096U, 4097U, 100000U})
    for (int i = 0; i != 3; ++i) {
      void* memory = weft::FramePool::allocate(size);
      std::memset(memory, static_cast<int>(frames.size()), size);
      frames.emplace_back(memory, size);
    }
  for (std::size_t i = 0; i != frames.size(); ++i) {
    const auto* bytes = static_cast<const unsigned char*>(frames[i].first);
    CHECK(bytes[0] == i);
    CHECK(bytes[frames[i].second - 1] == i);
  }
  for (const auto& [memory, size] : frames) weft::FramePool::release(memory, size);
}

TEST_CASE("released memory is used again, whatever the order") {
  for (int round = 0; round != 3; ++round) {
    std::vector<void*> frames;
    for (int i = 0; i != 100; ++i) frames.push_back(weft::FramePool::allocate(200));
    CHECK(std::set<void*>(frames.begin(), frames.end()).size() == 100);
    for (int i = 0; i != 100; i += 2) weft::FramePool::release(frames[static_cast<std::size_t>(i)], 200);
    for (int i = 1; i != 101; i += 2) weft::FramePool::release(frames[static_cast<std::size_t>(i)], 200);
  }
}
