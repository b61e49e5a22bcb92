// Tests that the rows of the language table agree with the grammars of this build.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <string>

#include "syntax/rule_problems.hpp"

using namespace codeweaver::syntax;

TEST_CASE("rules: every node type, field, hook, kind and condition named in a row exists") {
  for (LanguageIndex i = 0; i < languages().size(); ++i) {
    const LanguageInfo& info = languages()[i];
    if (!info.has_grammar) continue;
    CAPTURE(info.id);
    for (const std::string& problem : rule_problems(i)) FAIL_CHECK(problem);
  }
}

TEST_CASE("rules: a language without a grammar is reported as such") {
  CHECK(rule_problems(*find_language("text")).size() == 1);
  CHECK(rule_problems(60'000).size() == 1);
}
