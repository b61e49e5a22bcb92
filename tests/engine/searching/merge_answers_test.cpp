// Tests of merged answers of several projects: order, figures, evidence.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/merge_answers.hpp"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include "engine/searching/answers.hpp"

namespace codeweaver::engine {

TEST_CASE("merging: the best of all answers, figures added up") {
  const auto out =
      merge_answers({answer({{"a", 0.9}, {"b", 0.2}}), answer({{"c", 0.5}})}, {.top_k = 2});
  REQUIRE(out.matches.size() == 2);
  CHECK(out.matches[0].file.path == "a");
  CHECK(out.matches[1].file.path == "c");
  CHECK(out.total_matches == 3);
  CHECK(out.stage_times.ranking_ms == 4);
  CHECK(out.confidence == 0.5);
}

TEST_CASE("merging: matches of the project that most speaks for come first, in their order") {
  auto likely = answer({{"a", 0.5}, {"b", 0.4}}), other = answer({{"c", 0.9}});
  likely.project_evidence = 12;
  other.project_evidence = 4;
  other.confidence = 0.9;
  auto routed = std::vector{other, likely};
  route_answers(routed);
  const auto out = merge_answers(std::move(routed), {.top_k = 10});
  REQUIRE(out.matches.size() == 3);
  CHECK(out.matches[0].file.path == "a");
  CHECK(out.matches[0].relevance_score == 0.5);
  CHECK(out.matches[1].file.path == "b");
  CHECK(out.matches[2].relevance_score < 0.1);
  CHECK(out.confidence == 0.5);  // of the answer that is first

  likely.project_evidence.reset();  // other models: what they say does not compare
  auto plain = std::vector{other, likely};
  route_answers(plain);
  CHECK(plain[0].matches[0].relevance_score == 0.9);
}

TEST_CASE("merging: a project without a match does not speak for itself") {
  auto empty = answer({}), other = answer({{"c", 0.9}});
  empty.project_evidence = 20;
  other.project_evidence = 4;
  auto routed = std::vector{empty, other};
  route_answers(routed);
  CHECK(routed[1].matches[0].relevance_score == 0.9);
}

}  // namespace codeweaver::engine
