// Tests of the parts of an answer: candidates, lanes, confidence, budgets, summaries.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/searching/answer/assemble.hpp"
#include "engine/searching/fuse/candidate.hpp"
#include "engine/searching/lookup/named_definitions.hpp"
#include "engine/searching/lookup/source_places.hpp"
#include "engine/searching/rank/candidate_texts.hpp"
#include "engine/searching/rank/confidence.hpp"
#include "engine/searching/retrieve/lane.hpp"
#include "engine/state/search_target.hpp"

namespace codeweaver::engine {
namespace {

Candidate with_text(std::string symbol, std::string text, bool is_test = false) {
  Candidate out;
  out.info.path = is_test ? "tests/a.py" : "src/a.py";
  out.info.is_test = is_test;
  store::ChunkText chunk;
  chunk.record.symbol = std::move(symbol);
  chunk.text = std::move(text);
  out.content = std::make_shared<const store::ChunkText>(std::move(chunk));
  return out;
}

CodeMatch match_of(std::string path, std::string content, std::string language = "python") {
  CodeMatch out;
  out.file.path = std::move(path);
  out.file.language = std::move(language);
  out.span = {3, 4};
  out.content.content = std::move(content);
  return out;
}

std::string place_of(std::string_view query) {
  const auto place = read_place(query);
  return place ? place->file + '@' + std::to_string(place->line) : "none";
}

constexpr std::size_t kBoth[] = {0, 1};

}  // namespace

TEST_CASE("candidate: what a definition is in a test, and when it comes before what is related") {
  Candidate found;
  found.info.semantic_class = SemanticClass::kDefinitionCallable;
  CHECK(found.semantic_class() == SemanticClass::kDefinitionCallable);
  found.info.is_test = true;
  CHECK(found.semantic_class() == SemanticClass::kDefinitionTest);
  CHECK(found.is_of_kind(text::AskedKind::kTests));
  CHECK_FALSE(found.is_of_kind(text::AskedKind::kAny));
  CHECK_FALSE(found.is_exact());
  found.exact = rank::ExactMatch::kIdentifier;
  CHECK_FALSE(found.is_exact());
  found.exact = rank::ExactMatch::kIdentifierSymbol;
  CHECK(found.is_exact());
}

TEST_CASE("lane: the more a name is like the one asked for, the higher, and bands do not overlap") {
  using text::NameMatch;
  double above = 2;
  for (const auto match : {NameMatch::kExact, NameMatch::kStyle, NameMatch::kBegins,
                           NameMatch::kHolds, NameMatch::kNear, NameMatch::kParts}) {
    CHECK(least_of(match) < above);
    CHECK(least_of(match) + kLaneWidth <= above + 1e-9);
    above = least_of(match);
  }
}

TEST_CASE("confidence: grows with the rerank score and falls with words that nothing holds") {
  AnswerFeatures features{};
  features[0] = 1;
  const double plain = confidence(features);
  features[0] = 3;
  CHECK(confidence(features) > plain);
  features[4] = 0.9;
  CHECK(confidence(features) > 0.5);
  CHECK(confidence(features) < 1);
}

TEST_CASE("confidence: of a lane by how much the query says") {
  CHECK(confidence(Lane{LaneKind::kPlace}) > confidence(Lane{LaneKind::kText}));
  const auto named = [](text::NameMatch match) {
    return confidence(Lane{LaneKind::kName, 0, 0, 0, match});
  };
  CHECK(named(text::NameMatch::kExact) > named(text::NameMatch::kStyle));
  CHECK(named(text::NameMatch::kStyle) > named(text::NameMatch::kHolds));
  CHECK(named(text::NameMatch::kHolds) > named(text::NameMatch::kNear));
}

TEST_CASE("source place: paths with lines, of all writings; no host, no range of words") {
  CHECK(place_of("src/a.py:12") == "src/a.py@12");
  CHECK(place_of(" a.py:12:5 ") == "a.py@12");
  CHECK(place_of("a.py#L12") == "a.py@12");
  CHECK(place_of("a.py:12-20") == "a.py@12");
  CHECK(place_of("C:\\work\\a.cpp:7") == "C:\\work\\a.cpp@7");
  CHECK(place_of("src/a.py") == "src/a.py@0");
  CHECK(place_of("Makefile:3") == "Makefile@3");
  CHECK(place_of("localhost:80") == "none");
  CHECK(place_of("a.py:0") == "none");
  CHECK(place_of("src/") == "none");
  CHECK(place_of("where is a.py:12") == "none");
  CHECK(place_of("") == "none");
}

TEST_CASE("named definitions: a constructor and an impl declare what another one defines") {
  CHECK(is_secondary({"Pool", "Pool.Pool", "method", {}}));
  CHECK(is_secondary({"Pool", "office::Pool::Pool", "function", {}}));
  CHECK(is_secondary({"Pool", "Pool", "impl", {}}));
  CHECK_FALSE(is_secondary({"Pool", "office::Pool", "class", {}}));
  CHECK_FALSE(is_secondary({"Pool", "LargePool.Pooled", "class", {}}));
}

TEST_CASE("verbatim: a test that is named after what it tests defines nothing beside it") {
  const VerbatimMatcher matcher("check_sum");
  CHECK(matcher.is_name());
  std::vector<Candidate> both{with_text("check_sum", "def check_sum(): pass"),
                              with_text("check_sum", "def check_sum(): assert 1", true)};
  matcher.mark(both, kBoth);
  CHECK(both[0].exact == rank::ExactMatch::kIdentifierSymbol);
  CHECK(both[1].exact == rank::ExactMatch::kIdentifier);
  std::vector<Candidate> alone{both[1]};
  matcher.mark(alone, std::span(kBoth).first(1));
  CHECK(alone[0].exact == rank::ExactMatch::kIdentifierSymbol);
}

TEST_CASE("reranker's pair: without its text a candidate is judged by its path and its sides") {
  Candidate unread;
  unread.info.path = "src/a.py";
  unread.dense_raw = 0.4;
  const auto without = pair_of(unread, 10);
  CHECK(without.path == "src/a.py");
  CHECK(without.content.empty());
  auto read = with_text("f", "def f(): pass");
  const auto with = pair_of(read, 10);
  CHECK(with.symbol == "f");
  CHECK(with.content == "def f(): pass");
  CHECK(with.signals == &read.signals);
}

TEST_CASE("search target: the options within it no longer name what it took care of") {
  SearchTarget target;
  target.lines = LineFilter{{"a.py", {{1, 2}}}};
  SearchOptions asked;
  asked.ref = "main";
  asked.changed_in = "main..topic";
  asked.filter.purpose = Purpose::kCodeSearch;
  asked.filter.focus_languages = {"python"};
  const auto inside = options_within(target, asked);
  CHECK(inside.ref.empty());
  CHECK(inside.changed_in.empty());
  CHECK_FALSE(inside.filter.purpose);
  CHECK(inside.filter.focus_languages == asked.filter.focus_languages);
  CHECK(inside.filter.lines == target.lines);
}

TEST_CASE("budget: matches are cut, then left out, and the warning says what is lacking") {
  std::string body;
  for (int i = 0; i < 200; ++i) body += "value_" + std::to_string(i) + " = 1\n";
  FindCodeResponseSummary answer;
  for (const char* const path : {"a.py", "b.py", "c.py"})
    answer.matches.push_back(match_of(path, body));
  auto whole = answer;
  fit_budget(whole, 0, {});
  CHECK(whole.matches.size() == 3);
  CHECK(whole.matches[0].content.content == body);
  auto small = answer;
  fit_budget(small, 20, {});
  CHECK(small.token_count <= 20);
  CHECK(small.matches.size() < 3);
  REQUIRE(small.warnings.size() == 1);
  CHECK(small.warnings[0].find("token_limit 20 allows only") == 0);
  // Before a match is left out it becomes a short snippet.
  std::string function = "def weigh(parcels):\n";
  for (int i = 0; i < 30; ++i) function += "    step_" + std::to_string(i) + "()\n";
  FindCodeResponseSummary two;
  for (const char* const path : {"a.py", "b.py"}) two.matches.push_back(match_of(path, function));
  fit_budget(two, 300, {});
  REQUIRE(two.matches.size() == 2);
  CHECK(two.matches[0].content.content == function);
  CHECK(two.matches[1].content.content.starts_with("def weigh(parcels):\n"));
  CHECK(two.matches[1].content.content.ends_with("\n...\n"));
  auto none = answer;
  fit_budget(none, 1, {});
  CHECK(none.matches.empty());
  CHECK(none.total_results == 0);
  CHECK(summarize(none) == none.warnings[0]);
}

TEST_CASE("summary: the best three by place and name, or how much was searched") {
  FindCodeResponseSummary answer;
  answer.searched_chunks = 7;
  answer.searched_files = 2;
  CHECK(summarize(answer) == "No results found (searched 7 chunks across 2 files)");
  answer.searched_chunks = 12'345;
  answer.searched_files = 1;
  CHECK(summarize(answer) == "No results found (searched 12,345 chunks across 1 file)");
  for (int i = 0; i < 5; ++i)
    answer.matches.push_back(match_of("f" + std::to_string(i) + ".py", "", i == 0 ? "c" : ""));
  answer.matches[0].content.chunk_name = "f0.py:open";
  answer.matches[0].content.metadata.emplace("kind", "function");
  CHECK(summarize(answer) ==
        "Found 5 matches. Best: f0.py:3-4 (function open); f1.py:3-4; f2.py:3-4");
  answer.confidence = 0.071;
  CHECK(summarize(answer) ==
        "Nothing matches well (confidence 0.07). Nearest: f0.py:3-4 (function open); f1.py:3-4; "
        "f2.py:3-4");
  answer.confidence = kGoodConfidence;
  CHECK(summarize(answer).starts_with("Found 5 matches."));
  CHECK(languages_of(answer.matches) == std::vector<std::string>{"c"});
  CHECK(words_of("std::map, C++?") == std::vector<std::string>{"std", "map", "C++"});
}

}  // namespace codeweaver::engine
