// Tests of one answer to a question in several wordings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/fuse_wordings.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/search_wordings.hpp"
#include "engine/searching/answers.hpp"

namespace codeweaver::engine {

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

}  // namespace codeweaver::engine
