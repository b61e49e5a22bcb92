// Tests of the facts of C and C++ texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/cpp_reader.hpp"

#include <doctest/doctest.h>

#include <string>

#include "facts/fact_builder.hpp"
#include "facts/read_facts.hpp"
#include "facts/tree_reader.hpp"

using namespace codeweaver;

namespace {

facts::Facts cpp_facts(const std::string& text, std::string_view language = "cpp") {
  const auto found = syntax::find_language(language);
  REQUIRE(found);
  const auto tree = syntax::SyntaxTree::parse(text, *found);
  REQUIRE(tree);
  return facts::read_facts(*tree, text);
}

/// "line:column name kind" of each use.
std::string cpp_uses(const facts::Facts& facts) {
  std::string out;
  for (const facts::Use& use : facts.uses)
    out += std::to_string(use.place.line) + ':' + std::to_string(use.place.column) + ' ' +
           std::string(facts.name_of(use)) +
           (use.kind == facts::Use::Kind::kCall   ? "()"
            : use.kind == facts::Use::Kind::kType ? " type"
                                                  : "") +
           '\n';
  return out;
}

/// The only declaration of a name.
facts::Decl only(const facts::Facts& facts, std::string_view name) {
  facts::Decl out;
  int count = 0;
  for (const facts::Decl& decl : facts.decls) {
    if (facts.name(decl.name) != name) continue;
    out = decl;
    ++count;
  }
  CAPTURE(name);
  CHECK(count == 1);
  return out;
}

}  // namespace

TEST_CASE("facts of C and C++: comments, also at the very beginning of a text") {
  CHECK(cpp_uses(cpp_facts("/**/int x;/*/ x */int f() { return x; } // x")) == "1:36 x\n");
  CHECK(cpp_uses(cpp_facts("/\n")).empty());
  CHECK(cpp_uses(cpp_facts("/*")).empty());
  CHECK(cpp_uses(cpp_facts("//")).empty());
}

TEST_CASE("facts of C++: each use of a name, with its place in bytes") {
  const auto facts = cpp_facts(
      "void f(State* s) {\n  /* é */ s->load(kMax)->go<Job>(1);\n  ns::Item x = ns::make();\n}\n");
  CHECK(facts.language == "cpp");
  CHECK(cpp_uses(facts) ==
        "1:8 State type\n2:12 s\n2:15 load()\n2:20 kMax\n2:27 go()\n2:30 Job type\n"
        "3:3 ns type\n3:7 Item type\n3:16 ns type\n3:20 make()\n");
}

TEST_CASE("facts of C++: a method that is defined elsewhere names its class") {
  const auto facts = cpp_facts(
      "struct A { void f(int); static int n; };\nvoid A::f(int x) { n = x; }\nint A::n = 1;\n");
  int definitions = 0;
  for (const facts::Decl& decl : facts.decls) {
    if (decl.name == facts::kNone || decl.owner == facts::kNone) continue;
    const facts::Decl& owner = facts.decls[decl.owner];
    if (owner.kind != facts::DeclKind::kAlias) continue;
    ++definitions;
    CHECK(!decl.is_declaration);
    CHECK(facts.name(facts.exprs[owner.type].b) == "A");
  }
  CHECK(definitions == 2);
}

TEST_CASE("facts of C++: declarators give names their types") {
  const auto facts = cpp_facts(
      "struct T {};\nT* a; T b[3]; T (*c)(int); T& d(); auto e = a;\ntypedef int (*Fn)(T*);\n");
  const auto kind_of = [&](std::string_view name) {
    return facts.exprs[only(facts, name).type].kind;
  };
  CHECK(kind_of("a") == facts::ExprKind::kChannelType);
  CHECK(kind_of("b") == facts::ExprKind::kListType);
  CHECK(kind_of("c") == facts::ExprKind::kChannelType);
  CHECK(only(facts, "c").kind == facts::DeclKind::kVariable);
  CHECK(only(facts, "d").kind == facts::DeclKind::kFunction);
  CHECK(only(facts, "d").is_declaration);
  CHECK(only(facts, "e").type == facts::kNone);
  CHECK(only(facts, "Fn").kind == facts::DeclKind::kAlias);
}

TEST_CASE("facts of C++: functions keep the types of their parameters") {
  const auto facts = cpp_facts(
      "struct A { void f(const ns::T& a, char** b, int = 3) const; void g(T&& x, ...); };\n");
  CHECK(facts.name(only(facts, "f").signature) == "T&;char**;int;const");
  CHECK(facts.list(only(facts, "f").parameters).size() == 3);
  CHECK(facts.decls[facts.list(only(facts, "g").parameters).back()].is_rest);
}

TEST_CASE("facts of C++: macros hide neither classes nor members") {
  const auto facts = cpp_facts(
      "struct LIB_EXPORT Options {\n  ~Options();\n  Logger* log = nullptr;\n};\n"
      "class A {\n  int refs_ GUARDED_BY(mu_);\n  void f() LOCKS_EXCLUDED(mu_);\n};\n");
  CHECK(only(facts, "Options").kind == facts::DeclKind::kClass);
  CHECK(only(facts, "log").kind == facts::DeclKind::kField);
  CHECK(only(facts, "refs_").kind == facts::DeclKind::kField);
  CHECK(only(facts, "f").kind == facts::DeclKind::kFunction);
  CHECK(cpp_uses(facts).find("LIB_EXPORT") != std::string::npos);
}

TEST_CASE("facts of C: a macro before the type hides neither the type nor the name") {
  const auto facts = cpp_facts(
      "LIB_FUNC Table *lib_new (State *L);\nLIB_FUNC void lib_free (State *L);\n"
      "LIB_FUNC Number lib_mod (State *L, Number x);\nl_inline Table *get (int i) { return 0; }\n",
      "c");
  const auto old = cpp_facts("extern int API f OF((int a));\nLOCAL int g OF((void));\n", "c");
  CHECK(only(old, "f").kind == facts::DeclKind::kFunction);
  CHECK(only(old, "g").kind == facts::DeclKind::kFunction);
  CHECK(old.find_name("API") != facts::kNone);
  for (const char* const name : {"lib_new", "lib_free", "lib_mod", "get"})
    CHECK(only(facts, name).kind == facts::DeclKind::kFunction);
  CHECK(cpp_uses(facts).find("1:10 Table type") != std::string::npos);
  CHECK(cpp_uses(facts).find("4:10 Table type") != std::string::npos);
}

TEST_CASE("facts of C: macros, the names in their bodies, and conditions") {
  const auto facts = cpp_facts(
      "#include \"a.h\"\n#define MAX 3\n#define STEP(x) \\\n  (run(x)->next + MAX)\n"
      "#if defined(MAX)\nint a;\n#else\nint b;\n#endif\n#define TEXT \"run\" /* run */\n",
      "c");
  CHECK(only(facts, "MAX").kind == facts::DeclKind::kVariable);
  CHECK(only(facts, "STEP").kind == facts::DeclKind::kFunction);
  only(facts, "a");
  only(facts, "b");
  CHECK(cpp_uses(facts) == "4:4 run()\n4:12 next\n4:19 MAX\n5:13 MAX\n");
}

TEST_CASE("facts of C: structures, tags, enumerations and designators") {
  const auto facts = cpp_facts(
      "typedef struct node node;\nstruct node { int kind; union { int i; double d; }; };\n"
      "enum { kOne, kTwo = kOne };\nstruct node n = {.kind = kTwo, .i = 1};\n",
      "c");
  CHECK(only(facts, "i").owner == only(facts, "kind").owner);
  CHECK(only(facts, "kTwo").scope == 0);
  CHECK(cpp_uses(facts) ==
        "1:16 node type\n3:21 kOne\n4:8 node type\n4:19 kind\n4:26 kTwo\n"
        "4:33 i\n");
}

TEST_CASE("facts of C++: texts in error and deep nesting do no harm") {
  std::string deep = "int x = ";
  for (int i = 0; i < 1500; ++i) deep += "f(";
  for (const std::string& text :
       {deep, std::string("class A : public { void f( template <"), std::string("#define"),
        std::string("struct A::A { A::A a; };\nint A::A::b = a.a.a;"),
        std::string("namespace { using x::; } ~A() :: operator"), std::string("enum { A = , };")})
    CHECK(cpp_facts(text).scopes.size() > 0);
}
