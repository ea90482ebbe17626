// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/core/type_list.hpp>

#include <string>

#include "support/catch.hpp"

using List = weft::TypeList<int, char, int, long>;

static_assert(List::size == 4 && weft::TypeList<>::size == 0);
static_assert(List::contains<char> && !List::contains<short>);
static_assert(List::index_of<int> == 0 && List::index_of<long> == 3 && List::index_of<short> == 4);
static_assert(std::is_same_v<weft::type_at<List, 0>, int> &&
              std::is_same_v<weft::type_at<List, 3>, long>);
static_assert(std::is_same_v<weft::union_of<>, weft::TypeList<>>);
static_assert(std::is_same_v<weft::union_of<List>, weft::TypeList<int, char, long>>);
static_assert(std::is_same_v<weft::union_of<weft::TypeList<char>, List, weft::TypeList<short, int>>,
                             weft::TypeList<char, int, long, short>>);

// A list of incomplete types is fine: nothing is instantiated.
struct Incomplete;
static_assert(std::is_same_v<weft::type_at<weft::TypeList<int, Incomplete>, 1>, Incomplete>);

TEST_CASE("for_each visits in order") {
  std::string sizes;
  List::for_each([&]<class T>(weft::Type<T>) { sizes += std::to_string(sizeof(T)); });
  CHECK(sizes == "4148");
}

TEST_CASE("visit_at visits the one at a place known at run time") {
  std::size_t size = 0;
  const auto visit = [&]<class T>(weft::Type<T>) { size = sizeof(T); };
  CHECK(List::visit_at(3, visit));
  CHECK(size == sizeof(long));
  CHECK(List::visit_at(1, visit));
  CHECK(size == 1);
  CHECK_FALSE(List::visit_at(4, visit));
  CHECK_FALSE(weft::TypeList<>::visit_at(0, visit));
}
