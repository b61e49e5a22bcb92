// Tests of importance, fusion and relevance.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "codeweaver/detail/fusion.hpp"
#include "codeweaver/detail/importance.hpp"
#include "codeweaver/detail/relevance.hpp"

using namespace codeweaver;  // NOLINT(google-build-using-namespace)

namespace {

using List = std::vector<rank::Ranked<int>>;

std::vector<SemanticClass> all_classes() {
  std::vector<SemanticClass> classes;
  for (std::size_t i = 0; i < kSemanticClassCount; ++i)
    classes.push_back(static_cast<SemanticClass>(i));
  return classes;
}
std::vector<std::optional<IntentType>> all_intents() {
  std::vector<std::optional<IntentType>> intents = {std::nullopt};
  for (std::size_t i = 0; i < kIntentTypeCount; ++i) intents.push_back(static_cast<IntentType>(i));
  return intents;
}

List random_list(std::mt19937& random, std::size_t size) {
  std::vector<int> ids(40);
  for (int i = 0; i < 40; ++i) ids[static_cast<std::size_t>(i)] = i;
  std::shuffle(ids.begin(), ids.end(), random);
  List list;
  for (std::size_t i = 0; i < size; ++i)
    list.push_back({ids[i], static_cast<double>(random() % 10)});  // many ties
  std::sort(list.begin(), list.end(), rank::ranks_before<int>);
  return list;
}

List rrf(const std::vector<List>& lists, double k = 60) {
  std::vector<rank::RankedList<int>> views;
  for (const List& list : lists) views.push_back({list, 1});
  return rank::fuse_rrf<int>(views, k);
}

}  // namespace

TEST_CASE("importance: reads the score that the intent names") {
  constexpr ImportanceScores type = importance_of(SemanticClass::kDefinitionType);
  CHECK(type.discovery == 0.95);
  using enum IntentType;
  CHECK(rank::importance(SemanticClass::kDefinitionType, kUnderstand) == type.comprehension);
  CHECK(rank::importance(SemanticClass::kDefinitionType, kDebug) == type.debugging);
  CHECK(rank::importance(SemanticClass::kDefinitionType, kImplement) ==
        doctest::Approx((type.discovery + type.modification) / 2));
  const std::pair<std::optional<IntentType>, AgentTask> mapped[] = {
      {kTest, AgentTask::kTest},           {kDocument, AgentTask::kDocument},
      {kOptimize, AgentTask::kReview},     {kConfigure, AgentTask::kLocalEdit},
      {std::nullopt, AgentTask::kDefault},
  };
  for (const auto& [intent, task] : mapped)
    CHECK(rank::importance(SemanticClass::kFlowAsync, intent) ==
          rank::profile_importance(importance_of(SemanticClass::kFlowAsync), task));
}

TEST_CASE("importance: the debug profile is 0.2, 0.3, 0.1, 0.35, 0.05") {
  const ImportanceScores s = importance_of(SemanticClass::kBoundaryError);
  CHECK(rank::profile_importance(s, AgentTask::kDebug) ==
        doctest::Approx(0.2 * s.discovery + 0.3 * s.comprehension + 0.1 * s.modification +
                        0.35 * s.debugging + 0.05 * s.documentation));
}

TEST_CASE("importance: a given task overrides the intent's reading but not its boost") {
  for (const SemanticClass value : all_classes())
    for (const auto intent : all_intents()) {
      CHECK(rank::importance(value, intent, AgentTask::kReview) ==
            rank::importance(value, std::nullopt, AgentTask::kReview));
      CHECK(rank::semantic_score(value, intent, AgentTask::kReview) ==
            rank::boosted(rank::importance(value, std::nullopt, AgentTask::kReview),
                          rank::boost(value, intent)));
    }
}

TEST_CASE("importance: boosts are those of the specification") {
  for (const SemanticClass value : all_classes()) {
    const std::string name(to_string(value));
    const bool definition = name.starts_with("definition_");
    const bool boundary = name.starts_with("boundary_");
    const bool flow = name.starts_with("flow_") || name.starts_with("operation_");
    CAPTURE(name);
    using enum IntentType;
    CHECK(rank::boost(value, kUnderstand) == (definition ? 1.5 : 1.0));
    CHECK(rank::boost(value, kImplement) == (definition || boundary ? 1.3 : 1.0));
    CHECK(rank::boost(value, kDebug) == (flow ? 1.4 : 1.0));
    CHECK(rank::boost(value, kTest) == (name == "definition_test" ? 2.0 : 1.0));
    CHECK(rank::boost(value, kOptimize) == 1.0);
    CHECK(rank::boost(value, std::nullopt) == 1.0);
  }
}

TEST_CASE("importance: a boost multiplies the odds and never leaves [0, 1]") {
  for (double s = 0; s <= 1.0; s += 0.01)
    for (const double b : {1.0, 1.3, 1.4, 1.5, 2.0}) {
      const double score = rank::boosted(s, b);
      CHECK(score >= s - 1e-12);
      CHECK(score <= 1.0);
      if (s > 0 && s < 0.999) CHECK(score / (1 - score) == doctest::Approx(b * s / (1 - s)));
    }
  CHECK(rank::boosted(0, 2) == 0);
  CHECK(rank::boosted(1, 2) == 1);
  for (const SemanticClass value : all_classes())
    for (const auto intent : all_intents()) {
      const double score = rank::semantic_score(value, intent);
      CHECK(score > 0);
      CHECK(score < 1);
    }
}

TEST_CASE("rrf: equals the formula by hand, and a document found by both outranks one by one") {
  const List fused = rrf({{{1, 9}, {2, 8}, {3, 7}}, {{2, 0.5}, {4, 0.4}}});
  REQUIRE(fused.size() == 4);
  CHECK(fused[0].id == 2);
  CHECK(fused[0].score == doctest::Approx(1.0 / 62 + 1.0 / 61));
  CHECK(fused[1].id == 1);
  CHECK(fused[1].score == doctest::Approx(1.0 / 61));
}

TEST_CASE("rrf: equals a reference on random lists, whatever the scale of their scores") {
  std::mt19937 random(17);
  for (int round = 0; round < 200; ++round) {
    std::vector<List> lists;
    for (int i = 0; i < 3; ++i) lists.push_back(random_list(random, random() % 30));
    std::map<int, double> sums;
    for (const List& list : lists)
      for (std::size_t i = 0; i < list.size(); ++i)
        sums[list[i].id] += 1.0 / (60 + static_cast<double>(i + 1));
    const List fused = rrf(lists);
    CHECK(fused.size() == sums.size());
    CHECK(std::is_sorted(fused.begin(), fused.end(), rank::ranks_before<int>));
    for (const auto& entry : fused) CHECK(entry.score == doctest::Approx(sums[entry.id]));
    for (auto& entry : lists[0]) entry.score = entry.score * 1000 + 5;
    CHECK(rrf(lists) == fused);
  }
}

TEST_CASE("fusion: ties go by id and no list gives no result") {
  CHECK(rrf({{{7, 1}}, {{3, 1}}}).front().id == 3);
  CHECK(rrf({}).empty());
  CHECK(rrf({{}, {}}).empty());
  CHECK(rank::fuse_weighted<int>({}).empty());
}

TEST_CASE("rrf: two lists fuse to the same ranking in either order") {
  std::mt19937 random(19);
  for (int round = 0; round < 100; ++round) {
    const List a = random_list(random, 20), b = random_list(random, 20);
    CHECK(rrf({a, b}) == rrf({b, a}));
  }
}

TEST_CASE("weighted fusion: equals the formula, stays in [0, 1], ignores affine rescaling") {
  const List a = {{1, 10}, {2, 6}, {3, 2}}, b = {{3, 0.9}, {1, 0.1}};
  const std::vector<rank::RankedList<int>> lists = {{a, 3}, {b, 1}};
  const List fused = rank::fuse_weighted<int>(lists);
  REQUIRE(fused.size() == 3);
  CHECK(fused[0] == rank::Ranked<int>{1, 0.75});
  CHECK(fused[1].id == 2);
  CHECK(fused[1].score == doctest::Approx(0.375));
  CHECK(fused[2] == rank::Ranked<int>{3, 0.25});
  List scaled = a;
  for (auto& entry : scaled) entry.score = entry.score * 4 - 3;
  const std::vector<rank::RankedList<int>> rescaled = {{scaled, 3}, {b, 1}};
  CHECK(rank::fuse_weighted<int>(rescaled) == fused);
  const List single = {{5, 0.01}};
  const std::vector<rank::RankedList<int>> one = {{single, 2}};
  CHECK(rank::fuse_weighted<int>(one) == List{{5, 1.0}});
}

TEST_CASE("relevance: equals the specification's formula") {
  const auto result = rank::relevance({0.9, 0.8, 0.5, 0.7});
  CHECK(result.score == doctest::Approx(0.5 * 0.9 + 0.3 * 0.8 + 0.1 * 0.5 + 0.1 * 0.7));
  CHECK(rank::explain(result) ==
        "0.810 = rerank 0.900 x 0.50 + dense 0.800 x 0.30 + sparse 0.500 x 0.10 + semantic 0.700 x "
        "0.10");
}

TEST_CASE("relevance: weights of components that did not run are shared in proportion") {
  const auto result = rank::relevance({std::nullopt, 0.8, 0.4, 0.6});
  CHECK(result.score == doctest::Approx((0.3 * 0.8 + 0.1 * 0.4 + 0.1 * 0.6) / 0.5));
  CHECK(!result.parts[0].value);
  CHECK(result.parts[1].weight == doctest::Approx(0.6));
  CHECK(rank::relevance({}).score == 0);
  CHECK(rank::relevance({std::nullopt, 0.4, 0.8, std::nullopt}, {1, 0, 0, 0}).score ==
        doctest::Approx(0.6));
}

TEST_CASE("relevance: contributions add up, the score is bounded and rises in each component") {
  std::mt19937 random(23);
  const auto uniform = [&random] { return static_cast<double>(random() % 1001) / 1000; };
  for (int round = 0; round < 1000; ++round) {
    std::optional<double> values[4];
    for (auto& value : values)
      if (random() % 4 != 0) value = uniform();
    const rank::RelevanceWeights weights{uniform(), uniform(), uniform(), uniform()};
    const auto base = rank::relevance({values[0], values[1], values[2], values[3]}, weights);
    double sum = 0;
    for (const auto& part : base.parts) sum += part.contribution;
    CHECK(sum == doctest::Approx(base.score));
    CHECK(base.score >= 0);
    CHECK(base.score <= 1);
    for (auto& value : values) {
      if (!value) continue;
      const double saved = *value;
      value = std::min(1.0, saved + 0.1);
      CHECK(rank::relevance({values[0], values[1], values[2], values[3]}, weights).score >=
            base.score);
      value = saved;
    }
  }
}

TEST_CASE("relevance: equal components give that value whatever the weights") {
  for (const double x : {0.0, 0.25, 1.0})
    CHECK(rank::relevance({x, x, x, x}, {0.1, 0.9, 3, 7}).score == doctest::Approx(x));
}

TEST_CASE("relevance: bad weights are refused by name") {
  CHECK(rank::RelevanceWeights{}.validate());
  const auto negative = rank::RelevanceWeights{0.5, -0.1, 0.1, 0.1}.validate();
  REQUIRE(!negative);
  CHECK(negative.error().cause.find("dense") != std::string::npos);
  CHECK(!rank::RelevanceWeights{0, 0, 0, 0}.validate());
  CHECK(!rank::RelevanceWeights{std::numeric_limits<double>::infinity(), 0, 0, 0}.validate());
}
