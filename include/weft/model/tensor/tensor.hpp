// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/shape/dtype.hpp>
#include <weft/model/shape/shape.hpp>
#include <weft/model/tensor/handle.hpp>

namespace weft {

/// The layout of a whole tile of shape S, row by row.
template <class S>
inline constexpr Layout dense{0, static_cast<std::int32_t>(S::cols), 1};

/// A tile of static shape, resident in a PE's scratch memory; a counted handle, cheap to copy.
/// `D` is the element type, `S` the `Shape<rows, cols>`. Its bytes are free again when the last handle goes.
template <class D, class S>
class Tensor : public Handle {
 public:
  using dtype = D;
  using shape = S;
  using tensor = Tensor;  ///< what an op sees of this handle
  static constexpr std::uint64_t bytes = S::elements * D::bytes;

  Tensor() noexcept = default;  ///< empty: using it in an op is an error
  explicit Tensor(const Handle& handle) noexcept : Handle(handle) {}
  explicit Tensor(Handle&& handle) noexcept : Handle(static_cast<Handle&&>(handle)) {}
  Tensor(const Handle& handle, Layout layout) noexcept : Handle(handle, layout) {}
  Tensor(TensorBuffer& fresh, Layout layout) noexcept : Handle(fresh, layout) {}
};

/// A view of a handle that has a name, so unlike a fresh load it fixes no order among the arguments of a call.
/// `H` is the Tensor or Deferred that it behaves as, and converts to.
template <class H>
class View : public H {
 public:
  using H::H;
  View() noexcept = default;
  View(const H& handle) noexcept : H(handle) {}               // NOLINT: a view converts freely
  View(H&& handle) noexcept : H(static_cast<H&&>(handle)) {}  // NOLINT
};

}  // namespace weft
