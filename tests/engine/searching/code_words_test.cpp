// Tests of code words: terms for everyday words add to what is found, and never count against it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/question/code_words.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "codeweaver/text/analyzer.hpp"

namespace codeweaver::engine {
namespace {

TEST_CASE("code words: become alternative terms, and terms that are there stay") {
  auto terms = text::analyze_query("signed out of the logout page");
  const auto before = terms;
  add_code_words("signed out of the logout page", terms);
  REQUIRE(terms.size() > before.size());
  CHECK(std::equal(before.begin(), before.end(), terms.begin()));
  for (std::size_t i = before.size(); i < terms.size(); ++i) {
    CHECK(terms[i].text != "logout");
    CHECK(terms[i].optional);
    CHECK(terms[i].is_alternative);
    CHECK(terms[i].weight < 0.5F);
  }
}

}  // namespace
}  // namespace codeweaver::engine
