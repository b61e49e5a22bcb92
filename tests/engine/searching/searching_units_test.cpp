// Tests of small parts of a search: order, time limits, query parsing, merging, spooling.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/temporary_folder.hpp"
#include "codeweaver/search_wordings.hpp"
#include "engine/content/memory_shares.hpp"
#include "engine/pushing/item_spool.hpp"
#include "engine/searching/answer/explain.hpp"
#include "engine/searching/fuse_wordings.hpp"
#include "engine/searching/merge_answers.hpp"
#include "engine/searching/open/shared_deadline.hpp"
#include "engine/searching/open/time_limit.hpp"
#include "engine/searching/question/query_reading.hpp"
#include "engine/searching/rank/overview.hpp"
#include "engine/searching/rank/score.hpp"
#include "engine/searching/search.hpp"
#include "engine/state/fault_warning.hpp"
#include "engine/state/file_reasons.hpp"
#include "engine/state/item_path.hpp"
#include "engine/state/model_identity.hpp"

namespace codeweaver::engine {
namespace {

using namespace std::chrono_literals;

Candidate candidate(std::string_view path, std::uint32_t line, double relevance) {
  Candidate out;
  out.info.path = path;
  out.info.lines = {line, line};
  out.relevance = relevance;
  return out;
}

std::vector<std::string> places(const std::vector<Candidate>& candidates) {
  std::vector<std::string> out;
  for (const auto& found : candidates)
    out.push_back(std::string(found.info.path) + ':' + std::to_string(found.info.lines.start_line));
  return out;
}

/// A definition that uses `used`.
Candidate definition(std::string_view path, SemanticClass kind, std::string symbol,
                     std::vector<std::string> used, double relevance) {
  auto out = candidate(path, 1, relevance);
  out.info.semantic_class = kind;
  auto text = std::make_shared<store::ChunkText>();
  text->record.symbol = std::move(symbol);
  text->record.references = std::move(used);
  out.content = std::move(text);
  return out;
}

TEST_CASE("overview: a type that uses the best function, and is nearly as relevant, comes first") {
  const auto order = [](std::vector<std::string> used, double relevance) {
    std::vector<Candidate> found{
        definition("f", SemanticClass::kDefinitionCallable, "check_user", {}, 0.9),
        definition("t", SemanticClass::kDefinitionType, "Middleware", std::move(used), relevance)};
    put_overview_first(found);
    return places(found);
  };
  CHECK(order({"check_user"}, 0.8) == std::vector<std::string>{"t:1", "f:1"});
  CHECK(order({"check_user"}, 0.5) == std::vector<std::string>{"f:1", "t:1"});
  CHECK(order({"other"}, 0.8) == std::vector<std::string>{"f:1", "t:1"});
}

TEST_CASE("order: by relevance, ties by path and line") {
  const auto out = ordered({candidate("b", 1, 0.5), candidate("a", 9, 0.5), candidate("a", 2, 0.5),
                            candidate("c", 1, 0.9)},
                           1);
  CHECK(places(out) == std::vector<std::string>{"c:1", "a:2", "a:9", "b:1"});
}

TEST_CASE(
    "order: each further chunk of a file counts for less, but what defines the name asked for") {
  auto found = std::vector{candidate("a", 1, 0.9), candidate("a", 2, 0.8), candidate("a", 3, 0.7),
                           candidate("b", 1, 0.5)};
  const auto out = ordered(found, 0.5);
  CHECK(places(out) == std::vector<std::string>{"a:1", "b:1", "a:2", "a:3"});
  CHECK(out[2].relevance == doctest::Approx(0.4));
  CHECK(out[2].file_factor == doctest::Approx(0.5));
  CHECK(out[3].relevance == doctest::Approx(0.175));
  found[1].exact = rank::ExactMatch::kIdentifierSymbol;
  CHECK(places(ordered(found, 0.5))[1] == "a:2");
}

TEST_CASE("weights: among documents the reranker counts less, unless somebody chose") {
  std::vector<Candidate> found(10, candidate("a", 1, 0));
  for (std::size_t i = 0; i < 9; ++i)
    found[i].info.semantic_class = SemanticClass::kDocumentationStructured;
  const rank::RelevanceWeights usual, chosen{.rerank = 0.6};
  found[9].info.semantic_class = SemanticClass::kDefinitionCallable;
  const auto among_documents = weights_for(found, usual);
  CHECK(among_documents.rerank < usual.rerank);
  CHECK(among_documents.dense > usual.dense);
  CHECK(among_documents.sparse > usual.sparse);
  CHECK(weights_for(found, chosen) == chosen);
  found[8].info.semantic_class = SemanticClass::kDefinitionCallable;
  CHECK(weights_for(found, usual) == usual);
  CHECK(weights_for({}, usual) == usual);
}

TEST_CASE("order: a file's chunks keep a fifth of their relevance at least") {
  std::vector<Candidate> found;
  for (std::uint32_t line = 1; line <= 60; ++line) found.push_back(candidate("a", line, 1));
  const auto out = ordered(found, 0.85);
  CHECK(out.back().file_factor == doctest::Approx(0.2));
}

TEST_CASE("time limit: none never ends, a missed one stays missed") {
  TimeLimit none({}, {});
  CHECK_FALSE(none.is_over());
  TimeLimit past(1ms, {});
  while (past.elapsed() < 1ms) {
  }
  CHECK(past.is_out_of_time());
  CHECK(past.is_over());
  CHECK(past.was_missed());
  std::stop_source stop;
  TimeLimit stopped({}, CallContext(stop.get_token()));
  CHECK_FALSE(stopped.is_over());
  stop.request_stop();
  CHECK(stopped.is_over());
  CHECK_FALSE(stopped.was_missed());
  CHECK(SharedDeadline(0ms).left() == 0ms);
  CHECK(SharedDeadline(10min).left() <= 10min);
  CHECK(SharedDeadline(10min).left() > 9min);
}

TEST_CASE("query: a name is looked up, a question is not, a trace gives its functions") {
  REQUIRE(read_query(" parse_config() ").symbols.size() == 1);
  CHECK(read_query(" parse_config() ").symbols[0].name == "parse_config");
  CHECK(read_query("a::b").symbols.at(0).name == "a::b");
  CHECK(read_query("where is the config parsed").symbols.empty());
  CHECK(read_query("").terms.empty());
  const auto trace = read_query(
      "Traceback (most recent call last):\n  File \"app/load.py\", line 3, in load_all\n    "
      "load_one(x)\n  File \"app/one.py\", line 9, in load_one\n    raise ValueError(x)\n"
      "ValueError: bad value\n");
  CHECK_FALSE(trace.is_report);
  CHECK(
      read_query("Upload fails\n\nWhen the archive is not reachable for a while, the upload of an "
                 "invoice fails at once and is not tried again, which it should be.")
          .is_report);
  REQUIRE_FALSE(trace.symbols.empty());
  CHECK(trace.symbols[0].name == "load_one");
  CHECK(trace.symbols[0].file_name == "one.py");
}

FindCodeResponseSummary answer(std::vector<std::pair<std::string, double>> matches) {
  FindCodeResponseSummary out;
  for (auto& [path, relevance] : matches) {
    auto& match = out.matches.emplace_back();
    match.file.path = path;
    match.span = {1, 2};
    match.relevance_score = relevance;
    match.audit.name_space = "p/" + path.substr(0, 1);
  }
  out.total_matches = matches.size();
  out.stage_times.ranking_ms = 2;
  out.confidence = 0.25 * static_cast<double>(matches.size());
  return out;
}

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

TEST_CASE("wordings of one question: what several find comes first, the rest by its share") {
  SearchOptions options;
  options.top_k = 2;
  const auto out =
      fuse_wordings({answer({{"a", 0.9}, {"b", 0.6}}), answer({{"b", 0.8}, {"c", 0.3}})}, options);
  REQUIRE(out.matches.size() == 2);
  CHECK(out.matches[0].file.path == "b");
  CHECK(out.matches[0].relevance_score == doctest::Approx(0.7));
  CHECK(out.matches[1].file.path == "a");
  CHECK(out.matches[1].relevance_score == doctest::Approx(0.45));
  CHECK(out.total_results == 2);
  CHECK(fuse_wordings({answer({}), answer({})}, options).matches.empty());
}

TEST_CASE(
    "wordings of one question: the merged answer keeps the token limit, the parts have none") {
  std::vector<std::size_t> limits;
  const auto search = [&](std::string_view, const SearchOptions& within) {
    limits.push_back(within.token_limit);
    auto out = answer({{"a", 0.9}, {"b", 0.8}, {"c", 0.7}});
    for (auto& match : out.matches) match.content.content = "one two three four five six seven";
    return Result<FindCodeResponseSummary>(std::move(out));
  };
  SearchOptions options;
  options.token_limit = 20;
  const std::vector<std::string> others{"another"};
  const auto out = search_wordings("one", others, options, search);
  REQUIRE(out);
  CHECK(limits == std::vector<std::size_t>{0, 0});
  CHECK(out->token_count > 0);
  CHECK(out->token_count <= 20);
  CHECK(out->matches.size() < 3);
  CHECK(out->warnings.size() == 1);
}

TEST_CASE("wordings of one question: an empty one is refused before any search") {
  const auto search = [&](std::string_view, const SearchOptions&) {
    FAIL("searched");
    return Result<FindCodeResponseSummary>(FindCodeResponseSummary());
  };
  const std::vector<std::string> others{"another", " \t"};
  const auto out = search_wordings("one", others, {}, search);
  REQUIRE_FALSE(out);
  CHECK(out.error().code == "EMPTY_QUERY");
  CHECK(out.error().cause == "One of the other wordings of the query is empty");
}

TEST_CASE("item paths: what was put together is taken apart") {
  const auto path = item_path("src/a.py", {10, 42}, "one line", "id:7");
  const auto item = read_item_path(path);
  CHECK(item.path == "src/a.py");
  CHECK(item.first_line == 10);
  CHECK(item.last_line == 42);
  CHECK(item.node_id == "id:7");
  CHECK(read_item_path(item_path("a", {3, 4}, "x\ny\n", "n")).last_line == 0);
  CHECK(read_item_path("src/plain.py").path == "src/plain.py");
  CHECK(shown_path(path) == "src/a.py");
}

TEST_CASE("item spool: gives back what it took, in order, to the last") {
  const test::TemporaryFolder folder;
  ItemSpool spool(folder.path());
  for (int i = 0; i < 300; ++i) {
    PushItem item;
    item.node_id = "n" + std::to_string(i);
    item.node_type = "function";
    item.path = "a.py";
    item.range = {1, 2};
    item.source_audit.captured_at = "2026-01-01T00:00:00Z";
    item.content = std::string(static_cast<std::size_t>(i) * 7 + 1, 'x') + "\nx"[i % 2];
    REQUIRE(spool.put(item));
  }
  CHECK(spool.size() == 300);
  for (int i = 0; i < 300; ++i) {
    const auto item = spool.take();
    REQUIRE(item);
    REQUIRE(*item);
    CHECK((*item)->node_id == "n" + std::to_string(i));
    CHECK((*item)->content.size() == static_cast<std::size_t>(i) * 7 + 2);
  }
  CHECK_FALSE(spool.take()->has_value());
}

TEST_CASE("memory shares: a run's files and its segment fit its budget") {
  for (const std::uint64_t budget : {64ULL << 20, 512ULL << 20, 4096ULL << 20}) {
    CHECK(in_flight_share(budget) + 2 * segment_share(budget) <= budget);
    CHECK(in_flight_share(budget) > 0);
  }
  CHECK(in_flight_share(1) == in_flight_share(64ULL << 20));  // no run is possible with less
  CHECK(in_flight_bytes(1000) == 48'000);
}

TEST_CASE("warnings, records and scores say what they are of") {
  const Error error{ErrorCategory::kIo, "DISK_FULL", "No space is left", "writing", "Make room."};
  CHECK(is_fault(error));
  CHECK_FALSE(is_fault({ErrorCategory::kInvalidArgument, "X", "", "", ""}));
  CHECK(warning_of("It was not saved", error) ==
        "It was not saved: No space is left (DISK_FULL). Make room.");
  CHECK(namespace_warning("p/a", error).starts_with("Namespace p/a was skipped: "));
  CHECK(score_text(0.12349) == "0.123");
  CHECK(model_identity(nullptr) == "none");
  const auto record = search_record("secret words", {.ref = "main"}, error);
  CHECK(record.status == "failed");
  CHECK(record.level == LogLevel::kError);
  SecretCounts counts;
  count_reason(counts, kSecretFile, 2);
  count_reason(counts, masked_reason(3), 4);
  count_reason(counts, "too_large", 5);
  CHECK(counts.left_out_files == 2);
  CHECK(counts.masked_files == 4);
  CHECK(counts.masked_values == 12);
  CHECK(with_bulk("") == "bulk");
  CHECK(says_bulk(with_bulk("")));
  CHECK_FALSE(says_bulk(masked_reason(3)));
  count_reason(counts, with_bulk(masked_reason(3)));
  CHECK(says_bulk(with_bulk(masked_reason(3))));
  CHECK(counts.masked_values == 15);
}

}  // namespace
}  // namespace codeweaver::engine
