// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include <weft/model/engine/part.hpp>
#include <weft/model/engine/systolic.hpp>
#include <weft/model/op/work.hpp>
#include <weft/model/units/rates.hpp>

namespace weft {

/// Peak rates by element type of the operands; 0 means the engine's general peak.
struct PeakByDType {
  FlopRate f32{};
  FlopRate f16{};
  FlopRate bf16{};
  FlopRate f8e4m3{};
  FlopRate f8e5m2{};
  FlopRate i8{};
};

/// A GEMM engine: either a `peak` rate, which some element types may override, or a systolic array
/// of `rows` x `cols` multiply-adders with a dataflow and a clock. `startup` is spent once per
/// product.
struct GemmSpec {
  FlopRate peak{};
  PeakByDType peak_by_dtype{};
  std::uint32_t rows = 0;
  std::uint32_t cols = 0;
  Dataflow dataflow = Dataflow::output_stationary;
  Frequency clock{};
  Duration startup{};

  /// Whether it is a systolic array.
  [[nodiscard]] constexpr bool systolic() const { return rows != 0 || cols != 0; }
  /// Whether any peak is given.
  [[nodiscard]] constexpr bool has_peak() const {
    const PeakByDType& by = peak_by_dtype;
    return (peak.flops_per_second | by.f32.flops_per_second | by.f16.flops_per_second |
            by.bf16.flops_per_second | by.f8e4m3.flops_per_second | by.f8e5m2.flops_per_second |
            by.i8.flops_per_second) != 0;
  }
  /// The peak for operands of an element type.
  [[nodiscard]] constexpr FlopRate peak_of(DTypeId dtype) const {
    FlopRate rate{};
    switch (dtype) {
      case DTypeId::f32:
        rate = peak_by_dtype.f32;
        break;
      case DTypeId::f16:
        rate = peak_by_dtype.f16;
        break;
      case DTypeId::bf16:
        rate = peak_by_dtype.bf16;
        break;
      case DTypeId::f8e4m3:
        rate = peak_by_dtype.f8e4m3;
        break;
      case DTypeId::f8e5m2:
        rate = peak_by_dtype.f8e5m2;
        break;
      case DTypeId::i8:
        rate = peak_by_dtype.i8;
        break;
      case DTypeId::i32:
      case DTypeId::b8:
      case DTypeId::other:
        break;
    }
    return rate.flops_per_second != 0 ? rate : peak;
  }
};

/// The rules of a Gemm, one sentence each; a function, because a rule that fails in a class makes
/// clang distrust the class.
template <GemmSpec S>
constexpr bool check_gemm() {
  static_assert(S.has_peak() || S.systolic() || S.clock.hz > 0, "gemm: the peak must not be zero");
  static_assert(!(S.has_peak() && (S.systolic() || S.clock.hz > 0)),
                "gemm: give either a peak or a systolic array (rows, cols, clock), not both");
  static_assert(S.systolic() || !S.has_peak() || S.peak.flops_per_second > 0,
                "gemm: peaks by dtype need a general peak for the other dtypes");
  static_assert(S.has_peak() || !(S.systolic() || S.clock.hz > 0) || (S.rows > 0 && S.cols > 0),
                "gemm: a systolic array needs rows and cols");
  static_assert(S.has_peak() || !S.systolic() || S.clock.hz > 0,
                "gemm: the clock of a systolic array must not be zero");
  static_assert(S.startup.ps >= 0, "gemm: the startup time must not be negative");
  return true;
}

/// The GEMM engine of a PE: `dot`.
template <GemmSpec S>
struct Gemm {
  static_assert(check_gemm<S>());

  static constexpr PartKind part = PartKind::engine;
  static constexpr std::string_view name = "gemm";
  static constexpr GemmSpec spec = S;
  static constexpr Server servers[] = {{"gemm", 1}};

  template <class Work>
  static constexpr bool accepts = std::same_as<Work, GemmWork>;

  /// How long a product takes: startup + 2mnk / peak, or the systolic array's cycles at its clock.
  [[nodiscard]] static constexpr Duration service(GemmWork work) {
    if constexpr (S.systolic()) {
      return S.startup +
             cycles_time(systolic_cycles(S.dataflow, S.rows, S.cols, work.m, work.n, work.k),
                         S.clock);
    } else {
      const std::uint64_t flops =
          checked_mul(checked_mul(checked_mul(std::uint64_t{2}, work.m), work.n), work.k);
      return S.startup + compute_time(flops, S.peak_of(work.dtype));
    }
  }
};

}  // namespace weft
