// Tests of evaluation: groups, means, comparisons and the report, with known numbers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/evaluation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "evaluate/report.hpp"

using namespace codeweaver;
using namespace codeweaver::evaluate;

namespace {

constexpr std::size_t kFile = static_cast<std::size_t>(Level::kFile);

Query query(const std::string& repo, const std::string& id, const std::string& text,
            const std::string& category) {
  return {{repo, id}, text, repo == "r" ? "c" : "go", category, "", {{"a.c", {}, false}}};
}
RankedList list(const std::vector<std::string>& paths) {
  RankedList out;
  for (const auto& path : paths) out.push_back({path, {1, 2}, 0, 10});
  return out;
}

/// Three queries: found at rank 1, at rank 2, not at all.
Experiment experiment() {
  Experiment out;
  out.queries = {query("r", "1", "alpha", "symbol"), query("r", "2", "beta", "behaviour"),
                 query("s", "1", "gamma", "behaviour")};
  out.answers = {
      {"default", {list({"a.c", "b.c"}), list({"b.c", "a.c"}), list({"b.c"})}, {1.0, 3.0, 2.0}}};
  out.repositories = 2;
  return out;
}

template <class Groups>
const auto& named(const Groups& groups, const std::string& dimension, const std::string& name) {
  const auto found = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
    return group.dimension == dimension && group.name == name;
  });
  REQUIRE(found != groups.end());
  return *found;
}

}  // namespace

TEST_CASE("evaluation: the groups are all, languages, categories, repositories, the fixed one") {
  const auto groups = groups_of(experiment().queries);
  std::string names;
  for (const auto& group : groups)
    names += group.dimension + ":" + group.name + "=" + std::to_string(group.members.size()) + " ";
  CHECK(names ==
        "overall:all=3 language:c=2 language:go=1 category:behaviour=2 category:symbol=1 "
        "repo:r=2 repo:s=1 fixed:no shared word=2 ");
  CHECK(groups_of({}).empty());
}

TEST_CASE("evaluation: a group's figures are means over its queries") {
  const auto report = make_report(experiment());
  const double second = 1 / std::log2(3.0);
  const auto& all = named(report.groups, "overall", "all");
  CHECK(all.queries == 3);
  CHECK(all.repositories == 2);
  const MetricValues wanted = {(1 + second) / 3, 1.5 / 3, 2.0 / 3, 1.0 / 3, 2.0 / 3, 2.0 / 3};
  for (std::size_t i = 0; i < kMetricCount; ++i)
    CHECK(all.metrics[kFile][i] == doctest::Approx(wanted[i]));
  CHECK(all.tokens[kFile] == doctest::Approx((10 + 20 + 10) / 3.0));
  const auto& behaviour = named(report.groups, "category", "behaviour");
  CHECK(at(behaviour.metrics[kFile], Metric::kNdcg) == doctest::Approx(second / 2));
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    CHECK(all.intervals[kFile][i].low <= all.metrics[kFile][i]);
    CHECK(all.intervals[kFile][i].high >= all.metrics[kFile][i]);
  }
  CHECK(report.latency_p50_ms == 2);
  CHECK(report.latency_p95_ms == doctest::Approx(2.9));
  CHECK(report.ablations.empty());
}

TEST_CASE("evaluation: against itself nothing differs; what the file lacks is left out") {
  const auto ran = experiment();
  const auto report = make_report(ran);
  std::map<QueryKey, RankedList> same;
  for (std::size_t i = 0; i < 3; ++i) same[ran.queries[i].key] = ran.answers[0].lists[i];
  const auto equal = make_versus(report, "same", same, "/nowhere");
  CHECK(equal.unasked == 0);
  for (const auto& group : equal.differences) {
    CHECK(at(group.difference[kFile], Metric::kNdcg) == 0);
    CHECK(at(group.p_values[kFile], Metric::kNdcg) == 1);
  }
  same.erase({"r", "1"});
  same[{"r", "2"}] = list({"a.c"});
  const auto fewer = make_versus(report, "fewer", same, "/nowhere");
  CHECK(fewer.unasked == 1);
  const auto& all = named(fewer.differences, "overall", "all");
  CHECK(all.queries == 2);
  CHECK(at(all.difference[kFile], Metric::kNdcg) == doctest::Approx((1 / std::log2(3.0) - 1) / 2));
  CHECK(at(all.ours[kFile], Metric::kHit1) == 0);
  CHECK(at(all.theirs[kFile], Metric::kHit1) == 0.5);
  CHECK(named(fewer.groups, "overall", "all").queries == 2);
  CHECK(make_versus(report, "other", {{{"z", "1"}, {}}}, "/nowhere").groups.empty());
}

TEST_CASE("evaluation: each ablation is compared with the one before") {
  auto ran = experiment();
  ran.answers.insert(ran.answers.begin(),
                     {"weak", {list({}), list({"b.c", "a.c"}), list({})}, {1.0, 1.0, 1.0}});
  const auto report = make_report(ran);
  REQUIRE(report.ablations.size() == 2);
  CHECK(report.ablations[0].name == "weak");
  CHECK_FALSE(report.ablations[0].step);
  CHECK(*report.ablations[1].step == doctest::Approx(1.0 / 3));
  CHECK(*report.ablations[1].p_value == 1);  // one query differs, and either sign is as likely
  CHECK(at(report.ablations[1].score.metrics[kFile], Metric::kMrr) == doctest::Approx(0.5));
}

TEST_CASE("evaluation: the ablations end with the options given") {
  SearchOptions options;
  options.top_k = 7;
  options.weights.sparse = 0.2;
  const auto rows = ablations(options);
  REQUIRE(rows.size() == 7);
  for (const auto& row : rows) {
    CHECK(row.options.top_k == 7);
    CHECK(row.options.validate());
  }
  CHECK(rows[0].options.retrieval == Retrieval::kSparse);
  CHECK(rows[1].options.retrieval == Retrieval::kSparse);
  CHECK(rows[1].by_rules);
  CHECK(rows[2].options.retrieval == Retrieval::kDense);
  CHECK(rows[3].options.rerank_depth == 0);
  CHECK(rows[4].by_rules);
  CHECK(rows[5].options.weights.semantic == 0);
  CHECK_FALSE(rows[6].by_rules);
  CHECK(rows[6].options.weights == options.weights);
  CHECK(rows[6].options.rerank_depth == options.rerank_depth);
}

TEST_CASE("evaluation: the JSON form holds every figure") {
  auto ran = experiment();
  ran.without_repository = {query("gone", "1", "x", "web")};
  ran.lost_targets = {"s/a.c"};
  const auto value = to_json(make_report(ran));
  CHECK(*value.find("queries")->if_integer() == 3);
  CHECK(*value.find("missing_repositories")->find("gone")->if_integer() == 1);
  CHECK(*value.find("lost_targets")->if_array()->front().if_string() == "s/a.c");
  const auto& all = value.find("groups")->if_array()->front();
  CHECK(*all.find("file")->find("mrr_10")->find("value")->if_number() == doctest::Approx(0.5));
  CHECK(all.find("span")->find("hit_5")->find("high") != nullptr);
  CHECK(value.find("per_query")->if_array()->size() == 3);
  CHECK(value.find("versus") == nullptr);
}
