// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include "decode.hpp"

namespace attention {

Outcome decode_lazy(const Model& model, std::size_t keys, std::size_t pes) {
  return with_group(model, [&]<std::size_t group>() {
    return decode<group>(flash_decode_lazy<group, head_dim, 64>, model, keys, pes);
  });
}

}  // namespace attention
