// Tests of the facts of TypeScript and JavaScript texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/typescript_reader.hpp"

#include <doctest/doctest.h>

#include <string>

#include "facts/fact_builder.hpp"
#include "facts/read_facts.hpp"
#include "facts/tree_reader.hpp"

using namespace codeweaver;

namespace {

facts::Facts typescript_facts(const std::string& text, std::string_view id = "typescript") {
  const auto language = syntax::find_language(id);
  REQUIRE(language);
  const auto tree = syntax::SyntaxTree::parse(text, *language);
  REQUIRE(tree);
  return facts::read_facts(*tree, text);
}

/// "line:column name" of each use; "()" marks calls, ":" types.
std::string typescript_uses(const facts::Facts& facts) {
  std::string out;
  for (const facts::Use& use : facts.uses) {
    const bool is_call = use.kind == facts::Use::Kind::kCall;
    const bool is_type = use.kind == facts::Use::Kind::kType;
    out += std::to_string(use.place.line) + ':' + std::to_string(use.place.column) + ' ' +
           std::string(facts.name_of(use)) +
           (is_call   ? "()"
            : is_type ? ":"
                      : "") +
           '\n';
  }
  return out;
}

std::string repeated(std::string_view part, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += part;
  return out;
}

}  // namespace

TEST_CASE("facts of TypeScript: each use of a name, with its place in bytes") {
  const auto facts = typescript_facts(
      "import { a as b } from './m'\nexport function f(s: State<b>) {\n  'é'; s.load(s.x)\n}\n");
  CHECK(facts.language == "typescript");
  CHECK(facts.is_module);
  CHECK(typescript_uses(facts) ==
        "1:10 a\n2:22 State:\n2:28 b:\n3:9 s\n3:11 load()\n3:16 s\n3:18 x\n");
}

TEST_CASE("facts of TypeScript: members belong to their class, parameters to both") {
  const auto facts = typescript_facts(
      "class A { constructor(private store: Store) {} get() { return this.store } }\n");
  const auto field = facts.members(0, facts.find_name("store"));
  REQUIRE(field.size() == 1);
  CHECK(facts.decls[field[0]].kind == facts::DeclKind::kField);
  CHECK(facts.members(0, facts.find_name("get")).size() == 1);
}

TEST_CASE("facts of JSX: components are calls, elements of the page are not") {
  const auto facts =
      typescript_facts("const a = <div><Item to={x} /><b.C>text</b.C></div>\n", "tsx");
  CHECK(typescript_uses(facts) == "1:17 Item()\n1:26 x\n1:32 b\n1:34 C()\n1:42 b\n1:44 C\n");
}

TEST_CASE("facts of TypeScript: call signatures without ends, and variance, are read") {
  const auto facts = typescript_facts(
      "export interface A {\n  a: B\n\n  // next\n  <T>(x: T): C\n  <T>(y: T): D\n}\n"
      "interface E<in out T, out U> { t: T; u: U }\nconst last = 1\n");
  CHECK(facts.is_module);
  CHECK(facts.members(0, facts.find_name("()")).size() == 2);
  CHECK(facts.find_name("out") == facts::kNone);
  CHECK(typescript_uses(facts) == "2:6 B:\n5:10 T:\n5:14 C:\n6:10 T:\n6:14 D:\n8:35 T:\n8:41 U:\n");
}

TEST_CASE("facts of TypeScript: texts in error and deep nesting do no harm") {
  CHECK_NOTHROW(typescript_facts(""));
  CHECK_NOTHROW(typescript_facts("class { ( => < import {"));
  CHECK_NOTHROW(typescript_facts("switch (a.b) { case", "javascript"));
  for (const std::string_view open : {"f(", "[", "{a:", "(x=>", "a?b:", "!", "if(a.b)"}) {
    const auto facts = typescript_facts("g();" + repeated(open, 1200));
    CHECK(facts.uses.size() < 5000);
  }
  CHECK_NOTHROW(typescript_facts("type A = " + repeated("B<", 1500) + "C" + repeated(">", 1500)));
  CHECK_NOTHROW(typescript_facts("let a = b" + repeated(".c()", 1500)));
}
