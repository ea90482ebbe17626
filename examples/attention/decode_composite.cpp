// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include "decode.hpp"

namespace attention {

/// Blocks of 1,024 keys, or of 256 where a PE has no more: a block's softmax costs the same however many keys it has.
Outcome decode_composite(const Model& model, std::size_t keys, std::size_t pes) {
  return with_group(model, [&]<std::size_t group>() {
    if (keys_of(keys, 0, pes) <= 256)
      return decode(flash_decode_composite<group, head_dim, 256>, model, keys, pes);
    return decode(flash_decode_composite<group, head_dim, 1024>, model, keys, pes);
  });
}

}  // namespace attention
