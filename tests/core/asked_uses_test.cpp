// Tests of asked_uses: questions for the uses of a name, and questions that only look alike.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/detail/asked_uses.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace codeweaver::text {
namespace {

std::string name_in(std::string_view query) {
  const auto asked = asked_uses(query);
  return asked ? asked->name : "-";
}

}  // namespace

TEST_CASE("asked uses: the name of a question for callers, uses, references or effects") {
  for (const auto* query : {
           "who calls apply_tariff",
           "what triggers apply_tariff",
           "Who calls `apply_tariff()`?",
           "which functions call the function apply_tariff",
           "callers of apply_tariff",
           "find all references to apply_tariff",
           "show me the usages of apply_tariff",
           "where is apply_tariff used",
           "where else is the function apply_tariff called from?",
           "where do we use apply_tariff",
           "what uses apply_tariff",
           "what depends on apply_tariff",
           "what breaks if apply_tariff changes",
           "what breaks if I change the signature of apply_tariff",
           "what happens if we remove apply_tariff",
           "impact of renaming apply_tariff",
           "who prices a parcel through apply_tariff",
           "which code prices parcels using apply_tariff",
       }) {
    CAPTURE(query);
    CHECK(name_in(query) == "apply_tariff");
  }
  CHECK(asked_uses("who calls apply_tariff for parcels at night")->rest == "for parcels at night");
  CHECK(asked_uses("where is apply_tariff used in the night run")->rest == "in the night run");
  CHECK(asked_uses("who prices a parcel through apply_tariff")->rest == "prices a parcel");
  CHECK(name_in("who calls Parcel::weigh") == "Parcel::weigh");
  CHECK(name_in("who uses BlockReader.read") == "BlockReader.read");
}

TEST_CASE("asked uses: a question for callees, for tests or for the effects of a change") {
  using Relation = AskedUses::Relation;
  const std::pair<Relation, std::string_view> forms[] = {
      {Relation::kUses, "who calls apply_tariff"},
      {Relation::kUses, "which functions call apply_tariff"},
      {Relation::kImpact, "what breaks if I change apply_tariff"},
      {Relation::kImpact, "impact of renaming apply_tariff"},
      {Relation::kCallees, "what does apply_tariff call?"},
      {Relation::kCallees, "which functions does the method apply_tariff call"},
      {Relation::kCallees, "callees of apply_tariff"},
      {Relation::kCallees, "what is called by apply_tariff"},
      {Relation::kTests, "tests for apply_tariff"},
      {Relation::kTests, "show me the tests of apply_tariff()"},
      {Relation::kTests, "which tests cover apply_tariff"},
      {Relation::kTests, "what tests call apply_tariff"},
      {Relation::kTests, "where is apply_tariff tested"},
  };
  for (const auto& [relation, query] : forms) {
    CAPTURE(query);
    const auto asked = asked_uses(query);
    REQUIRE(asked);
    CHECK(asked->name == "apply_tariff");
    CHECK(asked->relation == relation);
    CHECK(asked->rest.empty());
  }
  CHECK_FALSE(asked_uses("tests for apply_tariff at night"));
  CHECK_FALSE(asked_uses("what does the parser do"));
}

TEST_CASE("asked uses: a plain word is marked, because it may be no name") {
  CHECK(asked_uses("who calls reprice")->is_code_name == false);
  CHECK(asked_uses("who calls reprice()")->is_code_name == true);
  CHECK(asked_uses("who calls reprice_all")->is_code_name == true);
}

TEST_CASE("asked uses: other questions have none") {
  for (const auto* query :
       {"", "who calls", "callers of", "where is apply_tariff", "where is apply_tariff defined",
        "what happens when apply_tariff fails", "how do we use apply_tariff in a test",
        "who calls the payment provider when an order is late", "who uses parcels in the night run",
        "who prices a parcel through tariffs", "what happens to a parcel through apply_tariff",
        "apply_tariff", "where are failed uploads retried"}) {
    CAPTURE(query);
    CHECK(name_in(query) == "-");
  }
  CHECK(name_in(std::string(300, 'a')) == "-");
}

}  // namespace codeweaver::text
