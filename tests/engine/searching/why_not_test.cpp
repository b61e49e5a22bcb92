// Tests of HybridSearcher::why_not: each stage that can exclude a file, and the reason.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/why_not.hpp"

#include <doctest/doctest.h>

#include <string>

#include "engine/fixture.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;

const ProjectFixture& shop_with_oddities() {
  static ProjectFixture project;
  static const auto report = [] {
    project.write("src/blob.py", std::string("\x00\x01\x02\x00", 4));
    project.write("src/empty.py", "");
    return project.index();
  }();
  REQUIRE(report.status == IndexStatus::kSuccess);
  return project;
}

constexpr const char* kQuery = "where do we retry failed uploads";
constexpr const char* kAnswer = "src/billing/upload.py";
constexpr const char* kOtherFile = "src/database/pool.py";

HybridSearcher searcher() {
  auto opened = HybridSearcher::open(shop_with_oddities().state(),
                                     {test::embedder(), *make_learned_reranker(), {}, {}});
  REQUIRE(opened);
  return std::move(*opened);
}

WhyNot why(std::string_view path, const SearchOptions& options = {}) {
  auto why = searcher().why_not(kQuery, path, options);
  if (!why) FAIL(why.error().message());
  CHECK_FALSE(why->reason.empty());
  return std::move(*why);
}

TEST_CASE("why not: what is in the answer is said to be, at the rank that it has there") {
  const auto answer = *searcher().search(kQuery);
  const auto reason = why(kAnswer);
  CHECK(reason.stage == WhyNotStage::kAnswered);
  REQUIRE(reason.rank);
  CHECK(answer.matches.at(*reason.rank - 1).file.path == kAnswer);
  CHECK(reason.lexical_rank == std::size_t{1});
  CHECK(why("./" + std::string(kAnswer)).stage == WhyNotStage::kAnswered);
  CHECK(why((shop_with_oddities().root() / kAnswer).string()).path == kAnswer);
}

TEST_CASE("why not: a file that the index does not hold is told with the recorded reason") {
  CHECK(why("src/none.py").stage == WhyNotStage::kNotIndexed);
  CHECK(why("src/none.py").reason.find("is not in the index") != std::string::npos);
  const auto blob = why("src/blob.py");
  CHECK(blob.stage == WhyNotStage::kNotIndexed);
  CHECK(blob.reason.find("skipped") != std::string::npos);
  CHECK(blob.reason.find("binary") != std::string::npos);
  CHECK(why("src/empty.py").stage == WhyNotStage::kNotIndexed);
}

TEST_CASE("why not: the filter that leaves a file out is named with its value") {
  struct Row {
    SearchFilter filter;
    std::string path, field, value;
  };
  for (const auto& row : {
           Row{{.include_tests = false}, "tests/test_auth.py", "include_tests", "false"},
           Row{{.focus_languages = {"ts", "go"}}, kAnswer, "focus_languages", "go, typescript"},
           Row{{.directory = "web/"}, kAnswer, "directory", "web"},
           Row{{.file_type = ".TS"}, kAnswer, "file_type", "ts"},
           Row{{.file_glob = "src/auth/*"}, kAnswer, "file_glob", "src/auth/*"},
       }) {
    CAPTURE(row.field);
    SearchOptions options;
    options.filter = row.filter;
    const auto reason = why(row.path, options);
    CHECK(reason.stage == WhyNotStage::kFiltered);
    CHECK(reason.filter == row.field);
    CHECK(reason.filter_value == row.value);
    CHECK(reason.reason.find(row.field) != std::string::npos);
  }
}

TEST_CASE("why not: what neither side lists is looked for deeper") {
  const auto reason = why(kOtherFile, {.top_k = 1, .candidates = 1});
  CHECK(reason.stage == WhyNotStage::kNotRetrieved);
  REQUIRE(reason.dense_rank);
  CHECK(*reason.dense_rank > 1);
  CHECK(reason.limit == 1.0);
  CHECK(reason.reason.find("by meaning (rank ") != std::string::npos);
}

TEST_CASE("why not: a file past the rerank depth is told its rank after fusion") {
  SearchOptions options{.top_k = 1, .rerank_depth = 1};
  const auto reason = why(kOtherFile, options);
  CHECK(reason.stage == WhyNotStage::kRerankDepth);
  REQUIRE(reason.fused_rank);
  CHECK(*reason.fused_rank > 1);
  CHECK(reason.limit == 1.0);
}

TEST_CASE("why not: a dissimilar file is told its similarity and the limit") {
  SearchOptions options;
  options.filter.min_similarity = 0.999;
  const auto reason = why(kOtherFile, options);
  CHECK(reason.stage == WhyNotStage::kMinSimilarity);
  REQUIRE(reason.similarity);
  CHECK(*reason.similarity < 0.999);
  CHECK(reason.limit == 0.999);
}

TEST_CASE("why not: a file below the last one shown is told its rank and what differs") {
  SearchOptions options{.top_k = 1};
  options.filter.min_similarity = 0;
  const auto reason = why(kOtherFile, options);
  CHECK(reason.stage == WhyNotStage::kTopK);
  REQUIRE(reason.rank);
  CHECK(*reason.rank > 1);
  CHECK(*reason.relevance < *reason.limit);
  REQUIRE(reason.differences.size() == 6);
  for (const auto& difference : reason.differences)
    CHECK(difference.value != doctest::Approx(difference.shown));
  options.top_k = *reason.rank;
  CHECK(why(kOtherFile, options).stage == WhyNotStage::kAnswered);
}

TEST_CASE("why not: a file that the token limit cuts is told so") {
  SearchOptions options;
  options.filter.min_similarity = 0;
  options.token_limit = 30;
  const auto reason = why("src/auth/middleware.py", options);
  CHECK(reason.stage == WhyNotStage::kTokenLimit);
  CHECK(reason.rank > std::size_t{1});
  CHECK(reason.limit == 30.0);
}

TEST_CASE("why not: a bad query is refused as in a search") {
  CHECK(searcher().why_not(" ", kAnswer).error().code == "EMPTY_QUERY");
}

TEST_CASE("explanations: ranks and effects of each match, stage by stage") {
  const auto answer = *searcher().search(kQuery, {.explain = true});
  REQUIRE_FALSE(answer.matches.empty());
  for (std::size_t i = 0; i < answer.matches.size(); ++i) {
    const auto& match = answer.matches[i];
    REQUIRE(match.ranks);
    CHECK(match.ranks->answer == i + 1);
    CHECK(match.ranks->fused >= 1);
    CHECK(match.ranks->reranked.value_or(0) >= 1);
    CHECK_FALSE(match.effects.empty());
    CHECK(match.explanation.at(0).starts_with("ranks: lexical "));
    CHECK(match.explanation.back().starts_with("effects: "));
  }
  CHECK(answer.answer_features.contains("rerank_best"));
  CHECK_FALSE((*searcher().search(kQuery)).matches[0].ranks);
}

TEST_CASE("confidence: high where the answer is, low for a question on other code, else unset") {
  const auto right = *searcher().search(kQuery);
  const auto wrong = *searcher().search("render volumetric clouds with a ray-marching shader");
  REQUIRE(right.confidence);
  REQUIRE(wrong.confidence);
  CHECK(*right.confidence > kGoodConfidence);
  CHECK(*wrong.confidence < kGoodConfidence);
  auto ruled = HybridSearcher::open(shop_with_oddities().state(),
                                    {test::embedder(), make_rule_reranker(), {}, {}});
  REQUIRE(ruled);
  CHECK_FALSE(ruled->search(kQuery)->confidence);  // the curve is not for its scores
  SearchOptions sparse;
  sparse.retrieval = Retrieval::kSparse;
  CHECK_FALSE(searcher().search(kQuery, sparse)->confidence);
}

TEST_CASE("confidence: min_similarity leaves matches out, and changes nothing in the judgement") {
  for (const auto& query :
       {std::string(kQuery), std::string("render volumetric clouds with a ray-marching shader"),
        std::string("parse the tax form of a museum ticket"), std::string("retry uploads")}) {
    CAPTURE(query);
    SearchOptions options;
    options.filter.min_similarity = 0;
    const auto whole = *searcher().search(query, options);
    REQUIRE(whole.confidence);
    bool is_cut = false;
    for (const double least : {0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8}) {
      CAPTURE(least);
      for (const bool is_explained : {false, true}) {
        options.explain = is_explained;
        options.filter.min_similarity = least;
        const auto cut = *searcher().search(query, options);
        if (cut.matches.empty()) continue;
        is_cut = is_cut || cut.matches.size() < whole.matches.size();
        CHECK(*cut.confidence == doctest::Approx(*whole.confidence));
        options.filter.min_similarity.reset();
        options.min_similarity = least;
        const auto by_default = *searcher().search(query, options);
        if (!by_default.matches.empty())
          CHECK(*by_default.confidence == doctest::Approx(*whole.confidence));
      }
    }
    CHECK(is_cut);
  }
}

}  // namespace
}  // namespace codeweaver
