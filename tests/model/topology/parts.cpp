// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/topology/parts.hpp>

#include "support/catch.hpp"

using namespace weft;

namespace {

template <PartKind Kind, int I>
struct Part {
  static constexpr PartKind part = Kind;
};
using Cpu0 = Part<PartKind::cpu, 0>;
using Cpu1 = Part<PartKind::cpu, 1>;
using Engine0 = Part<PartKind::engine, 0>;
using Engine1 = Part<PartKind::engine, 1>;

}  // namespace

static_assert(count_parts<PartKind::cpu> == 0 &&
              count_parts<PartKind::cpu, Engine0, Cpu0, int, Cpu1> == 2);
static_assert(std::is_same_v<part_or<PartKind::cpu, void, Engine0, Cpu1, Cpu0>, Cpu1>);
static_assert(std::is_same_v<part_or<PartKind::hbm, void, Engine0, Cpu1, Cpu0>, void>);
static_assert(
    std::is_same_v<engines_among<Cpu0, Engine1, int, Engine0>, TypeList<Engine1, Engine0>>);

TEST_CASE("parts are told apart by their kind") {
  CHECK(PartOfKind<Cpu0, PartKind::cpu>);
  CHECK_FALSE(PartOfKind<Cpu0, PartKind::engine>);
  CHECK_FALSE(PartOfKind<int, PartKind::cpu>);
}
