// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

/// Bounds on what rounding can do, from the element types alone (Higham, Accuracy and Stability of Numerical Algorithms,
/// 2nd ed., chapters 2 to 4). They hold for sums in any order, with or without fused multiply-add.
namespace weft_test {

inline constexpr double unit_f32 = 0x1p-24;  ///< unit roundoff: nearest even, 24 bits
inline constexpr double unit_f16 = 0x1p-11;  ///< 11 bits
inline constexpr double least_f32 =
    0x1p-150;  ///< half of the smallest subnormal: the error of a result near 0
inline constexpr double least_f16 = 0x1p-25;

/// n roundings in f32 in a row change a number by a factor within 1 +- gamma_n(n).
inline double gamma_n(double n) { return n * unit_f32 / (1 - n * unit_f32); }

/// The reference is a plain loop in f64: what it rounds away is at most 2^-29 of what f32 may, term by term.
inline constexpr double f64_too = 1 + 0x1p-20;

/// A number as exact arithmetic has it, and how far the computed one may be from it. Every function here stands for one
/// op in f32: the error that comes in is passed on at its worst, and one rounding is added.
struct Near {
  double exact = 0;
  double error = 0;
};

inline Near rounded(double exact, double error) {
  return {exact, error + unit_f32 * (std::abs(exact) + error) + least_f32};
}
inline Near operator+(Near a, Near b) { return rounded(a.exact + b.exact, a.error + b.error); }
inline Near operator-(Near a, Near b) { return rounded(a.exact - b.exact, a.error + b.error); }
inline Near operator*(Near a, Near b) {
  return rounded(a.exact * b.exact,
                 std::abs(a.exact) * b.error + std::abs(b.exact) * a.error + a.error * b.error);
}
inline Near operator/(Near a, Near b) {
  const double ratio = a.exact / b.exact;
  return rounded(ratio, (a.error + std::abs(ratio) * b.error) / (std::abs(b.exact) - b.error));
}
inline Near exp(Near x) {
  return rounded(std::exp(x.exact), std::exp(x.exact) * std::expm1(x.error));
}
/// 1 / sqrt(x) falls, and falls ever slower: its error is largest at the lower end.
inline Near rsqrt(Near x) {
  const double exact = 1 / std::sqrt(x.exact);
  return rounded(exact, 1 / std::sqrt(x.exact - x.error) - exact);
}
/// n numbers `term(0)`, ... summed in any order: each passes at most n - 1 additions.
template <class Term>
Near sum(std::size_t n, Term term) {
  Near total;
  double magnitude = 0;
  for (std::size_t i = 0; i != n; ++i) {
    const Near x = term(i);
    total.exact += x.exact;
    total.error += x.error;
    magnitude += std::abs(x.exact) + x.error;
  }
  total.error += gamma_n(static_cast<double>(n - 1)) * magnitude;
  return total;
}
template <class Term>
Near max(std::size_t n, Term term) {
  Near most = term(0);
  for (std::size_t i = 1; i != n; ++i) {
    const Near x = term(i);
    most = {std::max(most.exact, x.exact), std::max(most.error, x.error)};
  }
  return most;
}
/// Stored as f16.
inline Near to_f16(Near x) {
  return {x.exact, x.error + unit_f16 * (std::abs(x.exact) + x.error) + least_f16};
}

/// How much of its bound the largest error takes, over all results looked at.
class Worst {
 public:
  void look(double computed, const Near& wanted) {
    const double share = std::abs(computed - wanted.exact) / (wanted.error * f64_too);
    share_ = std::isnan(share) ? 1e9 : std::max(share_, share);
  }
  [[nodiscard]] double share() const noexcept { return share_; }

 private:
  double share_ = 0;
};

}  // namespace weft_test
