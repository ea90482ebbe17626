// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

#include <weft/model/tensor/fwd.hpp>

namespace weft {

/// How many elements an operand has: those of a tile, or 1 for a plain number.
template <class T>
inline constexpr std::size_t element_count = 1;
template <class D, class S>
inline constexpr std::size_t element_count<Tensor<D, S>> = S::elements;

/// The largest element count among the operands and the result of an op on the math engine.
template <class... Ts>
inline constexpr std::size_t largest_element_count = [] {
  std::size_t largest = 1;
  ((largest = element_count<Ts> > largest ? element_count<Ts> : largest), ...);
  return largest;
}();

}  // namespace weft
