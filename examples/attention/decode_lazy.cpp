// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include "decode.hpp"

namespace attention {

/// Loads hoisted two tiles ahead.
Outcome decode_lazy(const Model& model, std::size_t keys, std::size_t pes) {
  return with_group(model, [&]<std::size_t group>() {
    return decode(flash_decode<group, head_dim, 64>, model, keys, pes, std::size_t{2});
  });
}

}  // namespace attention
