// Tests of the stages of a query; why_not uses the same values.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "codeweaver/intent_classifier.hpp"
#include "engine/fixture.hpp"
#include "engine/open_index.hpp"
#include "engine/searching/answer/answer.hpp"
#include "engine/searching/fuse/fuse.hpp"
#include "engine/searching/open/search_context.hpp"
#include "engine/searching/open/time_limit.hpp"
#include "engine/searching/question/question.hpp"
#include "engine/searching/rank/answer_confidence.hpp"
#include "engine/searching/rank/rank.hpp"
#include "engine/searching/retrieve/retrieve.hpp"
#include "engine/searching/search.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {
namespace {

constexpr const char* kUploads = "where do we retry failed uploads";

Question ask(const SearchContext& context, std::string_view query, const SearchOptions& options) {
  auto question = understand(context, query, options, {});
  REQUIRE(question);
  return std::move(*question);
}

/// A question taken through the stages up to its ranking.
struct RankedQuestion {
  Retrieved found;
  Fused fused;  ///< its candidates are those of `ranked`
  std::size_t candidates;
  Ranked ranked;
};

RankedQuestion rank_question(const SearchContext& context, const Question& question) {
  TimeLimit limit({}, {});
  auto found = retrieve(context, question, limit);
  REQUIRE(found);
  auto fused = fuse(context, question, *found);
  const std::size_t count = fused.candidates.size();
  auto ranked = rank_candidates(context, question, *found, std::move(fused.candidates), limit);
  return {std::move(*found), std::move(fused), count, std::move(ranked)};
}

TEST_CASE("question: a query that nobody can answer is refused with what to do") {
  const auto context = open_shop().context();
  const auto code = [&](std::string_view query, const SearchOptions& options) {
    const auto question = understand(context, query, options, {});
    return question ? std::string() : question.error().code;
  };
  CHECK(code(" \n\t", {}) == "EMPTY_QUERY");
  CHECK(code(std::string((32U << 10) + 1, 'a'), {}) == "QUERY_TOO_LONG");
  CHECK(code(std::string(32U << 10, 'a'), {}).empty());
  CHECK(code("x", {.top_k = 0}) == "INVALID_OPTION");
  CHECK(code("x", {.ref = "main"}) == "NEEDS_WORKSPACE");
  CHECK(code("x", {.filter = {.purpose = Purpose::kCodeSearch}}) == "NEEDS_WORKSPACE");
}

TEST_CASE("question: words, intent and the chunks that may answer") {
  const auto context = open_shop().context();
  const SearchOptions all, python{.filter = {.focus_languages = {"python"}}},
      dense{.intent = "test", .retrieval = Retrieval::kDense};
  const auto question = ask(context, kUploads, all);
  CHECK(question.words.contains("upload"));
  CHECK(question.admitted_chunks == context.snapshot.live_chunks);
  const auto narrow = ask(context, kUploads, python);
  CHECK(narrow.admitted_chunks > 0);
  CHECK(narrow.admitted_chunks < question.admitted_chunks);
  const auto meaning = ask(context, kUploads, dense);
  CHECK(meaning.terms.empty());
  CHECK(meaning.words == question.words);
  CHECK(meaning.intent_type() == IntentType::kTest);
  CHECK(meaning.task == task_of(IntentType::kTest));
}

TEST_CASE("retrieval: each side is best first, within its limit and its filter") {
  const auto context = open_shop().context();
  const SearchOptions options{.filter = {.focus_languages = {"python"}}, .candidates = 7};
  const auto question = ask(context, kUploads, options);
  TimeLimit limit({}, {});
  const auto found = retrieve(context, question, limit);
  REQUIRE(found);
  CHECK(found->has_dense());
  for (const auto* list : {&found->lexical, &found->dense}) {
    CHECK_FALSE(list->empty());
    CHECK(list->size() <= 7);
    CHECK(
        std::ranges::is_sorted(*list, std::greater<>(), [](const auto& hit) { return hit.score; }));
    for (const auto& hit : *list) CHECK(open_shop().path_of(hit.id).ends_with(".py"));
  }
  CHECK(found->lexical.front().score <= found->attainable);
}

TEST_CASE("retrieval: a name that is asked for is looked up; a stop ends it") {
  const auto context = open_shop().context();
  const SearchOptions options{.candidates = 1, .retrieval = Retrieval::kSparse};
  const auto question = ask(context, "ConnectionPool", options);
  TimeLimit limit({}, {});
  const auto found = retrieve(context, question, limit);
  REQUIRE(found);
  CHECK_FALSE(found->has_dense());
  REQUIRE_FALSE(found->named.empty());
  CHECK(open_shop().path_of(found->named.front().id) == "src/database/pool.py");
  std::stop_source stop;
  stop.request_stop();
  TimeLimit stopped({}, CallContext(stop.get_token()));
  const auto ended = retrieve(context, question, stopped);
  REQUIRE_FALSE(ended);
  CHECK(ended.error().code == "CANCELLED");
}

TEST_CASE("fusion: the list holds what the sides hold, once; candidates know their places") {
  const auto context = open_shop().context();
  const SearchOptions options{.top_k = 3, .candidates = 20, .rerank_depth = 5};
  const auto question = ask(context, kUploads, options);
  TimeLimit limit({}, {});
  const auto found = retrieve(context, question, limit);
  REQUIRE(found);
  const auto fused = fuse(context, question, *found);
  std::set<store::ChunkKey> sides, list;
  for (const auto* side : {&found->lexical, &found->dense, &found->named})
    for (const auto& hit : *side) sides.insert(hit.id);
  for (const auto& hit : fused.list) CHECK(list.insert(hit.id).second);
  CHECK(list == sides);
  REQUIRE(fused.candidates.size() == 5);
  for (std::size_t i = 0; i < fused.candidates.size(); ++i) {
    const Candidate& candidate = fused.candidates[i];
    const store::ChunkKey key{candidate.part, candidate.chunk};
    CHECK(candidate.fused_rank == i + 1);
    CHECK(key == fused.list[i].id);
    if (candidate.lexical_rank) CHECK(found->lexical[*candidate.lexical_rank - 1].id == key);
    if (candidate.dense_rank) CHECK(found->dense[*candidate.dense_rank - 1].id == key);
    CHECK((candidate.lexical_rank || candidate.dense_rank));
    CHECK_FALSE(candidate.content);
  }
}

TEST_CASE("ranking: best first, what is too dissimilar apart, and nothing lost") {
  const auto context = open_shop().context();
  SearchOptions options{.explain = true};
  options.filter.min_similarity = 0.5;
  const auto question = ask(context, kUploads, options);
  const auto [found, fused, count, ranked] = rank_question(context, question);
  CHECK(ranked.is_reranked);
  CHECK(ranked.candidates.size() + ranked.dissimilar.size() == count);
  REQUIRE_FALSE(ranked.candidates.empty());
  REQUIRE_FALSE(ranked.dissimilar.empty());
  CHECK(std::ranges::is_sorted(ranked.candidates, std::greater<>(),
                               [](const Candidate& one) { return one.scores.relevance; }));
  for (const Candidate& candidate : ranked.candidates)
    CHECK((candidate.scores.similarity >= 0.5 || candidate.exact != rank::ExactMatch::kNone));
  for (const Candidate& candidate : ranked.dissimilar) CHECK(candidate.scores.similarity < 0.5);
}

TEST_CASE("ranking: a doubtful answer is held to no threshold but its own") {
  const auto context = open_shop().context();
  constexpr double kUsual = SearchOptions{}.min_similarity;
  struct Row {
    std::string query;
    std::optional<double> own;
    double held_to;
  };
  const std::string doubtful = "what happens when the goods do not arrive",
                    foreign = "COBOL mainframe integration", good = kUploads;
  for (const Row& row : {Row{good, {}, kUsual}, Row{good, 0.0, 0}, Row{doubtful, {}, 0},
                         Row{doubtful, 0.1, 0.1}, Row{foreign, {}, kUsual}, Row{foreign, 0.0, 0}})
    for (const bool explain : {false, true}) {  // unread beyond need; all
      CAPTURE(row.query);
      CAPTURE(explain);
      SearchOptions options{.top_k = 2, .explain = explain};
      options.filter.min_similarity = row.own;
      const auto question = ask(context, row.query, options);
      const auto ranked = rank_question(context, question).ranked;
      CHECK(ranked.min_similarity == row.held_to);
      for (const Candidate& candidate : ranked.candidates)
        CHECK((candidate.scores.similarity >= row.held_to ||
               candidate.exact != rank::ExactMatch::kNone));
      CHECK(ranked.candidates.empty() == (row.query == foreign && !row.own));
      if (row.held_to == 0) CHECK(ranked.dissimilar.empty());
    }
}

TEST_CASE("judging: of the first ten, and of both sides alone") {
  const auto context = open_shop().context();
  for (const auto retrieval : {Retrieval::kHybrid, Retrieval::kSparse}) {
    SearchOptions options{.retrieval = retrieval};
    options.filter.min_similarity = 0;
    const auto question = ask(context, kUploads, options);
    const auto [found, fused, count, ranked] = rank_question(context, question);
    REQUIRE_FALSE(ranked.candidates.empty());
    std::vector<const Candidate*> best;
    for (const Candidate& candidate : ranked.candidates) best.push_back(&candidate);
    const auto all = answer_confidence(context, question, found, best);
    CHECK(all.has_value() == (retrieval == Retrieval::kHybrid));
    if (!all) continue;
    best.resize(std::min(kJudgedMatches, best.size()));
    CHECK(answer_confidence(context, question, found, best)->confidence == all->confidence);
    CHECK(all->confidence == confidence(all->features));
    CHECK(answer_confidence(context, question, found, {})->confidence == 0);
  }
}

/// The built-in scores under a name like a built-in one.
class Lookalike final : public Reranker {
 public:
  std::string_view name() const noexcept override { return "codeweaver/trees-of-mine"; }
  Result<std::vector<float>> rerank(std::string_view query,
                                    std::span<const RerankCandidate> candidates) const override {
    return test::reranker()->rerank(query, candidates);
  }
};

TEST_CASE("traits: a custom reranker has no confidence and no exact results, whatever its name") {
  const auto shop = open_shop().context();
  const auto ask_with = [&](std::shared_ptr<const Reranker> reranker) {
    HybridSearcher::Parts parts = shop.parts;
    parts.reranker = std::move(reranker);
    const SearchContext context{shop.snapshot,   shop.database, shop.chunks,     shop.identity,
                                shop.statistics, parts,         shop.collection, shop.lacking};
    auto answer = search(context, "pool.py", {}, {});
    REQUIRE(answer);
    REQUIRE_FALSE(answer->matches.empty());
    return std::move(*answer);
  };
  CHECK(ask_with(test::reranker()).confidence);
  CHECK(ask_with(test::reranker()).matches.front().file.path == "src/database/pool.py");
  CHECK_FALSE(ask_with(std::make_shared<Lookalike>()).confidence);
  CHECK_FALSE(ask_with(nullptr).confidence);
  CHECK(test::reranker()->traits().is_built_in);
  CHECK(make_rule_reranker()->traits().is_built_in);
  CHECK_FALSE(make_rule_reranker()->traits().has_calibrated_confidence);
}

TEST_CASE("answer: the best of what was ranked, and why there is none") {
  const auto context = open_shop().context();
  for (const bool is_found : {true, false}) {
    SearchOptions options{.top_k = 2};
    options.filter.min_similarity = is_found ? 0 : 1;
    const auto question = ask(context, is_found ? kUploads : "retry failed uploads", options);
    const auto [found, fused, count, ranked] = rank_question(context, question);
    TimeLimit limit({}, {});
    const auto answer = make_answer(context, question, found, fused, ranked, limit);
    CHECK(answer.total_matches == fused.list.size());
    if (ranked.candidates.empty()) {
      CHECK(answer.matches.empty());
      CHECK_FALSE(answer.suggestions.empty());
      continue;
    }
    REQUIRE(answer.matches.size() == std::min<std::size_t>(2, ranked.candidates.size()));
    for (std::size_t i = 0; i < answer.matches.size(); ++i) {
      CHECK(answer.matches[i].file.path == ranked.candidates[i].info.path);
      CHECK(answer.matches[i].relevance_score == ranked.candidates[i].scores.relevance);
    }
    CHECK(answer.suggestions.empty());
  }
}

TEST_CASE("search: the stages' times make up the whole, and a missed deadline is said once") {
  const auto context = open_shop().context();
  const auto answer = search(context, kUploads, {}, {});
  REQUIRE(answer);
  double sum = 0;
  for (const StageName& stage : kStages) {
    CHECK(answer->stage_times.*stage.milliseconds > 0);
    sum += answer->stage_times.*stage.milliseconds;
  }
  CHECK(sum <= answer->execution_time_ms);

  class Slow final : public Embedder {
   public:
    const EmbedderInfo& info() const noexcept override { return test::embedder()->info(); }
    Result<void> embed_query(std::string_view query, std::span<float> out) const override {
      const auto begin = std::chrono::steady_clock::now();
      while (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(2)) {
      }
      return test::embedder()->embed_query(query, out);
    }
    Result<void> embed_documents(std::span<const std::string_view> texts,
                                 std::span<float> out) const override {
      return test::embedder()->embed_documents(texts, out);
    }
  };
  OpenIndex slow;
  slow.parts().embedder = std::make_shared<Slow>();
  const SearchOptions hurried{.deadline = std::chrono::milliseconds(1)};
  const auto partial = search(slow.context(), kUploads, hurried, {});
  REQUIRE(partial);
  CHECK_FALSE(partial->matches.empty());
  CHECK(std::ranges::count_if(partial->warnings, [](const std::string& warning) {
          return warning.find("deadline") != std::string::npos;
        }) == 1);
}

/// Once, the factor of files was taken twice, and ranks, limits and verdicts came out wrong.
TEST_CASE("why not: agrees with the search at every rank and limit") {
  static OpenIndex library({"include/codeweaver", "src/engine", "src/store"});
  auto opened = HybridSearcher::open(library.state(), {test::embedder(), test::reranker(), {}, {}});
  REQUIRE(opened);
  std::size_t told = 0;
  for (const char* query :
       {"where are segments merged", "lock", "how is a query embedded", "TermCoverage",
        "which files changed since the last run", "for (const auto& part : snapshot.parts)",
        "error when the database is damaged", "tests of the manifest"}) {
    CAPTURE(query);
    const auto whole = opened->search(query, {.top_k = 40, .detail = Detail::kSummary});
    REQUIRE(whole);
    std::set<std::string> files;
    for (const auto& match : whole->matches) files.insert(match.file.path);
    for (const std::size_t top_k : {1, 5, 10, 40}) {
      const SearchOptions options{.top_k = top_k, .detail = Detail::kSummary};
      const auto answer = opened->search(query, options);
      REQUIRE(answer);
      for (const auto& file : files) {
        CAPTURE(file);
        const auto why = opened->why_not(query, file, options);
        REQUIRE(why);
        const auto at = std::ranges::find_if(
            answer->matches, [&](const CodeMatch& match) { return match.file.path == file; });
        if (at != answer->matches.end()) {
          CHECK(why->stage == WhyNotStage::kAnswered);
          CHECK(why->rank == static_cast<std::size_t>(at - answer->matches.begin()) + 1);
          CHECK(why->relevance == at->relevance_score);
        } else if (why->stage == WhyNotStage::kTopK) {
          CHECK(*why->rank > answer->matches.size());
          CHECK(why->limit == answer->matches.back().relevance_score);
          CHECK(*why->relevance <= *why->limit);
        } else {
          CHECK(why->stage == WhyNotStage::kNotRetrieved);  // fewer candidates for fewer matches
        }
        ++told;
      }
    }
  }
  CHECK(told > 200);
}

TEST_CASE("answer: two neighbours that answer are two matches, and every page and rank says so") {
  test::ProjectFixture project("");
  std::string handlers;
  for (int i = 30; i < 34; ++i) {
    const std::string body = i == 31   ? "notify_owner(event, parcel=True)"
                             : i == 33 ? "queue.append((owner(event), event.parcel))"
                                       : "return event.size + " + std::to_string(i);
    handlers += "def handler_" + std::to_string(i) + "(event):\n    " + body + "\n\n\n";
  }
  project.write("handlers.py", handlers);
  project.write("ships.py", "def load(ship):\n    ship.take(parcel_of(ship.owner))\n");
  project.write("trucks.py", "def wash(truck):\n    truck.owner.pay(2)\n");
  REQUIRE(project.index().status == IndexStatus::kSuccess);
  auto opened = HybridSearcher::open(project.state(), {test::embedder(), test::reranker(), {}, {}});
  REQUIRE(opened);

  const SearchOptions options{.explain = true};
  const auto answer = opened->search("the owner of a parcel", options);
  REQUIRE(answer);
  std::vector<const CodeMatch*> both;
  for (const auto& match : answer->matches)
    if (match.file.path == "handlers.py") both.push_back(&match);
  REQUIRE(both.size() == 2);
  CHECK(both[0]->content.chunk_name == "handlers.py:handler_31");
  CHECK(both[1]->content.chunk_name == "handlers.py:handler_33");
  CHECK(both[0]->content.chunk_id == both[1]->content.chunk_id);
  CHECK(both[0]->span == Span{5, 6});
  CHECK(both[1]->span == Span{13, 14});
  CHECK(both[1]->relevance_score < both[0]->relevance_score);
  CHECK(both[0]->audit.node_id != both[1]->audit.node_id);
  CHECK(test::mentions(both[1]->explanation, "another definition in its chunk"));
  CHECK_FALSE(test::mentions(both[0]->explanation, "another definition in its chunk"));
  CHECK(std::ranges::is_sorted(answer->matches, std::greater{}, &CodeMatch::relevance_score));

  for (std::size_t top_k = 1; top_k <= answer->matches.size(); ++top_k) {
    const auto fewer = opened->search("the owner of a parcel", {.top_k = top_k});
    REQUIRE(fewer->matches.size() == top_k);
    CHECK(fewer->matches.back().span == answer->matches[top_k - 1].span);
    CHECK(fewer->matches.back().file.path == answer->matches[top_k - 1].file.path);
    CHECK(answer->matches[top_k - 1].ranks->answer == top_k);
  }
  for (const std::string path : {"handlers.py", "ships.py", "trucks.py"}) {
    const auto why = opened->why_not("the owner of a parcel", path, {.top_k = 1});
    const auto at = std::ranges::find(answer->matches, path,
                                      [](const CodeMatch& match) { return match.file.path; });
    REQUIRE(at != answer->matches.end());
    CHECK(why->rank == static_cast<std::size_t>(at - answer->matches.begin()) + 1);
    CHECK(why->span == at->span);
  }
}

}  // namespace
}  // namespace codeweaver::engine
