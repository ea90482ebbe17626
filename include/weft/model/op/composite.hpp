// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <weft/model/op/issue_costs.hpp>
#include <weft/model/shape/shape.hpp>
#include <weft/model/tensor/fwd.hpp>

namespace weft {

/// How a composite GEMM is cut: B in tiles of K x N elements, read into `Depth` buffers ahead of
/// the multiplication. A tile extent of 0 is the block's own, at most 128.
template <std::size_t K, std::size_t N, std::size_t Depth>
struct GemmTiling {
  static_assert(Depth > 0, "composite: there must be at least one buffer");
  static constexpr std::size_t tile_k = K;
  static constexpr std::size_t tile_n = N;
  static constexpr std::size_t depth = Depth;
};

/// The number of tile buffers of a composite, passed as a value.
template <std::size_t N>
struct Depth {};
template <std::size_t N>
inline constexpr Depth<N> depth{};

/// The kind of composite: `tl.composite(weft::gemm, a, ...)` with tiles of at most 128x128 and two
/// buffers, or `weft::gemm(weft::shape<64, 128>, weft::depth<3>)`.
struct GemmKind : GemmTiling<0, 0, 2> {
  template <std::size_t K, std::size_t N>
  constexpr GemmTiling<K, N, 2> operator()(Shape<K, N>) const {
    return {};
  }
  template <std::size_t K, std::size_t N, std::size_t D>
  constexpr GemmTiling<K, N, D> operator()(Shape<K, N>, Depth<D>) const {
    return {};
  }
  template <std::size_t D>
  constexpr GemmTiling<0, 0, D> operator()(Depth<D>) const {
    return {};
  }
};
inline constexpr GemmKind gemm{};

namespace op {

/// The command itself: from issue to readiness of its MxN result.
template <class R>
struct Composite {
  using Result = R;
  static constexpr std::string_view name = "composite";
  static constexpr std::string_view kind = "sched/composite";
  static constexpr std::uint64_t flops = 0;
  static constexpr IssueCost IssueCosts::* issue = &IssueCosts::composite;
};

}  // namespace op
}  // namespace weft
