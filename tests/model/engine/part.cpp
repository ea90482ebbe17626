// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/engine/part.hpp>

#include "support/catch.hpp"

using namespace weft;

struct SortWork {};
struct Sorter {  // what a user writes to add an engine
  static constexpr PartKind part = PartKind::engine;
  static constexpr std::string_view name = "sorter";
  static constexpr Server servers[] = {{"sorter", 2}};
  template <class Work>
  static constexpr bool accepts = std::is_same_v<Work, SortWork>;
};
struct Fan {};

static_assert(IsPart<Sorter> && IsEngine<Sorter> && Executes<Sorter, SortWork> &&
              !Executes<Sorter, int>);
static_assert(!IsPart<Fan> && !IsEngine<Fan> && !Executes<Fan, SortWork>);

TEST_CASE("a server serves one request at a time unless given") {
  CHECK(Server{"x"}.capacity == 1);
}
