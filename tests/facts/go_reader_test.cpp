// Tests of the facts of Go texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/go_reader.hpp"

#include <doctest/doctest.h>

#include <string>

#include "facts/fact_builder.hpp"
#include "facts/read_facts.hpp"
#include "facts/tree_reader.hpp"

using namespace codeweaver;

namespace {

facts::Facts facts_of(const std::string& text) {
  const auto language = syntax::find_language("go");
  REQUIRE(language);
  const auto tree = syntax::SyntaxTree::parse(text, *language);
  REQUIRE(tree);
  return facts::read_facts(*tree, text);
}

/// "name kind" of each use, with its place.
std::string uses_of(const facts::Facts& facts) {
  std::string out;
  for (const facts::Use& use : facts.uses)
    out += std::to_string(use.place.line) + ':' + std::to_string(use.place.column) + ' ' +
           std::string(facts.name_of(use)) + (use.kind == facts::Use::Kind::kCall ? "()" : "") +
           '\n';
  return out;
}

}  // namespace

TEST_CASE("facts of Go: each use of a name, with its place in bytes") {
  const auto facts =
      facts_of("package a\n\nfunc f(s *State) {\n  é := s.Load(\"x\")\n  é.Do()\n}\n");
  CHECK(facts.language == "go");
  CHECK(facts.name(facts.package) == "a");
  CHECK(uses_of(facts) == "3:11 State\n4:9 s\n4:11 Load()\n5:3 é\n5:6 Do()\n");
}

TEST_CASE("facts of Go: methods name their type, fields belong to theirs") {
  const auto facts =
      facts_of("package a\n\ntype T struct{ n int }\n\nfunc (t *T) Get() int { return t.n }\n");
  const auto field = facts.members(0, facts.find_name("n"));
  REQUIRE(field.size() == 1);
  CHECK(facts.decls[field[0]].kind == facts::DeclKind::kField);
  bool has_method = false;
  for (const facts::Decl& decl : facts.decls)
    has_method =
        has_method || (facts.name(decl.name) == "Get" && facts.name(decl.owner_name) == "T");
  CHECK(has_method);
}

TEST_CASE("facts of Go: texts in error and deep nesting do no harm") {
  std::string deep = "package a\n\nvar x = ";
  for (int i = 0; i < 1500; ++i) deep += "f(";
  deep += "1";
  for (int i = 0; i < 1500; ++i) deep += ")";
  CHECK(facts_of(deep + "\n").uses.size() > 100);
  CHECK_NOTHROW(facts_of("package a\nfunc ( {{ x := \ntype\n"));
  CHECK_NOTHROW(facts_of(""));
}
