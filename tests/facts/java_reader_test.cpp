// Tests of the facts of Java texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/java_reader.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "facts/fact_builder.hpp"
#include "facts/read_facts.hpp"
#include "facts/tree_reader.hpp"

using namespace codeweaver;

namespace {

facts::Facts facts_of_java(const std::string& text) {
  const auto language = syntax::find_language("java");
  REQUIRE(language);
  const auto tree = syntax::SyntaxTree::parse(text, *language);
  REQUIRE(tree);
  return facts::read_facts(*tree, text);
}

/// "line:column name" of each use; "()": it is called, ":": it names a type, "+": of a new object.
std::string uses_of_java(const facts::Facts& facts) {
  std::string out;
  for (const facts::Use& use : facts.uses) {
    out += std::to_string(use.place.line) + ':' + std::to_string(use.place.column) + ' ' +
           std::string(facts.name_of(use));
    if (use.kind == facts::Use::Kind::kCall) out += "()";
    if (use.kind == facts::Use::Kind::kType) out += ':';
    if (use.kind == facts::Use::Kind::kConstruct) out += '+';
    out += '\n';
  }
  return out;
}

/// The only declaration of a name.
const facts::Decl& decl_of(const facts::Facts& facts, std::string_view name) {
  const auto at = std::ranges::find_if(
      facts.decls, [&](const facts::Decl& decl) { return facts.name(decl.name) == name; });
  REQUIRE(at != facts.decls.end());
  return *at;
}

}  // namespace

TEST_CASE("facts of Java: each use of a name, with its place in bytes") {
  const auto facts = facts_of_java(R"(package shop.cart;
import java.util.List;
class Till {
  int run(Cart é) { return é.sum(2) + é.size; }
  Object make() { return new Cart<Item>("x", Till::run); }
}
)");
  CHECK(facts.language == "java");
  CHECK(facts.name(facts.package) == "shop.cart");
  CHECK(uses_of_java(facts) ==
        "2:13 util\n2:18 List\n4:11 Cart:\n4:29 é\n4:32 sum()\n4:41 é\n4:44 size\n5:3 Object:\n"
        "5:30 Cart+\n5:35 Item:\n5:46 Till\n5:52 run\n");
}

TEST_CASE("facts of Java: imports of a type, of a member, and of all of them") {
  const auto facts = facts_of_java(
      "import a.b.C;\nimport static a.b.C.run;\nimport a.d.*;\nimport static a.b.E.*;\n");
  std::string found;
  for (const facts::Decl& decl : facts.decls)
    found += std::string(facts.name(decl.name)) + '<' + std::string(facts.name(decl.module)) + '<' +
             std::string(facts.name(decl.imported)) + '\n';
  CHECK(found == "C<a.b.C<\nrun<a.b.C<run\n*<a.d<\n*<a.b.E<*\n");
}

TEST_CASE("facts of Java: members belong to their class, with their modifiers") {
  const auto facts = facts_of_java(R"(abstract class Shape<T extends Number> {
  static final int KIND = 1, names[] = {};
  Shape(T size) { this.size = size; }
  abstract T area();
  T size;
  enum Color { RED(1) { void mix() {} }, BLUE; }
  record Point(int x, int... rest) { Point { check(x); } }
  @interface Mark { int level() default 1; }
}
)");
  const auto is_member = [&](std::string_view name, facts::Id owner) {
    const auto found = facts.members(owner, facts.find_name(name));
    return found.size() == 1;
  };
  for (const std::string_view name :
       {"KIND", "names", "<init>", "area", "size", "Color", "Point", "Mark"})
    CHECK_MESSAGE(is_member(name, 0), name);
  CHECK(decl_of(facts, "KIND").is_static);
  CHECK(decl_of(facts, "area").is_abstract);
  CHECK_FALSE(decl_of(facts, "size").is_static);
  CHECK(decl_of(facts, "RED").kind == facts::DeclKind::kField);
  CHECK(decl_of(facts, "rest").is_property);
  CHECK(decl_of(facts, "level").kind == facts::DeclKind::kFunction);
  CHECK(decl_of(facts, "Mark").kind == facts::DeclKind::kInterface);
  CHECK(decl_of(facts, "T").kind == facts::DeclKind::kTypeParameter);
  CHECK(decl_of(facts, "T").bases != facts::kNone);
}

TEST_CASE("facts of Java: variables of patterns, loops, resources and lambdas are local") {
  const auto facts = facts_of_java(R"(class A {
  void run(Object o) {
    for (String item : list()) print(item);
    try (var in = open()) { use(in); } catch (Bad | Worse e) { e.show(); }
    if (o instanceof Box<?> box && box.isOpen()) box.close();
    Runnable all = () -> { int deep = 1; };
    java.util.function.Function<A, B> make = (a) -> a.make();
    switch (o) { case Cart cart -> cart.pay(); default -> {} }
  }
}
)");
  for (const std::string_view name : {"item", "in", "e", "box", "deep", "a", "cart", "make"})
    CHECK_MESSAGE(decl_of(facts, name).is_local, name);
}

TEST_CASE("facts of Java: texts in error and deep nesting do no harm") {
  std::string deep = "class A { int x = ";
  for (int i = 0; i < 1500; ++i) deep += "f(";
  deep += "1";
  for (int i = 0; i < 1500; ++i) deep += ")";
  CHECK(facts_of_java(deep + "; }\n").uses.size() > 100);
  CHECK_NOTHROW(facts_of_java("class { void ( <T> @ -> new case\n"));
  CHECK_NOTHROW(facts_of_java("import static a;\nimport *;\npackage"));
  CHECK_NOTHROW(facts_of_java("enum E { A(, B { } record R(int) { R { } }"));
  CHECK_NOTHROW(facts_of_java(""));
}
