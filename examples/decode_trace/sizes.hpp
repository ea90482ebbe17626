// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>

namespace decode_trace {

/// What the kernels are compiled for: keys in one tile of K or V or in one block of a composite, and how many tiles ahead a
/// load may be hoisted.
inline constexpr std::array<std::size_t, 2> tile_sizes{64, 128};
inline constexpr std::array<std::size_t, 2> block_sizes{256, 1024};
inline constexpr std::array<std::size_t, 4> hoist_depths{0, 1, 2, 3};

/// The same for prefill, with as many queries in a tile.
inline constexpr std::size_t prefill_tile = 64;
inline constexpr std::size_t prefill_block = 256;

}  // namespace decode_trace
