// Tests of the steps that a search takes before it answers, over all conditions of an index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/freshness/freshness_step.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <string>

namespace codeweaver::engine {
namespace {

using Step = FreshnessStep;

constexpr std::array kShares{IndexShare::kNone, IndexShare::kPartial, IndexShare::kWhole};
constexpr std::array kFaults{MetFault::kNone, MetFault::kDamage, MetFault::kOther};

TEST_CASE(
    "freshness step: each share of an index, free or locked, sound, damaged or beyond repair") {
  struct Row {
    IndexShare share;
    bool is_locked;
    MetFault met;
    Step step;
  };
  constexpr std::array kRows{
      Row{IndexShare::kNone, false, MetFault::kNone, Step::kIndex},
      Row{IndexShare::kNone, false, MetFault::kDamage, Step::kRepair},
      Row{IndexShare::kNone, false, MetFault::kOther, Step::kFail},
      Row{IndexShare::kNone, true, MetFault::kNone, Step::kCompare},
      Row{IndexShare::kNone, true, MetFault::kDamage, Step::kRepair},
      Row{IndexShare::kNone, true, MetFault::kOther, Step::kFail},
      Row{IndexShare::kPartial, false, MetFault::kNone, Step::kIndex},
      Row{IndexShare::kPartial, false, MetFault::kDamage, Step::kRepair},
      Row{IndexShare::kPartial, false, MetFault::kOther, Step::kCompare},
      Row{IndexShare::kPartial, true, MetFault::kNone, Step::kCompare},
      Row{IndexShare::kPartial, true, MetFault::kDamage, Step::kRepair},
      Row{IndexShare::kPartial, true, MetFault::kOther, Step::kCompare},
      Row{IndexShare::kWhole, false, MetFault::kNone, Step::kUpdate},
      Row{IndexShare::kWhole, false, MetFault::kDamage, Step::kRepair},
      Row{IndexShare::kWhole, false, MetFault::kOther, Step::kCompare},
      Row{IndexShare::kWhole, true, MetFault::kNone, Step::kCompare},
      Row{IndexShare::kWhole, true, MetFault::kDamage, Step::kRepair},
      Row{IndexShare::kWhole, true, MetFault::kOther, Step::kCompare},
  };
  static_assert(kRows.size() == kShares.size() * 2 * kFaults.size());
  for (const auto& row : kRows) {
    CAPTURE(static_cast<int>(row.share));
    CAPTURE(row.is_locked);
    CAPTURE(static_cast<int>(row.met));
    CHECK(next_step({row.share, row.is_locked, row.met}) == row.step);
  }
}

TEST_CASE("freshness step: only a sound whole index that is known to be current answers as it is") {
  for (const auto share : kShares)
    for (const bool is_locked : {false, true})
      for (const auto met : kFaults)
        for (const bool needs_run : {false, true})
          for (const bool is_current : {false, true}) {
            const IndexCondition now{share, is_locked, met, needs_run, is_current};
            const bool is_answer = next_step(now) == Step::kAnswer;
            CHECK(is_answer == (share == IndexShare::kWhole && !is_locked && !needs_run &&
                                is_current && met == MetFault::kNone));
          }
}

TEST_CASE("freshness step: a search waits for the first index only until the wait is over") {
  for (const auto share : {IndexShare::kNone, IndexShare::kPartial}) {
    IndexCondition now{share};
    now.may_wait = true;
    CHECK(next_step(now) == Step::kWait);
    now.may_wait = false;
    now.is_locked = true;
    CHECK(next_step(now) == Step::kCompare);
  }
  IndexCondition whole{IndexShare::kWhole};
  whole.may_wait = true;
  CHECK(next_step(whole) == Step::kUpdate);
}

TEST_CASE("freshness step: each step ends, whatever it finds") {
  // A step that waits or works changes the condition: it ends the wait, makes the index current, or
  // meets a lock or a fault.
  for (const auto share : kShares)
    for (const bool may_wait : {false, true})
      for (const auto met : kFaults)
        for (const bool is_locked : {false, true}) {
          IndexCondition now{share, false, MetFault::kNone, false, false, may_wait};
          int steps = 0;
          for (auto step = next_step(now);
               step == Step::kWait || step == Step::kIndex || step == Step::kUpdate;
               step = next_step(now)) {
            REQUIRE(++steps < 4);
            if (step == Step::kWait) {
              now.may_wait = false;
              continue;
            }
            now.met = met;
            now.is_locked = is_locked;
            now.is_current = true;
            if (step == Step::kIndex && met == MetFault::kNone && !is_locked)
              now.share = IndexShare::kWhole;
          }
        }
}

TEST_CASE("opening step: every failed opening of a tree") {
  for (std::size_t bits = 0; bits < 128; ++bits) {
    const auto bit = [&](unsigned at) { return (bits >> at & 1U) != 0; };
    const FailedOpening failed{bit(0), bit(1), bit(2), bit(3), bit(4), bit(5), bit(6)};
    const auto step = next_step(failed);
    CAPTURE(bits);
    const bool is_first = failed.is_damaged && !failed.was_repaired;
    // A tree is repaired once, and only if nothing else completes it.
    CHECK((step == OpeningStep::kRepair) == (is_first && failed.is_whole));
    if (is_first && !failed.is_whole) CHECK(step == OpeningStep::kNothing);
    // The previous state answers only for faults that last.
    if (step == OpeningStep::kPrevious) CHECK((failed.is_lasting && failed.has_previous));
    // A commit that cannot be indexed now is no error.
    if (!is_first && failed.is_commit && failed.is_locked) CHECK(step == OpeningStep::kNothing);
    if (!is_first && !failed.is_locked && !failed.is_lasting) CHECK(step == OpeningStep::kFail);
  }
}

}  // namespace
}  // namespace codeweaver::engine
