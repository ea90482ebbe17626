// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/values.hpp>

#include "support/catch.hpp"
#include "support/machines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What ops compute where values are on, and the races they find. 4x8 tiles throughout; numbers are small integers, sums
// of which are exact, unless a test is about rounding.

using namespace weft::literals;

namespace {

constexpr weft::LinkSpec link{.bandwidth = 1_GBps, .slots = 2};
struct Pair : weft::Device<"pair", weft::Grid<1, 2, weft_test::NsPe, weft::Mesh<link>>> {};
using Sim = weft::Simulation<Pair, weft::Values>;
using F32 = weft::HbmTensor<weft::f32>;
using F16 = weft::HbmTensor<weft::f16>;
using I32 = weft::HbmTensor<weft::i32>;
using Numbers = std::vector<float>;

constexpr auto f32 = weft::dtype<weft::f32>;
constexpr auto f16 = weft::dtype<weft::f16>;
constexpr auto i32 = weft::dtype<weft::i32>;
constexpr auto tile = weft::shape<4, 8>;
constexpr float infinity = std::numeric_limits<float>::infinity();

/// Element (row, col) of a rows x cols matrix is `f(row, col)`.
template <class F>
Numbers matrix(std::size_t rows, std::size_t cols, F f) {
  Numbers numbers;
  for (std::size_t row = 0; row != rows; ++row)
    for (std::size_t col = 0; col != cols; ++col)
      numbers.push_back(static_cast<float>(f(static_cast<int>(row), static_cast<int>(col))));
  return numbers;
}
/// 10 row + col.
Numbers counted(std::size_t rows, std::size_t cols) {
  return matrix(rows, cols, [](int row, int col) { return 10 * row + col; });
}
/// Integers from -4 to 4 in no order.
Numbers mixed(std::size_t rows, std::size_t cols, int seed) {
  return matrix(rows, cols,
                [=](int row, int col) { return (row * 7 + col * 5 + row * col + seed) % 9 - 4; });
}
Numbers constant(std::size_t rows, std::size_t cols, float number) {
  return Numbers(rows * cols, number);
}

/// A simulation and its tensors.
struct Lab {
  Sim sim;

  template <class D>
  weft::HbmTensor<D> put(weft::DType<D> type, std::size_t rows, std::size_t cols,
                         const Numbers& numbers, std::uint32_t pe = 0) {
    const auto tensor = sim.hbm(pe).tensor(type, rows, cols);
    sim.values().write(tensor, numbers);
    return tensor;
  }
  /// An empty matrix of f32, 4x8 unless said.
  F32 out(std::size_t rows = 4, std::size_t cols = 8) { return sim.hbm().tensor(f32, rows, cols); }
  template <class... Args>
  void run(Args&&... args) {
    sim.launch(std::forward<Args>(args)...);
    sim.run();
    CHECK(sim.values().hazards().empty());
  }
  template <class D>
  Numbers read(const weft::HbmTensor<D>& tensor) {
    return sim.values().read(tensor);
  }
};

}  // namespace

TEST_CASE("values: a load takes what exists, the fill stands for the rest") {
  Lab lab;
  const F16 in = lab.put(f16, 5, 7, counted(5, 7));
  const F32 zero = lab.out(), lowest = lab.out(), ones = lab.out();
  lab.run(
      [](auto& tl, F16 x, F32 a, F32 b, F32 c) -> weft::Kernel<> {
        co_await tl.store(a, tl.load(x.at(3, 2), tile));
        auto top = co_await tl.max(tl.load(x.at(3, 2), tile, -infinity), weft::axis<1>);
        co_await tl.store(b, tl.broadcast(top, tile));
        co_await tl.store(c, tl.full(f16, tile, 1));
      },
      in, zero, lowest, ones);
  CHECK(lab.read(zero) == matrix(4, 8, [](int row, int col) {
          return row < 2 && col < 5 ? 10 * (row + 3) + col + 2 : 0;
        }));
  CHECK(lab.read(lowest) == matrix(4, 8, [](int row, int) {
          return row < 2 ? static_cast<float>(10 * (row + 3) + 6) : -infinity;
        }));
  CHECK(lab.read(ones) == constant(4, 8, 1));
}

TEST_CASE("values: a masked store changes no byte outside") {
  Lab lab;
  const F32 before = lab.put(f32, 1, 64, constant(1, 64, 7));
  const F32 matrix_out = lab.put(f32, 5, 7, constant(5, 7, 9));
  const F32 after = lab.put(f32, 1, 64, constant(1, 64, 8));
  const F32 in = lab.put(f32, 4, 8, counted(4, 8));
  lab.run([](auto& tl, F32 x,
             F32 y) -> weft::Kernel<> { co_await tl.store(y.at(3, 4), tl.load(x, tile)); },
          in, matrix_out);
  CHECK(lab.read(matrix_out) == matrix(5, 7, [](int row, int col) {
          return row >= 3 && col >= 4 ? 10 * (row - 3) + col - 4 : 9;
        }));
  CHECK(lab.read(before) == constant(1, 64, 7));
  CHECK(lab.read(after) == constant(1, 64, 8));
}

TEST_CASE("values: a store converts to the elements of its tensor") {
  Lab lab;
  Numbers odd = constant(4, 8, 0);
  odd[0] = 2049, odd[1] = 2051, odd[2] = 0.5F, odd[3] = 1.5F, odd[4] = -1e9F, odd[5] = 1e9F;
  const F32 in = lab.put(f32, 4, 8, odd);
  const auto half = lab.sim.hbm().tensor(f16, 4, 8);
  const auto byte = lab.sim.hbm().tensor(weft::dtype<weft::i8>, 4, 8);
  lab.run(
      [](auto& tl, F32 x, F16 h, weft::HbmTensor<weft::i8> b) -> weft::Kernel<> {
        auto t = tl.load(x, tile);
        co_await tl.store(h, t);
        co_await tl.store(b, t);
        auto c = co_await tl.cast(t, f16);
        co_await tl.store(x, c);
      },
      in, half, byte);
  const Numbers halves{2048, 2052, 0.5F, 1.5F, -infinity, infinity};  // nearest, even if halfway
  const Numbers bytes{127, 127, 0, 2, -128, 127};
  const auto begins = [](Numbers all, const Numbers& with) {
    all.resize(with.size());
    return all == with;
  };
  CHECK(begins(lab.read(half), halves));
  CHECK(begins(lab.read(byte), bytes));
  CHECK(begins(lab.read(in), halves));
}

TEST_CASE("values: dot, its accumulators and its element types") {
  Lab lab;
  const Numbers a = mixed(4, 8, 1), b = mixed(4, 8, 5);
  const auto product = [&](int row, int col) {
    float sum = 0;
    for (int k = 0; k != 8; ++k)
      sum += a[static_cast<std::size_t>(row * 8 + k)] * b[static_cast<std::size_t>(col * 8 + k)];
    return sum;
  };
  const F16 in_a = lab.put(f16, 4, 8, a), in_b = lab.put(f16, 4, 8, b);
  const auto bytes = weft::dtype<weft::i8>;
  const auto i8_a = lab.put(bytes, 4, 8, a), i8_b = lab.put(bytes, 4, 8, b);
  const F32 plain = lab.out(4, 4), wide = lab.out(4, 4), added = lab.out(4, 4);
  const I32 whole = lab.sim.hbm().tensor(i32, 4, 4);
  lab.run(
      [](auto& tl, F16 x, F16 y, weft::HbmTensor<weft::i8> i, weft::HbmTensor<weft::i8> j, F32 p,
         F32 w, F32 c, I32 n) -> weft::Kernel<> {
        auto left = tl.load(x, tile);
        auto right = tl.load(y, tile);
        auto as_f16 = co_await tl.dot(left, tl.trans(right));
        co_await tl.store(p, as_f16);
        auto as_f32 = co_await tl.dot(left, tl.trans(right), f32);
        co_await tl.store(w, as_f32);
        auto sum = tl.full(f32, weft::shape<4, 4>, 0.25);
        sum = co_await tl.dot(left, tl.trans(right), sum);
        sum = co_await tl.dot(left, tl.trans(right), sum);
        co_await tl.store(c, sum);
        auto small = tl.load(i, tile);
        auto other = tl.load(j, tile);
        auto counts = co_await tl.dot(small, tl.trans(other));
        co_await tl.store(n, counts);
      },
      in_a, in_b, i8_a, i8_b, plain, wide, added, whole);
  CHECK(lab.read(plain) == matrix(4, 4, product));
  CHECK(lab.read(wide) == matrix(4, 4, product));
  CHECK(lab.read(added) ==
        matrix(4, 4, [&](int row, int col) { return 2 * product(row, col) + 0.25F; }));
  CHECK(lab.read(whole) == matrix(4, 4, product));
}

TEST_CASE("values: dot of f16 accumulates in f32 and rounds once, or not at all") {
  // 2048 + 1 - 2048: in f16 the 1 would be lost on the way.
  Lab lab;
  Numbers a = constant(4, 8, 0);
  a[0] = 2048, a[1] = 1, a[2] = -2048;
  a[8] = 2048, a[9] = 1;  // 2049 is no f16
  const F16 in = lab.put(f16, 4, 8, a);
  const F32 rounded = lab.out(4, 4), kept = lab.out(4, 4);
  lab.run(
      [](auto& tl, F16 x, F32 r, F32 k) -> weft::Kernel<> {
        auto left = tl.load(x, tile);
        auto ones = tl.full(f16, weft::shape<8, 4>, 1);
        co_await tl.store(r, co_await tl.dot(left, ones));
        co_await tl.store(k, co_await tl.dot(left, ones, f32));
      },
      in, rounded, kept);
  CHECK(lab.read(rounded) == matrix(4, 4, [](int row, int) {
          return row == 0 ? 1 : row == 1 ? 2048 : 0;
        }));
  CHECK(lab.read(kept) == matrix(4, 4, [](int row, int) {
          return row == 0 ? 1 : row == 1 ? 2049 : 0;
        }));
}

TEST_CASE("values: functions of one operand") {
  Lab lab;
  const Numbers x = matrix(4, 8, [](int row, int col) { return 0.375 * (row + 1) + 0.0625 * col; });
  const F32 in = lab.put(f32, 4, 8, x);
  const F32 out = lab.sim.hbm().tensor(f32, 9, 4, 8);
  lab.run(
      [](auto& tl, F32 from, F32 to) -> weft::Kernel<> {
        auto t = co_await tl.load(from, tile);
        co_await tl.store(to[0], co_await tl.exp(t));
        co_await tl.store(to[1], co_await tl.exp2(t));
        co_await tl.store(to[2], co_await tl.log(t));
        co_await tl.store(to[3], co_await tl.rsqrt(t));
        co_await tl.store(to[4], co_await tl.sigmoid(t));
        co_await tl.store(to[5], co_await tl.tanh(t));
        co_await tl.store(to[6], co_await tl.gelu(t));
        auto minus = co_await tl.neg(t);
        co_await tl.store(to[7], minus);
        co_await tl.store(to[8], co_await tl.abs(minus));
      },
      in, out);
  double (*const exact[])(double) = {
      [](double v) { return std::exp(v); },
      [](double v) { return std::exp2(v); },
      [](double v) { return std::log(v); },
      [](double v) { return 1 / std::sqrt(v); },
      [](double v) { return 1 / (1 + std::exp(-v)); },
      [](double v) { return std::tanh(v); },
      [](double v) { return v / 2 * (1 + std::erf(v / std::sqrt(2.0))); },
      [](double v) { return -v; },
      [](double v) { return v; },
  };
  for (std::size_t f = 0; f != 9; ++f) {
    const Numbers got = lab.read(out[f]);
    for (std::size_t i = 0; i != got.size(); ++i) {
      CAPTURE(f, x[i]);
      const double wanted = exact[f](static_cast<double>(x[i]));
      // Rounded once to 24 bits, from f64 (where both ways of writing gelu differ by some 2^-52).
      CHECK(std::abs(static_cast<double>(got[i]) - wanted) <=
            std::abs(wanted) * 0x1p-24 * (1 + 0x1p-20));
    }
  }
}

TEST_CASE("values: functions of two operands: tiles, numbers, rows, columns") {
  Lab lab;
  const Numbers x = mixed(4, 8, 2), y = mixed(4, 8, 7);
  const F32 in_x = lab.put(f32, 4, 8, x), in_y = lab.put(f32, 4, 8, y);
  const F32 out = lab.sim.hbm().tensor(f32, 8, 4, 8);
  lab.run(
      [](auto& tl, F32 from_x, F32 from_y, F32 to) -> weft::Kernel<> {
        auto a = co_await tl.load(from_x, tile);
        auto b = co_await tl.load(from_y, tile);
        auto row = tl.slice(b, weft::shape<1, 8>, 2, 0);
        auto column = tl.slice(b, weft::shape<4, 1>, 0, 3);
        co_await tl.store(to[0], co_await tl.add(a, b));
        co_await tl.store(to[1], co_await tl.sub(a, row));
        co_await tl.store(to[2], co_await tl.mul(column, a));
        co_await tl.store(to[3], co_await tl.div(a, 2));
        co_await tl.store(to[4], co_await tl.sub(1.5, a));
        co_await tl.store(to[5], co_await tl.max(a, b));
        co_await tl.store(to[6], co_await tl.min(row, column));
        co_await tl.store(to[7], co_await tl.div(row, a));  // by 0 too
      },
      in_x, in_y, out);
  const auto a = [&](int row, int col) { return x[static_cast<std::size_t>(row * 8 + col)]; };
  const auto b = [&](int row, int col) { return y[static_cast<std::size_t>(row * 8 + col)]; };
  CHECK(lab.read(out[0]) == matrix(4, 8, [&](int i, int j) { return a(i, j) + b(i, j); }));
  CHECK(lab.read(out[1]) == matrix(4, 8, [&](int i, int j) { return a(i, j) - b(2, j); }));
  CHECK(lab.read(out[2]) == matrix(4, 8, [&](int i, int j) { return a(i, j) * b(i, 3); }));
  CHECK(lab.read(out[3]) == matrix(4, 8, [&](int i, int j) { return a(i, j) / 2; }));
  CHECK(lab.read(out[4]) == matrix(4, 8, [&](int i, int j) { return 1.5F - a(i, j); }));
  CHECK(lab.read(out[5]) == matrix(4, 8, [&](int i, int j) { return std::max(a(i, j), b(i, j)); }));
  CHECK(lab.read(out[6]) == matrix(4, 8, [&](int i, int j) { return std::min(b(2, j), b(i, 3)); }));
  const Numbers ratio = lab.read(out[7]);
  const Numbers wanted = matrix(4, 8, [&](int i, int j) { return b(2, j) / a(i, j); });
  for (std::size_t i = 0; i != ratio.size(); ++i)
    CHECK((ratio[i] == wanted[i] || (std::isnan(ratio[i]) && std::isnan(wanted[i]))));
}

TEST_CASE("values: comparisons, where, reductions, casts, counting") {
  Lab lab;
  const Numbers x = mixed(4, 8, 3);
  const F32 in = lab.put(f32, 4, 8, x);
  const F32 out = lab.sim.hbm().tensor(f32, 6, 4, 8);
  const F32 down = lab.out(3, 8), across = lab.out(4, 3);
  lab.run(
      [](auto& tl, F32 from, F32 to, F32 rows, F32 columns) -> weft::Kernel<> {
        using weft::axis;
        auto a = co_await tl.load(from, tile);
        auto ones = tl.full(f32, tile, 1);
        auto none = tl.zeros(f32, tile);
        auto row = tl.slice(a, weft::shape<1, 8>, 0, 0);
        auto less = co_await tl.lt(a, 0);
        co_await tl.store(to[0], co_await tl.where(less, ones, none));
        auto equal = co_await tl.eq(a, row);
        co_await tl.store(to[1], co_await tl.where(equal, a, -infinity));
        auto count = tl.iota(tile, axis<1>);
        auto early = co_await tl.le(count, 4);
        co_await tl.store(to[2], co_await tl.where(early, 5.5, a));
        auto place = co_await tl.cast(count, f32);
        co_await tl.store(to[3], co_await tl.add(place, tl.load(from, tile)));
        co_await tl.store(to[4], tl.iota(tile, axis<0>));
        auto most = co_await tl.ge(a, 4);
        co_await tl.store(to[5], most);
        co_await tl.store(rows.at(0, 0), co_await tl.sum(a, axis<0>));
        co_await tl.store(rows.at(1, 0), co_await tl.max(a, axis<0>));
        co_await tl.store(rows.at(2, 0), co_await tl.reduce(a, weft::minimum, axis<0>));
        co_await tl.store(columns.at(0, 0), co_await tl.sum(a, axis<1>));
        co_await tl.store(columns.at(0, 1), co_await tl.max(a, axis<1>));
        co_await tl.store(columns.at(0, 2), co_await tl.min(a, axis<1>));
      },
      in, out, down, across);
  const auto a = [&](int row, int col) { return x[static_cast<std::size_t>(row * 8 + col)]; };
  CHECK(lab.read(out[0]) == matrix(4, 8, [&](int i, int j) { return a(i, j) < 0; }));
  CHECK(lab.read(out[1]) ==
        matrix(4, 8, [&](int i, int j) { return a(i, j) == a(0, j) ? a(i, j) : -infinity; }));
  CHECK(lab.read(out[2]) == matrix(4, 8, [&](int i, int j) { return j <= 4 ? 5.5F : a(i, j); }));
  CHECK(lab.read(out[3]) ==
        matrix(4, 8, [&](int i, int j) { return static_cast<float>(j) + a(i, j); }));
  CHECK(lab.read(out[4]) == matrix(4, 8, [&](int i, int) { return i; }));
  CHECK(lab.read(out[5]) == matrix(4, 8, [&](int i, int j) { return a(i, j) >= 4; }));
  const auto folded = [&](int which, int length, auto at) {
    float value = at(0);
    for (int i = 1; i != length; ++i)
      value = which == 0   ? value + at(i)
              : which == 1 ? std::max(value, at(i))
                           : std::min(value, at(i));
    return value;
  };
  CHECK(lab.read(down) == matrix(3, 8, [&](int which, int j) {
          return folded(which, 4, [&](int i) { return a(i, j); });
        }));
  CHECK(lab.read(across) == matrix(4, 3, [&](int i, int which) {
          return folded(which, 8, [&](int j) { return a(i, j); });
        }));
}

TEST_CASE("values: views are the same numbers in other places") {
  Lab lab;
  const F32 in = lab.put(f32, 4, 8, counted(4, 8));
  const F32 turned = lab.out(8, 4), part = lab.out(2, 4), flat = lab.out(2, 16), wide = lab.out();
  lab.run(
      [](auto& tl, F32 x, F32 t, F32 p, F32 r, F32 b) -> weft::Kernel<> {
        auto a = tl.load(x, tile);
        co_await tl.store(t, tl.trans(a));
        co_await tl.store(p, tl.trans(tl.slice(tl.trans(a), weft::shape<4, 2>, 3, 1)));
        co_await tl.store(r, tl.reshape(a, weft::shape<2, 16>));
        co_await tl.store(b, tl.broadcast(tl.slice(a, weft::shape<4, 1>, 0, 7), tile));
      },
      in, turned, part, flat, wide);
  CHECK(lab.read(turned) == matrix(8, 4, [](int row, int col) { return 10 * col + row; }));
  CHECK(lab.read(part) == matrix(2, 4, [](int row, int col) { return 10 * (row + 1) + col + 3; }));
  CHECK(lab.read(flat) == counted(4, 8));
  CHECK(lab.read(wide) == matrix(4, 8, [](int row, int) { return 10 * row + 7; }));
}

namespace {

/// The cube of each element plus a parameter.
struct CubePlus {
  static constexpr std::string_view name = "cube_plus";
  using Tile = weft::Tensor<weft::f32, weft::Shape<4, 8>>;
  using Result = Tile;
  static constexpr weft::MathWork work{32, &weft::FunctionCycles::mul};
  weft::Operand<Tile> x;
  float more;
  void evaluate(auto out, auto in) const {
    for (std::ptrdiff_t row = 0; row != in.rows; ++row)
      for (std::ptrdiff_t col = 0; col != in.cols; ++col) {
        const float v = in.get(row, col);
        out.set(row, col, v * v * v + more);
      }
  }
};

}  // namespace

TEST_CASE("values: an op of the user's own evaluates itself") {
  Lab lab;
  const Numbers x = mixed(4, 8, 4);
  const F32 in = lab.put(f32, 4, 8, x), out = lab.out();
  lab.run(
      [](auto& tl, F32 from, F32 to) -> weft::Kernel<> {
        auto loaded = tl.load(from, tile);
        CubePlus op{loaded, 0.5F};
        co_await tl.store(to, co_await tl.issue(op));
      },
      in, out);
  CHECK(lab.read(out) == matrix(4, 8, [&](int row, int col) {
          const float v = x[static_cast<std::size_t>(row * 8 + col)];
          return v * v * v + 0.5F;
        }));
}

TEST_CASE("values: composites: masked edges, transposed blocks, epilogues") {
  // B is KxN inside a block of 8x16, or its transpose; tiles of 4x8. What exists of it is ragged.
  for (const auto& [k, n] : {std::pair{8, 16}, {7, 13}, {4, 8}, {3, 1}}) {
    CAPTURE(k, n);
    Lab lab;
    const auto rows = static_cast<std::size_t>(k), cols = static_cast<std::size_t>(n);
    const Numbers a = mixed(4, 8, 1), b = mixed(rows, cols, 6), bias = mixed(1, 16, 2);
    const F16 in_a = lab.put(f16, 4, 8, a), in_b = lab.put(f16, rows, cols, b);
    const F16 in_t = lab.put(f16, cols, rows, matrix(cols, rows, [&](int i, int j) {
                               return b[static_cast<std::size_t>(j * n + i)];
                             }));
    const F16 in_bias = lab.put(f16, 1, 16, bias);
    const F32 plain = lab.out(4, 16), turned = lab.out(4, 16), top = lab.out(4, 1);
    lab.run(
        [](auto& tl, F16 x, F16 y, F16 t, F16 z, F32 p, F32 q, F32 m) -> weft::Kernel<> {
          namespace ep = weft::epilogue;
          const auto block = weft::shape<8, 16>;
          auto left = tl.load(x, tile);
          auto add = tl.load(z, weft::shape<1, 16>);
          auto c = co_await tl.composite(weft::gemm(tile), left, tl.ref(y, block));
          co_await tl.store(p, c);
          auto d =
              co_await tl.composite(weft::gemm(tile), left, tl.trans(tl.ref(t, weft::shape<16, 8>)),
                                    ep::scale(0.5), ep::add(add), ep::cast(f32));
          co_await tl.store(q, d);
          auto e = co_await tl.composite(weft::gemm(weft::shape<4, 16>), left, tl.ref(y, block),
                                         ep::row_max);
          co_await tl.store(m, e);
        },
        in_a, in_b, in_t, in_bias, plain, turned, top);
    const int in_k = k, in_n = n;
    const auto product = [&](int row, int col) {
      float sum = 0;
      for (int i = 0; i < in_k && col < in_n; ++i)
        sum +=
            a[static_cast<std::size_t>(row * 8 + i)] * b[static_cast<std::size_t>(i * in_n + col)];
      return sum;
    };
    const int covered = (in_n + 7) / 8 * 8;  // output tiles wholly outside are skipped
    CHECK(lab.read(plain) == matrix(4, 16, product));
    CHECK(lab.read(turned) == matrix(4, 16, [&](int row, int col) {
            return col < covered ? 0.5F * product(row, col) + bias[static_cast<std::size_t>(col)]
                                 : 0.0F;
          }));
    CHECK(lab.read(top) == matrix(4, 1, [&](int row, int) {
            float most = -infinity;
            for (int col = 0; col != 16; ++col) most = std::max(most, product(row, col));
            return most;
          }));
  }
}

TEST_CASE("values: messages carry the bytes that were there when they were sent") {
  Lab lab;
  const Numbers x = mixed(4, 8, 8);
  const F32 in = lab.put(f32, 4, 8, x);
  const F32 out = lab.sim.hbm(1).tensor(f32, 8, 4), again = lab.sim.hbm(1).tensor(f32, 8, 4);
  lab.sim.launch_on(
      0,
      [](auto& tl, F32 from) -> weft::Kernel<> {
        auto a = tl.load(from, tile);
        co_await tl.send_async(weft::east, tl.trans(a));
        auto twice = co_await tl.add(a, a);
        co_await tl.send(1, tl.trans(twice));
      },
      in);
  lab.sim.launch_on(
      1,
      [](auto& tl, F32 first, F32 second) -> weft::Kernel<> {
        auto a = tl.recv(weft::west, weft::shape<8, 4>, f32);
        auto b = tl.recv(weft::west, weft::shape<8, 4>, f32);
        co_await tl.store(second, b);
        co_await tl.store(first, a);
      },
      out, again);
  lab.sim.run();
  const auto turned = [&](int row, int col) { return x[static_cast<std::size_t>(col * 8 + row)]; };
  CHECK(lab.read(out) == matrix(8, 4, turned));
  CHECK(lab.read(again) == matrix(8, 4, [&](int row, int col) { return 2 * turned(row, col); }));
}

TEST_CASE("values: gathered rows, fewer than the tile, past the last column") {
  Lab lab;
  const F32 in = lab.put(f32, 9, 10, counted(9, 10)), out = lab.out();
  const std::vector<std::uint32_t> list{8, 0, 0};
  lab.run(
      [](auto& tl, F32 x, const std::vector<std::uint32_t>* table, F32 y) -> weft::Kernel<> {
        auto gathered = tl.load(weft::rows(x, *table, 5), tile);
        co_await tl.store(y, gathered);
      },
      in, &list, out);
  CHECK(lab.read(out) == matrix(4, 8, [&](int row, int col) {
          return row < 3 && col < 5
                     ? 10 * static_cast<int>(list[static_cast<std::size_t>(row)]) + col + 5
                     : 0;
        }));
}

TEST_CASE("values: every form of load takes every source, and a fill") {
  Lab lab;
  const F32 in = lab.put(f32, 9, 10, counted(9, 10)), out = lab.out();
  const std::vector<std::uint32_t> list{8, 0, 0};
  const auto expected = matrix(4, 8, [&](int row, int col) {
    return row < 3 && col < 5 ? 10 * static_cast<int>(list[static_cast<std::size_t>(row)]) + col + 5
                              : -7;
  });
  for (const bool explicitly : {false, true}) {
    lab.run(
        [explicitly](auto& tl, F32 x, const std::vector<std::uint32_t>* table,
                     F32 y) -> weft::Kernel<> {
          if (explicitly) {
            auto future = tl.load_async(weft::rows(x, *table, 5), tile, -7);
            auto gathered = co_await tl.wait(future);
            co_await tl.store(y, gathered);
          } else {
            auto gathered = tl.load(weft::rows(x, *table, 5), tile, -7);
            co_await tl.store(y, gathered);
          }
        },
        in, &list, out);
    CHECK(lab.read(out) == expected);
  }
  lab.run(
      [](auto& tl, F32 x, F32 y) -> weft::Kernel<> {
        auto future = tl.load_async(x.at(7, 4), tile, 3);
        auto corner = co_await tl.wait(future);
        co_await tl.store(y, corner);
      },
      in, out);
  CHECK(lab.read(out) == matrix(4, 8, [](int row, int col) {
          return row < 2 && col < 6 ? 10 * (row + 7) + col + 4 : 3;
        }));
}

TEST_CASE("values: a kernel may branch on a number; Timing needs a stand-in for it") {
  const auto kernel = [](auto& tl, F32 x, F32 y) -> weft::Kernel<> {
    auto a = tl.load(x.at(0, 3), weft::shape<1, 1>);
    const double number = co_await tl.scalar(a, -1.0);
    co_await tl.store(y, tl.full(f32, tile, number));
  };
  Lab lab;
  const F32 in = lab.put(f32, 4, 8, counted(4, 8)), out = lab.out();
  lab.run(kernel, in, out);
  CHECK(lab.read(out) == constant(4, 8, 3));
}

namespace {

enum class Form { at_once, hoisted, explicit_form };

/// C = A B^T over strips of 8 columns, in f32, then softmax-like math, a composite and a message to itself: numbers that
/// depend on the order of summing.
template <Form form>
constexpr auto everything = [](auto& tl, F16 a, F16 b, F32 c) -> weft::Kernel<> {
  using Tile = weft::Tensor<weft::f16, weft::Shape<4, 8>>;
  const std::size_t strips = (a.extent(1) + 7) / 8;
  auto sum = tl.zeros(f32, weft::shape<4, 4>);
  if constexpr (form == Form::hoisted) {
    std::array<weft::Deferred<Tile>, 2> left, right;
    for (std::size_t k = 0; k != strips + 1; ++k) {
      if (k < strips) {
        left[k % 2] = tl.load(a.at(0, 8 * k), tile);
        right[k % 2] = tl.load(b.at(0, 8 * k), tile);
      }
      if (k > 0) sum = co_await tl.dot(left[(k - 1) % 2], tl.trans(right[(k - 1) % 2]), sum);
    }
  } else {
    for (std::size_t k = 0; k != strips; ++k) {
      if constexpr (form == Form::at_once) {
        auto left = tl.load(a.at(0, 8 * k), tile);
        auto right = tl.load(b.at(0, 8 * k), tile);
        sum = co_await tl.dot(left, tl.trans(right), sum);
      } else {
        auto first = tl.load_async(a.at(0, 8 * k), tile);
        auto second = tl.load_async(b.at(0, 8 * k), tile);
        auto right = co_await tl.wait(second);
        auto left = co_await tl.wait(first);
        sum = co_await tl.dot(left, tl.trans(right), sum);
      }
    }
  }
  auto top = co_await tl.max(sum, weft::axis<1>);
  auto centred = co_await tl.sub(sum, top);
  auto weights = co_await tl.exp(centred);
  auto total = co_await tl.sum(weights, weft::axis<1>);
  auto share = co_await tl.div(weights, total);
  co_await tl.store(c, share);
  auto narrow = co_await tl.cast(share, f16);
  auto more = co_await tl.composite(weft::gemm(weft::shape<4, 8>), narrow,
                                    tl.ref(b.at(0, 3), weft::shape<4, 16>), weft::epilogue::exp);
  co_await tl.store_async(c.at(4, 0), more);
};

struct Outcome {
  std::vector<std::byte> bytes;
  std::string json;
};
template <Form form, class... Policies>
Outcome outcome(std::size_t depth) {
  weft::Simulation<Pair, Policies...> sim;
  const F16 a = sim.hbm().tensor(f16, 4, depth), b = sim.hbm(1).tensor(f16, 4, depth);
  const F32 c = sim.hbm().tensor(f32, 8, 16);
  if constexpr (decltype(sim)::data_policy::computes) {
    const auto fraction = [](int row, int col) { return 1.0 / (3 + row + 2 * col); };
    sim.values().write(a, matrix(4, depth, fraction));
    sim.values().write(b, matrix(4, depth, fraction));
  }
  sim.launch(everything<form>, a, b, c);
  Outcome made;
  std::ostringstream json;
  weft::write_json(json, sim.run());
  made.json = json.str();
  if constexpr (decltype(sim)::data_policy::computes) {
    made.bytes = sim.values().read_bytes(c);
    CHECK(sim.values().hazards().empty());
  }
  return made;
}

}  // namespace

TEST_CASE("values: every way of loading gives the same bits, and the times of Timing") {
  for (const std::size_t depth : {5U, 8U, 100U}) {
    CAPTURE(depth);
    const Outcome lazy = outcome<Form::at_once, weft::Values>(depth);
    CHECK(lazy.json == outcome<Form::at_once>(depth).json);
    CHECK(lazy.bytes == outcome<Form::at_once, weft::Values, weft::Blocking>(depth).bytes);
    CHECK(lazy.bytes == outcome<Form::hoisted, weft::Values>(depth).bytes);
    CHECK(lazy.bytes == outcome<Form::explicit_form, weft::Values>(depth).bytes);
    bool any = false;
    for (const std::byte byte : lazy.bytes) any = any || byte != std::byte{};
    CHECK(any);
  }
}

TEST_CASE("values: HBM images are lazy, HBM is finite") {
  Lab lab;
  const F16 huge = lab.sim.hbm().tensor(f16, std::size_t{1} << 18, std::size_t{1} << 17);
  CHECK(huge.bytes() == 64_GiB);
  CHECK(lab.sim.values().pages() == 0);
  lab.run(
      [](auto& tl, F16 x) -> weft::Kernel<> {
        auto nothing = tl.load(x.at(100'000, 100'000), tile);
        auto one = co_await tl.add(nothing, 1);
        co_await tl.store(x.at(7, 7), one);
      },
      huge);
  CHECK(lab.sim.values().pages() == 4);  // a row each; reading touches none
  CHECK_THROWS_SAYING(
      lab.sim.hbm().tensor(f32, std::size_t{1} << 20, std::size_t{1} << 19),
      "a tensor of 2199023255552 bytes does not fit into the 1030792151040 bytes that are free");
}
