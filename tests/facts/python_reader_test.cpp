// Tests of the facts of Python texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/python_reader.hpp"

#include <doctest/doctest.h>

#include <string>

#include "facts/fact_builder.hpp"
#include "facts/read_facts.hpp"
#include "facts/tree_reader.hpp"

using namespace codeweaver;

namespace {

facts::Facts facts_of_python(const std::string& text) {
  const auto language = syntax::find_language("python");
  REQUIRE(language);
  const auto tree = syntax::SyntaxTree::parse(text, *language);
  REQUIRE(tree);
  return facts::read_facts(*tree, text);
}

/// "line:column name" of each use; "()" after the name of a call, ":" after that of a type.
std::string python_uses(const std::string& text) {
  const facts::Facts facts = facts_of_python(text);
  std::string out;
  for (const facts::Use& use : facts.uses) {
    out += std::to_string(use.place.line) + ':' + std::to_string(use.place.column) + ' ' +
           std::string(facts.name_of(use));
    if (use.kind == facts::Use::Kind::kCall) out += "()";
    if (use.kind == facts::Use::Kind::kType) out += ":";
    out += '\n';
  }
  return out;
}

std::string repeated(const std::string& part, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += part;
  return out;
}

}  // namespace

TEST_CASE("facts of Python: each use of a name, with its place in bytes") {
  CHECK(facts_of_python("x = 1\n").language == "python");
  CHECK(python_uses("from a import b as c\n\ndef f(s: State):\n  é = s.load(key=c)\n  é.do()\n") ==
        "1:15 b\n3:10 State:\n4:8 s\n4:10 load()\n4:15 key\n4:19 c\n5:3 é\n5:6 do()\n");
}

TEST_CASE("facts of Python: an annotation in quotes has the places of its names") {
  CHECK(python_uses("x: 'Map[str, m.Shop | None]'\n") ==
        "1:5 Map:\n1:9 str:\n1:14 m:\n1:16 Shop:\n");
  CHECK(python_uses("x: Literal['Shop']\n") == "1:4 Literal:\n");
}

TEST_CASE("facts of Python: a field belongs to the class, wherever a method assigns it") {
  const auto facts = facts_of_python(
      "class A:\n  size: int\n  def f(this):\n    this.name = 1\n    this.name = 2\n");
  for (const char* const name : {"size", "name"})
    CHECK(facts.members(0, facts.find_name(name)).size() == 1);
}

TEST_CASE("facts of Python: a class within a class with type arguments") {
  CHECK(python_uses("x: Outer[int].Inner\n") == "1:4 Outer:\n1:10 int:\n1:15 Inner:\n");
}

TEST_CASE("facts of Python: overloads are one function") {
  const auto facts = facts_of_python(
      "@overload\ndef f(x: int) -> int: ...\n@overload\ndef f(x: str) -> str: ...\n"
      "def f(x): return x\n");
  CHECK(facts.declared(0, facts.find_name("f")).size() == 1);
}

TEST_CASE("facts of Python: texts in error and deep nesting do no harm") {
  const std::string deep = "x = " + repeated("f(", 1500) + "1" + repeated(")", 1500) + "\n";
  CHECK(facts_of_python(deep).uses.size() > 100);
  CHECK_NOTHROW(facts_of_python("x: '" + repeated("A[", 900) + "'\n"));
  CHECK_NOTHROW(facts_of_python(repeated("[x for x in ", 300) + "y" + repeated("]", 300)));
  CHECK_NOTHROW(facts_of_python("x = " + repeated("lambda: ", 900) + "1\n"));
  for (const char* const text :
       {"", "def (:\n", "class :\n  def f(self", "from . import\n", "import\n", "with as x: pass",
        "case = 1\nmatch case:\n  case A(b=C.d", "lambda *: 0", "x: ''\n", "global x\n", "yield",
        "return 1", "super().f()", "for in x: pass", "@\ndef f(): pass", "(x := y)", "nonlocal z"})
    CHECK_NOTHROW(facts_of_python(text));
}
