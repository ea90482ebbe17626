// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace decode_trace {

/// The attention of a public model. A kernel's tiles have static shapes, so models are compiled in.
struct Model {
  std::string_view name;
  std::size_t q_heads;
  std::size_t kv_heads;
  std::size_t head_dim;
  std::size_t layers;

  /// Query heads that share one KV head: the rows of a kernel's q tile.
  constexpr std::size_t group() const { return q_heads / kv_heads; }
};

/// Figures from the models' published configurations.
inline constexpr std::array models{
    Model{"llama-3-8b", 32, 8, 128, 32}, Model{"llama-3-70b", 64, 8, 128, 80},
    Model{"mistral-7b", 32, 8, 128, 32}, Model{"qwen2.5-7b", 28, 4, 128, 28},
    Model{"gemma-2-9b", 16, 8, 256, 42}, Model{"llama-2-7b", 32, 32, 128, 32},
};

/// The static part of a model's shape: models that agree in it share their kernels.
struct HeadShape {
  std::size_t group;
  std::size_t head_dim;
  bool operator==(const HeadShape&) const = default;
};

/// The head shapes of all models, each once.
inline constexpr std::array head_shapes{HeadShape{1, 128}, HeadShape{2, 256}, HeadShape{4, 128},
                                        HeadShape{7, 128}, HeadShape{8, 128}};

/// Whether `model`'s query heads divide evenly among its KV heads into a shape of the list above.
constexpr bool has_head_shape(const Model& model) {
  const HeadShape shape{model.group(), model.head_dim};
  return model.q_heads % model.kv_heads == 0 &&
         std::ranges::find(head_shapes, shape) != head_shapes.end();
}
static_assert(std::ranges::all_of(models, has_head_shape),
              "a model's head shape is missing from head_shapes");

}  // namespace decode_trace
