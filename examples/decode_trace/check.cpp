// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include "check.hpp"

#include <cstddef>
#include <utility>

#include "check_step.hpp"

namespace decode_trace {

void check_request(Checked& checked, const Model& model, std::uint32_t keys) {
  const HeadShape wanted{model.group(), model.head_dim};
  const auto offer = [&]<std::size_t h>() {
    if (head_shapes[h] == wanted)
      check_step<head_shapes[h], checked_tile>(checked, model.kv_heads, keys);
  };
  [&]<std::size_t... h>(std::index_sequence<h...>) {
    (offer.template operator()<h>(), ...);
  }(std::make_index_sequence<head_shapes.size()>());
}

}  // namespace decode_trace
