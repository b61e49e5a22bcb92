// Tests of the loop over several trees: errors, warnings, the shared deadline, and the merge.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/trees/ask_trees.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "engine/state/fault_warning.hpp"

namespace codeweaver::engine {
namespace {

using std::chrono::milliseconds;

Error error_of(ErrorCategory category) {
  return {category, "TEST", "It failed", "testing", ""};
}

/// A tree that answers with one match.
Tree answering(const std::string& name, double relevance, bool is_main = false) {
  return {name,
          [=](const SearchOptions& /*within*/) -> Result<FindCodeResponseSummary> {
            FindCodeResponseSummary out;
            out.matches.emplace_back();
            out.matches.back().file.path = name + ".py";
            out.matches.back().relevance_score = relevance;
            out.total_matches = 1;
            out.warnings = {"from " + name};
            return out;
          },
          is_main};
}

Tree failing(const std::string& name, ErrorCategory category, bool is_main = false) {
  return {name,
          [=](const SearchOptions& /*within*/) -> Result<FindCodeResponseSummary> {
            return error_of(category);
          },
          is_main};
}

AskRules rules() {
  AskRules out;
  out.survives = is_fault;
  out.warning = [](const Tree& tree, const Error& error) { return tree.name + ": " + error.cause; };
  out.warnings = {"a tree is closed"};
  return out;
}

Result<TreesAnswer> ask(const std::vector<Tree>& trees, const AskRules& by = rules(),
                        milliseconds deadline = {}) {
  SearchOptions options;
  options.deadline = deadline;
  return ask_trees(trees, options, SharedDeadline(deadline), by);
}

std::vector<std::string> paths_of(const TreesAnswer& found) {
  std::vector<std::string> out;
  for (const auto& match : found.answer->matches) out.push_back(match.file.path);
  return out;
}

TEST_CASE("ask trees: matches of all trees by relevance, warnings after those of the first") {
  const auto found =
      ask({answering("a", 0.2, true), failing("b", ErrorCategory::kIo), answering("c", 0.9)});
  REQUIRE(found);
  REQUIRE(found->answer);
  CHECK(paths_of(*found) == std::vector<std::string>{"c.py", "a.py"});
  CHECK(found->answer->total_matches == 2);
  CHECK(found->answer->warnings ==
        std::vector<std::string>{"from a", "a tree is closed", "b: It failed", "from c"});
  REQUIRE(found->failures.size() == 1);
  CHECK(found->failures[0].category == ErrorCategory::kIo);
}

TEST_CASE("ask trees: an error of the request, or of the main tree, ends the query") {
  int asked = 0;
  const Tree later{"later", [&](const SearchOptions&) -> Result<FindCodeResponseSummary> {
                     ++asked;
                     return FindCodeResponseSummary();
                   }};
  const auto refused = ask({failing("a", ErrorCategory::kInvalidArgument), later});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().category == ErrorCategory::kInvalidArgument);
  CHECK_FALSE(ask({failing("a", ErrorCategory::kIo, true), later}));
  CHECK(asked == 0);
}

TEST_CASE("ask trees: without any answer the errors are returned in order") {
  const auto found =
      ask({failing("a", ErrorCategory::kIo), failing("b", ErrorCategory::kUnavailable)});
  REQUIRE(found);
  CHECK_FALSE(found->answer);
  REQUIRE(found->failures.size() == 2);
  CHECK(found->failures[0].category == ErrorCategory::kIo);
  CHECK(found->failures[1].category == ErrorCategory::kUnavailable);
}

TEST_CASE("ask trees: a single answer is kept as it is, unless the rules say otherwise") {
  const auto with_summary = [](const SearchOptions&) -> Result<FindCodeResponseSummary> {
    FindCodeResponseSummary out;
    out.summary = "as the tree says";
    out.matches.emplace_back();
    return out;
  };
  auto by = rules();
  CHECK(ask({{"a", with_summary}}, by)->answer->summary == "as the tree says");
  by.keeps_single = false;
  CHECK(ask({{"a", with_summary}}, by)->answer->summary != "as the tree says");
}

TEST_CASE("ask trees: the main tree keeps a fifth of the time, others get the rest") {
  std::vector<milliseconds> given;
  const auto note = [&](const SearchOptions& within) -> Result<FindCodeResponseSummary> {
    given.push_back(within.deadline);
    return FindCodeResponseSummary();
  };
  const auto hour = milliseconds(std::chrono::hours(1));
  REQUIRE(ask({{"a", note, true}, {"b", note}}, rules(), hour));
  CHECK(given.at(0) <= hour);
  CHECK(given.at(0) >= hour / 5);
  CHECK(given.at(1) <= given.at(0));
  given.clear();
  REQUIRE(ask({{"a", note, true}, {"b", note}}));
  CHECK(given == std::vector<milliseconds>{milliseconds(0), milliseconds(0)});  // no limit
}

TEST_CASE("ask trees: with evidence, matches of less likely projects are ranked lower") {
  const auto with_evidence = [](Tree tree, double evidence) {
    return Tree{tree.name, [tree, evidence](const SearchOptions& within) {
                  auto answer = tree.ask(within);
                  answer->project_evidence = evidence;
                  return answer;
                }};
  };
  const std::vector<Tree> trees{with_evidence(answering("unlikely", 0.6), 0),
                                with_evidence(answering("likely", 0.5), 5)};
  CHECK(paths_of(*ask(trees)).front() == "unlikely.py");
  auto by = rules();
  by.is_routed = true;
  CHECK(paths_of(*ask(trees, by)).front() == "likely.py");
}

}  // namespace
}  // namespace codeweaver::engine
