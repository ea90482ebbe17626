// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/machine/composite_scheduler.hpp>

#include "support/catch.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace {

using Starts = std::vector<weft::Ps>;  // as they are told, one after the other

struct Composite final : weft::ScheduledComposite {
  Starts* told;
  explicit Composite(Starts& starts) : told(&starts) {}
  void starts(weft::Ps at) override { told->push_back(at); }
};

const weft::ScheduledComposite& add(weft::CompositeScheduler& scheduler, Starts& told,
                                    weft::Ps now) {
  auto made = std::make_unique<Composite>(told);
  const weft::ScheduledComposite& composite = *made;
  scheduler.add(std::move(made), now);
  return composite;
}

}  // namespace

TEST_CASE("with one slot a composite starts when the one before it is done") {
  weft::CompositeScheduler scheduler(1);
  Starts a, b, c;
  const auto& first = add(scheduler, a, 10);
  const auto& second = add(scheduler, b, 12);
  add(scheduler, c, 13);
  CHECK(a == Starts{10});
  CHECK(b.empty());
  scheduler.finishes(first, 50, 40);  // its last request is made at 40, it is ready at 50
  CHECK(b == Starts{50});
  CHECK(c.empty());
  scheduler.finishes(second, 90, 60);
  CHECK(c == Starts{90});
  CHECK(scheduler.under_way());
}

TEST_CASE("with two slots the third starts when the earlier of two is done, and nobody overtakes") {
  weft::CompositeScheduler scheduler(2);
  Starts a, b, c, d;
  const auto& first = add(scheduler, a, 0);
  const auto& second = add(scheduler, b, 5);
  add(scheduler, c, 6);
  add(scheduler, d, 7);
  CHECK(a == Starts{0});
  CHECK(b == Starts{5});
  scheduler.finishes(second, 30, 20);
  CHECK(c == Starts{30});
  CHECK(d.empty());
  scheduler.finishes(first, 25,
                     21);  // done before the second: the third starts earlier, the fourth follows
  CHECK(c == (Starts{30, 25}));
  CHECK(d == Starts{30});
}

TEST_CASE("one issued when all is done starts at once") {
  weft::CompositeScheduler scheduler(1);
  Starts a, b;
  const auto& first = add(scheduler, a, 0);
  scheduler.finishes(first, 8, 3);
  CHECK_FALSE(scheduler.under_way());
  add(scheduler, b, 20);
  CHECK(b == Starts{20});
}
