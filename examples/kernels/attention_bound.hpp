// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace attention {

/// One row of attention in f64, and how far a kernel with an online softmax may be from it.
struct Row {
  std::vector<double> exact;
  std::vector<double> bound;
};

/// softmax(q K^T / sqrt(dim)) V for one query over `keys` keys, by the plain loop. `q(d)`, `k(j, d)` and `v(j, d)` are the
/// f16 numbers that the kernel reads.
///
/// The bound is on |computed - exact|, from the roundings that the kernel makes, with u = 2^-24 (f32), h = 2^-11 (f16) and
/// gamma(n) = n u / (1 - n u) for n roundings in f32 in a row; N is the number of keys in whole tiles, T of tiles, each plus
/// `merges`, the merges of partials that a key's weight passes:
///
/// - A score is a sum of dim products, exact in f32, times 1/sqrt(dim), itself within 3 u: it is within
///   sigma = gamma(dim + 4) sum|q k| / sqrt(dim), the largest over all keys.
/// - The weight of key j is exp(s_j - m) at the end. It was made in T + 1 steps at most (its own exp, then the factors by
///   which later maxima shrink it), whose exponents have one sign and add up to s_j - m. Each difference is within u of
///   itself, each exp and each product within u: relative to exp(s_j - m) it is within
///   e = exp(2 sigma + u (r + 2 sigma)) (1 + u)^(2T + 2) - 1, with r the range of the scores.
/// - A merge is such a step too: the weight shrinks by exp(m_a - m), and is added to what the other partial has.
/// - In l it passes at most N additions. In O = sum w v it is rounded to f16 first, by h of itself or 2^-25, and passes as
///   many. The largest weight is 1 when it is made, so l is at least 1 - b:
///     b = (1 + e)(1 + gamma(N)) - 1     of l
///     a = (1 + e)(1 + h)(1 + gamma(N)) - 1     of sum w |v|, and N 2^-25 max|v| (1 + a) on top.
/// - One division, one rounding to f16 (by h, or 2^-25).
template <class Q, class K, class V>
Row attend(std::size_t dim, std::size_t keys, std::size_t tile, Q q, K k, V v,
           std::size_t merges = 0) {
  constexpr double u = 0x1p-24, h = 0x1p-11, least = 0x1p-25;
  const auto gamma_n = [](double n) { return n * u / (1 - n * u); };
  const double root = std::sqrt(static_cast<double>(dim));

  std::vector<double> scores(keys);
  double sigma = 0;
  for (std::size_t j = 0; j != keys; ++j) {
    double magnitude = 0;
    for (std::size_t d = 0; d != dim; ++d) {
      const double product = q(d) * k(j, d);
      scores[j] += product;
      magnitude += std::abs(product);
    }
    scores[j] /= root;
    sigma = std::max(sigma, gamma_n(static_cast<double>(dim + 4)) * magnitude / root);
  }
  const auto [lowest, highest] = std::minmax_element(scores.begin(), scores.end());
  const double m = *highest;
  const double range = m - *lowest;
  const std::size_t whole = (keys + tile - 1) / tile;
  const double tiles = static_cast<double>(whole + merges);
  const double n = static_cast<double>(whole * tile + merges);
  const double e =
      std::expm1(2 * sigma + u * (range + 2 * sigma) + (2 * tiles + 2) * std::log1p(u));
  const double b = (1 + e) * (1 + gamma_n(n)) - 1;
  const double a = (1 + e) * (1 + h) * (1 + gamma_n(n)) - 1;

  double l = 0;
  std::vector<double> sums(dim), magnitudes(dim), largest(dim);
  for (std::size_t j = 0; j != keys; ++j) {
    const double weight = std::exp(scores[j] - m);
    l += weight;
    for (std::size_t d = 0; d != dim; ++d) {
      const double value = v(j, d);
      sums[d] += weight * value;
      magnitudes[d] += weight * std::abs(value);
      largest[d] = std::max(largest[d], std::abs(value));
    }
  }
  Row row;
  for (std::size_t d = 0; d != dim; ++d) {
    const double exact = sums[d] / l;
    double bound = (magnitudes[d] * a + n * least * largest[d] * (1 + a)) / (l * (1 - b)) +
                   std::abs(exact) * b / (1 - b);
    bound += u * (std::abs(exact) + bound);
    bound += h * (std::abs(exact) + bound) + least;
    row.exact.push_back(exact);
    row.bound.push_back(bound * (1 + 0x1p-20));  // f64 rounds too, by 2^-29 of the above
  }
  return row;
}

}  // namespace attention
