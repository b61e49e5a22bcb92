// Tests of the assembly of an answer: token limit, summary, languages, words.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/answer/assemble.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "codeweaver/search_types.hpp"

namespace codeweaver::engine {
namespace {

CodeMatch match_of(std::string path, std::string content, std::string language = "python") {
  CodeMatch out;
  out.file.path = std::move(path);
  out.file.language = std::move(language);
  out.span = {3, 4};
  out.content.content = std::move(content);
  return out;
}

}  // namespace

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
