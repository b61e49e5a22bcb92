// Tests of titles in the front matter of Markdown pages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/front_matter.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace codeweaver::syntax;

namespace {

std::string title_of(const std::string& text) {
  const auto title = front_matter_title(text);
  return title ? title->name : "none";
}

}  // namespace

TEST_CASE("front matter: title and description of YAML and TOML") {
  const auto yaml = front_matter_title(
      "---\ntitle: npm-ci\nsection: 1\ndescription: \"Clean, all\" # x\n---\n\nA\n");
  REQUIRE(yaml);
  CHECK(yaml->name == "npm-ci");
  CHECK(yaml->doc == "Clean, all");
  CHECK(yaml->kind == "section");
  CHECK(yaml->extent == Definition::Extent::kFile);
  CHECK(yaml->node.begin == 0);
  CHECK(yaml->node.end == 62);
  CHECK(title_of("+++\ntitle = 'A: b'\n+++\ntext\n") == "A: b");
  CHECK(title_of("---\r\ntitle:  A b  # no\r\n...\r\ntext\r\n") == "A b");
  CHECK(title_of("\xEF\xBB\xBF---\ntitle: A\n---\n") == "A");
}

TEST_CASE("front matter: no title where none is said, or where the first heading says it") {
  CHECK(title_of("---\nsubtitle: A\n---\n") == "none");
  CHECK(title_of("---\ntitle: >-\n  folded\n---\n") == "none");
  CHECK(title_of("---\ntitle: A\n") == "none");
  CHECK(title_of("text\n---\ntitle: A\n---\n") == "none");
  CHECK(title_of("---\ntitle: A\n---\n\n# A\n") == "none");
  CHECK(title_of("---\ntitle: A\n---\n\n# A and B\n") == "A");
  CHECK(title_of("") == "none");
  CHECK(title_of("---\ntitle:\n---\n") == "none");
  CHECK(title_of("---\n" + std::string(20000, '\n') + "title: A\n---\n") == "none");
}
