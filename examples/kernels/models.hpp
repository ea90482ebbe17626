// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string_view>

namespace attention {

/// The attention of a public model, from its published configuration; the head dimension is 128 in all of them.
struct Model {
  std::string_view name;
  std::size_t q_heads;
  std::size_t kv_heads;
  constexpr std::size_t group() const { return q_heads / kv_heads; }
};

inline constexpr std::size_t head_dim = 128;
inline constexpr std::array models{
    Model{"llama-3-8b", 32, 8},  Model{"llama-3-70b", 64, 8},  Model{"llama-3.2-3b", 24, 8},
    Model{"mistral-7b", 32, 8},  Model{"qwen2.5-1.5b", 12, 2}, Model{"qwen2.5-7b", 28, 4},
    Model{"qwen2.5-14b", 40, 8}, Model{"qwen3-1.7b", 16, 8},   Model{"llama-2-7b", 32, 32}};

/// Calls `run` with the model's group, 1 to 8, as a constant: tiles have static shapes. Models of equal groups share their
/// kernels.
template <class Run>
auto with_group(const Model& model, Run run) {
  switch (model.group()) {
    case 1:
      return run.template operator()<1>();
    case 2:
      return run.template operator()<2>();
    case 3:
      return run.template operator()<3>();
    case 4:
      return run.template operator()<4>();
    case 5:
      return run.template operator()<5>();
    case 6:
      return run.template operator()<6>();
    case 7:
      return run.template operator()<7>();
    case 8:
      return run.template operator()<8>();
    default:
      throw std::logic_error("no kernel for this model's group");
  }
}

}  // namespace attention
