// Tests of the facts of Rust texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/rust_reader.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "facts/read_facts.hpp"
#include "facts/rust_macros.hpp"

using namespace codeweaver;

namespace {

syntax::SyntaxTree rust_tree(const std::string& text) {
  const auto language = syntax::find_language("rust");
  REQUIRE(language);
  auto tree = syntax::SyntaxTree::parse(text, *language);
  REQUIRE(tree);
  return *std::move(tree);
}

facts::Facts rust_facts(const std::string& text) {
  return facts::read_facts(rust_tree(text), text);
}

/// "line:column name" of each use.
std::string rust_uses(const std::string& text) {
  const facts::Facts facts = rust_facts(text);
  std::string out;
  for (const facts::Use& use : facts.uses)
    out += std::to_string(use.place.line) + ':' + std::to_string(use.place.column) + ' ' +
           std::string(facts.name_of(use)) + (use.kind == facts::Use::Kind::kCall ? "()" : "") +
           '\n';
  return out;
}

}  // namespace

TEST_CASE("facts of Rust: each use of a name, with its place in bytes") {
  CHECK(
      rust_uses(
          "fn f(s: &State) {\n  let é = s.load::<Item>(1)?;\n  é.name;\n  a::b(Kind::One);\n}\n") ==
      "1:10 State\n2:12 s\n2:14 load()\n2:21 Item\n3:3 é\n3:6 name\n4:3 a\n4:6 b()\n4:8 Kind\n"
      "4:14 One\n");
}

TEST_CASE("facts of Rust: the parts of a use declaration, with the names that it declares") {
  const std::string text =
      "use a::{self, b::{C, D as E}, f::*};\npub use crate::g::H;\nextern crate i as j;\n";
  CHECK(rust_uses(text) == "1:5 a\n1:15 b\n1:19 C\n1:22 D\n1:31 f\n2:16 g\n2:19 H\n");
  const facts::Facts facts = rust_facts(text);
  std::string names;
  for (const facts::Decl& decl : facts.decls)
    names += std::string(facts.name(decl.name)) + '=' + std::string(facts.name(decl.module)) + '|' +
             std::string(facts.name(decl.imported)) + (decl.is_private ? "\n" : " pub\n");
  CHECK(names == "a=|a\nC=a::b|C\nE=a::b|D\n*=a::f|\nH=crate::g|H pub\nj=::|i\n");
}

TEST_CASE("facts of Rust: methods belong to their impl, fields and variants to their type") {
  const facts::Facts facts = rust_facts(
      "struct P(u8, Q);\nenum E { A(u8), B { x: u8 } }\nimpl T for P { fn get(&self) {} }\n");
  const auto owner_of = [&](std::string_view name) {
    for (const facts::Decl& decl : facts.decls)
      if (facts.name(decl.name) == name && decl.owner != facts::kNone)
        return facts.decls[decl.owner];
    return facts::Decl{};
  };
  CHECK(facts.name(owner_of("1").name) == "P");
  CHECK(facts.name(owner_of("A").name) == "E");
  CHECK(facts.name(owner_of("x").name) == "B");
  CHECK(owner_of("get").name == facts::kNone);
  CHECK(owner_of("get").type != facts::kNone);
  CHECK(facts.list(owner_of("get").bases).size() == 1);
}

TEST_CASE("facts of Rust: names in the arguments of macros, also of nested ones") {
  CHECK(rust_uses(
            "fn f(s: S) {\n  println!(\"{}\", s.name());\n  a::check!(vec![g(1); 2], !h);\n}\n") ==
        "1:9 S\n2:3 println()\n2:18 s\n2:20 name()\n3:3 a\n3:6 check()\n3:13 vec()\n3:18 g()\n"
        "3:29 h\n");
}

TEST_CASE("facts of Rust: a macro whose arguments are no expressions stays one name") {
  const std::string text =
      "fn f() {\n  select! { a = b() => c(), }\n  json!({ \"k\": d() });\n  e();\n}\nfn g() {}\n";
  const std::string uses = rust_uses(text);
  CHECK(uses.find("2:3 select()\n") != std::string::npos);
  CHECK(uses.find("3:3 json()\n") != std::string::npos);
  CHECK(uses.find("4:3 e()\n") != std::string::npos);
  const facts::Facts facts = rust_facts(text);
  CHECK(std::ranges::any_of(facts.decls, [&](const facts::Decl& one) {
    return facts.name(one.name) == "g" && one.scope == 0;
  }));
}

TEST_CASE("facts of Rust: readable macros keep the length and the lines of the text") {
  const std::string text =
      "fn f() {\n  a!(1,\n b);\n  let x = vec![1; 2].g();\n}\nm!{ fn h() {} }\n";
  const auto made = facts::readable_macros(rust_tree(text), text);
  CHECK(made.text == "        \n  a (1,\n b);\n          vec (1, 2);    \n \n               \n");
  CHECK(made.ends == std::vector<std::uint32_t>{12, 35});
  const auto tree = rust_tree(made.text);
  const auto calls = facts::macro_calls(tree);
  CHECK(calls.size() == 2);
  CHECK(calls.contains(11));
  CHECK(calls.contains(32));
}

TEST_CASE("facts of Rust: a macro at the end of a line does not run into the next one") {
  CHECK(rust_uses("fn f() {\n  a!(b())\n}\nfn g() { c!(d()) }\n") ==
        "2:3 a()\n2:6 b()\n4:10 c()\n4:13 d()\n");
}

TEST_CASE("facts of Rust: an error in a macro leaves the other ones as they are") {
  const std::string text = "fn f() { a!(b c() +); d!(e()); }\n";
  const auto made = facts::readable_macros(rust_tree(text), text);
  CHECK(rust_uses(text).find("1:26 e()\n") != std::string::npos);
  CHECK(made.ends == std::vector<std::uint32_t>{23});
}

TEST_CASE("facts of Rust: a variable that takes the place of another one has a scope of its own") {
  const facts::Facts facts = rust_facts("fn f(a: A) { let a = a.b(); a.c(); }\n");
  std::vector<facts::Id> scopes;
  for (const facts::Use& use : facts.uses)
    if (facts.name_of(use) == "a") scopes.push_back(facts.exprs[use.expr].b);
  REQUIRE(scopes.size() == 2);
  CHECK(scopes[0] != scopes[1]);
}

TEST_CASE("facts of Rust: texts in error and deep nesting do no harm") {
  std::string deep = "fn f() { ";
  for (int i = 0; i < 1500; ++i) deep += "g!(";
  deep += "1";
  for (int i = 0; i < 1500; ++i) deep += ")";
  CHECK_NOTHROW(rust_facts(deep + "; }\n"));
  CHECK_NOTHROW(rust_facts("fn ( {{ let x = \nimpl <> for { use ::{{\n m!( n!( \n"));
  CHECK_NOTHROW(rust_facts("use ::*;\nuse self;\nuse {a, ::b};\nenum E {}\nstruct S(,);\n"));
  CHECK_NOTHROW(rust_facts(""));
}
