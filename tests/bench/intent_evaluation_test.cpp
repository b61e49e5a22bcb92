// Tests of the measurement of intents and kinds.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/intent_evaluation.hpp"

#include <doctest/doctest.h>

namespace codeweaver::bench {
namespace {

TEST_CASE("intent evaluation: the figures are those worked out by hand") {
  const std::vector<LabelledQuery> queries = {
      {"the parser crashes", "debug", "natural", ""},
      {"parser crash", "none", "natural", ""},
      {"binary search", "none", "natural", ""},
      {"parse_header", "none", "symbol", ""},
  };
  const IntentReport report = evaluate_intents(queries);
  CHECK(report.queries == 4);
  CHECK(report.intents.accuracy() == 0.75);
  CHECK(report.kinds.accuracy() == 1);
  CHECK(report.kinds.macro_f1() == 1);
  const ClassScore& debug = report.intents.classes[2];
  CHECK(debug.name == "debug");
  CHECK(debug.precision() == 0.5);
  CHECK(debug.recall() == 1);
  CHECK(report.intents.classes.back().recall() == doctest::Approx(2.0 / 3));
  CHECK(report.intents.macro_f1() == doctest::Approx((2.0 / 3 + 0.8) / 2));
}

}  // namespace
}  // namespace codeweaver::bench
