// A Markdown heading that consisted of back-ticks got an empty name, so nobody could search for it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include "syntax/syntax_tree.hpp"

namespace codeweaver::syntax {

TEST_CASE("regression: a heading of nothing but marks keeps them as its name") {
  constexpr std::string_view kText = "# ```\n\ntext\n";
  const auto tree = SyntaxTree::parse(kText, *find_language("markdown"));
  REQUIRE(tree);
  for (const auto& definition : tree->definitions()) CHECK_FALSE(definition.name.empty());
  CHECK_FALSE(tree->definitions().empty());
}

}  // namespace codeweaver::syntax
