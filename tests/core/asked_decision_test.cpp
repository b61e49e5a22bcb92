// Tests of questions for a decision, and of names of definitions that decide.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/detail/asked_decision.hpp"

#include <doctest/doctest.h>

using namespace codeweaver::text;  // NOLINT(google-build-using-namespace)

TEST_CASE("asked decision: the words of a question say that it asks what decides") {
  for (const auto* query :
       {"how is it decided whether text may stand without quotes",
        "how does it decide that a command must not be recorded", "who is allowed to join",
        "what determines whether a file is read again"})
    CHECK_MESSAGE(asks_for_decision(query), query);
  for (const auto* query : {"where are failed uploads retried", "should_save", "decider", "",
                            "if (!decide(x)) return must_not(y);"})
    CHECK_FALSE_MESSAGE(asks_for_decision(query), query);
}

TEST_CASE("asked decision: predicates are known by their names") {
  for (const auto* name : {"should_save", "Entry.shouldSave", "Entry::isExpired", "can_join",
                           "empty?", "loginRequired", "isValid"})
    CHECK_MESSAGE(names_decision(name), name);
  for (const auto* name : {"save", "Issue", "hash", "isolate", "Cannon.fire", "is", ""})
    CHECK_FALSE_MESSAGE(names_decision(name), name);
}
