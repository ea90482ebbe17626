// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/study/over.hpp>

#include <array>
#include <ranges>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace {

struct A {
  static constexpr char letter = 'A';
};
struct B {
  static constexpr char letter = 'B';
};

constexpr auto twice = [](int n) { return 2 * n; };
constexpr auto squared = [](int n) { return n * n; };

template <class Points>
std::vector<std::string> words(const Points& points) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i != points.size(); ++i)
    points.visit(i, [&]<class Machine>(weft::Type<Machine>, const auto& kernel, int n) {
      all.push_back(Machine::letter + std::to_string(kernel(n)));
    });
  return all;
}

}  // namespace

TEST_CASE("the last axis varies fastest, the first slowest") {
  const auto points =
      weft::over(weft::machines<A, B>, weft::kernels(twice, squared), std::array{1, 3, 5});
  CHECK(points.size() == 12);
  CHECK(words(points) == std::vector<std::string>{"A2", "A6", "A10", "A1", "A9", "A25",  //
                                                  "B2", "B6", "B10", "B1", "B9", "B25"});
}

TEST_CASE("a place in the order is found by the places on the axes") {
  constexpr auto points =
      weft::over(weft::machines<A, B>, weft::kernels(twice, squared), std::array{1, 3, 5});
  STATIC_REQUIRE(points.index(0, 0, 0) == 0);
  STATIC_REQUIRE(points.index(0, 0, 2) == 2);
  STATIC_REQUIRE(points.index(0, 1, 0) == 3);
  STATIC_REQUIRE(points.index(1, 0, 1) == 7);
  CHECK(words(points)[points.index(1, 1, 2)] == "B25");
}

TEST_CASE("axes are copies, of any random access range") {
  std::vector<std::string> names{"x", "y"};
  const auto points = weft::over(names, std::views::iota(7, 9));
  names[0] = "changed";
  std::string all;
  for (std::size_t i = 0; i != points.size(); ++i)
    points.visit(i, [&](const std::string& name, int n) { all += name + std::to_string(n) + " "; });
  CHECK(all == "x7 x8 y7 y8 ");
}

TEST_CASE("an empty axis leaves no combination") {
  CHECK(weft::over(weft::machines<A, B>, std::vector<int>{}).size() == 0);
}
