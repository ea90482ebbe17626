// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model/fabric/scratch.hpp>
#include <weft/model/units.hpp>

#include "support/catch.hpp"

using namespace weft;
using namespace weft::literals;

using Memory = Scratch<ScratchSpec{.capacity = 1_MiB, .alignment = 64}>;
static_assert(Memory::spec.capacity == 1_MiB && Memory::spec.alignment == 64 &&
              Memory::part == PartKind::scratch);
static_assert(Scratch<ScratchSpec{.capacity = 1_B}>::spec.alignment == 1);

TEST_CASE("a PE without scratch never runs out") {
  CHECK(UnlimitedScratch::spec.capacity.count == UINT64_MAX);
}
