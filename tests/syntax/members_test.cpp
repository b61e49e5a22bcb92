// Tests of names without their own chunk: fields, enumerators, variants and other names, by
// language; and definitions made by calls or not parsed by a grammar.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>

#include "syntax/syntax_tree.hpp"

using namespace codeweaver;
using namespace codeweaver::syntax;

namespace {

SyntaxTree parse(std::string_view language, std::string_view text) {
  const auto index = find_language(language);
  REQUIRE(index);
  auto tree = SyntaxTree::parse(text, *index);
  REQUIRE(tree);
  return std::move(*tree);
}

/// "kind name" of each, in order, joined by ", ".
template <typename List>
std::string list(const List& all) {
  std::string out;
  for (const auto& one : all) {
    if (!out.empty()) out += ", ";
    out += std::string(one.kind) + ' ' + one.qualified_name;
  }
  return out;
}

std::string members(std::string_view language, std::string_view text) {
  const SyntaxTree tree = parse(language, text);
  for (const Member& member : tree.members()) {
    CHECK(member.node.begin < member.node.end);
    CHECK(member.node.end <= text.size());
    CHECK(member.qualified_name.ends_with(member.name));
  }
  return list(tree.members());
}

std::string definitions(std::string_view language, std::string_view text) {
  return list(parse(language, text).definitions());
}

}  // namespace

TEST_CASE("members: C has enumerators, fields and further names of a declaration") {
  constexpr std::string_view kText =
      "enum color { RED, GREEN = 2 };\n"
      "struct point { int x, *y; int (*cb)(int); unsigned f : 3; };\n"
      "int a, *b = 0, c[3];\n"
      "typedef struct point point_t, *point_p;\n"
      "#define HAS_COLOR\n"
      "void f(void) { int local, other; }\n";
  CHECK(members("c", kText) ==
        "enumerator color::RED, enumerator color::GREEN, field point::x, field point::y, "
        "field point::cb, field point::f, variable b, variable c, typedef point_p, "
        "constant HAS_COLOR");
  CHECK(definitions("c", kText) ==
        "enum color, struct point, variable a, typedef point_t, function f");
}

TEST_CASE("members: C++ has enumerators, and fields beyond the first of a declaration") {
  constexpr std::string_view kText =
      "enum class Level : int { kLow, kHigh };\n"
      "class Box { int width_ = 1, height_ = 2; void open(); };\n";
  CHECK(members("cpp", kText) ==
        "enumerator Level::kLow, enumerator Level::kHigh, field Box::height_");
  CHECK(definitions("cpp", kText) == "enum Level, class Box, field Box::width_, method Box::open");
}

TEST_CASE("members: Objective-C reads NS_ENUM as an enumeration") {
  constexpr std::string_view kText =
      "typedef NS_ENUM(NSInteger, Style) {\n  StyleA,\n  StyleB = 2,\n};\n"
      "typedef NS_OPTIONS(NSUInteger, Opt) { OptA = 1 << 0 };\n"
      "@interface Foo : NSObject { int count; NSString *_name; }\n"
      "@property (nonatomic) NSString *title, *sub;\n@end\n";
  CHECK(members("objc", kText) ==
        "enumerator Style.StyleA, enumerator Style.StyleB, enumerator Opt.OptA, field Foo.count, "
        "field Foo._name, property Foo.sub");
  CHECK(definitions("objc", kText) == "enum Style, enum Opt, class Foo, property Foo.title");
}

TEST_CASE("members: Rust has variants and fields") {
  CHECK(members("rust",
                "pub enum Shape { Circle(f64), Square { side: f64 }, Unit }\n"
                "pub struct P { pub x: i32, y: u8 }\n") ==
        "variant Shape::Circle, variant Shape::Square, field Shape::side, variant Shape::Unit, "
        "field P::x, field P::y");
}

TEST_CASE("members: Go has fields and every name of a declaration") {
  constexpr std::string_view kText =
      "package p\nvar a, b int\nconst (\n  X, Y = 1, 2\n)\n"
      "type T struct {\n  x, y int\n  Name string\n  *Other\n}\n"
      "func f() { var local, more int }\n";
  CHECK(members("go", kText) ==
        "variable p.b, constant p.Y, field p.T.x, field p.T.y, field p.T.Name");
}

TEST_CASE("members: Java, C#, Kotlin, PHP and TypeScript have further and promoted fields") {
  CHECK(members("java", "class A { int a, b = 1; void f() { int c, d; } }") == "field A.b");
  CHECK(members("csharp", "class A { int a, b; }") == "field A.b");
  CHECK(members("kotlin", "data class D(val a: Int, var b: String, c: Int)") ==
        "property D.a, property D.b");
  CHECK(members("php",
                "<?php\ndefine('FOO', 1);\nclass A {\n"
                "  public function __construct(private int $z, $q) {}\n}\n") ==
        "constant FOO, field A\\z");
  CHECK(members("typescript",
                "enum Dir { Up = 1, Down }\n"
                "class A { constructor(private readonly z: number, q: number) {} }\n") ==
        "enumerator Dir.Up, enumerator Dir.Down, field A.z");
}

TEST_CASE("members: Ruby's attributes, aliases and defined methods") {
  constexpr std::string_view kText =
      "class A\n  attr_reader :name, :size\n  define_method(:go) { 1 }\n"
      "  define_method(\"stop\") do\n    2\n  end\n  X, Y = 1, 2\n  alias_method :old, :new\n"
      "end\nlocal = 1\nLIMIT = 2\n";
  CHECK(members("ruby", kText) ==
        "property A::name, property A::size, constant A::X, constant A::Y, method A::old");
  CHECK(definitions("ruby", kText) == "class A, method A::go, method A::stop, constant LIMIT");
}

TEST_CASE("members: OCaml's `and` defines, as do constructors and fields") {
  constexpr std::string_view kText =
      "let rec even n = odd (n - 1)\nand odd n = even (n - 1)\n"
      "type t = A | B of int\nand u = { x : int; mutable y : int }\n"
      "let ( >>= ) a f = bind a f\n"
      "let main () = let rec local a = other a and other a = local a in local 1\n";
  CHECK(definitions("ocaml", kText) ==
        "function even, function odd, type t, type u, function >>=, function main");
  CHECK(members("ocaml", kText) == "variant t.A, variant t.B, field u.x, field u.y");
  const SyntaxTree tree = parse("ocaml", kText);
  CHECK(tree.definitions()[0].node.end < tree.definitions()[1].node.begin);
  CHECK(tree.definitions()[1].line == 2);
}

TEST_CASE("members: Haskell has constructors, fields and families") {
  constexpr std::string_view kText =
      "module M where\n\n"
      "data Shape = Circle { radius :: Double, x, y :: Int } | Square Double\n"
      "newtype W a = W { unW :: a }\ndata G a where\n  GInt :: Int -> G Int\n"
      "type family F a\n";
  CHECK(members("haskell", kText) ==
        "variant M.Shape.Circle, field M.Shape.radius, field M.Shape.x, field M.Shape.y, "
        "variant M.Shape.Square, variant M.W.W, field M.W.unW, variant M.G.GInt");
  CHECK(definitions("haskell", kText) == "type M.Shape, type M.W, type M.G, type M.F");
}

TEST_CASE("members: Scala's cases, Dart's enumerators, of protocols the members of a oneof") {
  CHECK(members("scala", "enum Tree[T]:\n  case Leaf(x: T)\n  case Empty, Other\n") ==
        "variant Tree.Leaf, variant Tree.Empty, variant Tree.Other");
  CHECK(members("dart", "enum Color { red, green }\nint a = 1, b = 2;\n") ==
        "enumerator Color.red, enumerator Color.green, variable b");
  CHECK(members("proto",
                "syntax = \"proto3\";\nmessage M { oneof kind { string s = 1; } "
                "map<string, int32> mm = 3; }\nenum E { A = 0; }\n") ==
        "union M.kind, field M.s, field M.mm, enumerator E.A");
}

TEST_CASE("members: Perl's constants, one or many at once") {
  CHECK(members("perl",
                "package P;\nuse constant PI => 3.14;\n"
                "use constant { E => 2.7, DEBUG => 0 };\nuse constant LIST => qw(a b);\n") ==
        "constant P::PI, constant P::E, constant P::DEBUG, constant P::LIST");
}

TEST_CASE("definitions: constructors of Dart are known by their own names") {
  CHECK(definitions("dart",
                    "class Point {\n  Point(this.x);\n  Point.origin() : x = 0;\n"
                    "  factory Point.from(Map m) => Point(1);\n  const Point.c() : x = 0;\n}\n") ==
        "class Point, constructor Point.Point, constructor Point.origin, constructor Point.from, "
        "constructor Point.c");
}

TEST_CASE("definitions: classes, generics and tests of R are made by calls") {
  constexpr std::string_view kText =
      "setClass(\"Person\", representation(name = \"character\"))\n"
      "setGeneric(\"area\", function(shape) standardGeneric(\"area\"))\n"
      "setMethod(\"area\", \"Circle\", function(shape) { 1 })\n"
      "Stack <- R6Class(\"Stack\", public = list(items = NULL, push = function(x) { 1 }))\n"
      "test_that(\"it works\", { expect_equal(1, 1) })\n"
      "print.stack <- function(x) x\n";
  CHECK(definitions("r", kText) ==
        "class Person, function area, method area, class Stack, method Stack$push, "
        "test it works, function print.stack");
  CHECK(members("r", kText) == "field Person$name, field Stack$items");
}

TEST_CASE("definitions: Groovy has functions and traits at the top") {
  CHECK(definitions("groovy",
                    "def hello(name) { println name }\nString typed(int a) { a }\n"
                    "trait Flying {\n  void fly() { }\n}\n") ==
        "function hello, function typed, trait Flying, method Flying.fly");
}

TEST_CASE("definitions: headings that are underlined begin sections too") {
  CHECK(definitions("markdown", "Title\n=====\n\ntext\n\nSub title\n---------\n\nmore\n") ==
        "section Title, section Title/Sub title");
}

TEST_CASE("definitions: a heading is called as it is seen, without addresses") {
  CHECK(definitions("markdown",
                    "# ![Pump](https://x.test/p.png)\n\n## [Install](#a) it\n\n"
                    "## [![build](b.svg)](https://x.test) Status [ok]\n\n## ![](a.png)\n") ==
        "section Pump, section Pump/Install it, section Pump/build Status [ok], "
        "section Pump/![](a.png)");
}

TEST_CASE("definitions: names of Kotlin have no back-ticks, and enumerations may stand on a line") {
  CHECK(definitions("kotlin",
                    "enum class One { A, B; fun f() = 1 }\nenum class Two { C; }\n"
                    "class T {\n  fun `returns one. always`() {}\n  companion object { }\n}\n"
                    "fun last() {}\n") ==
        "enum One, constant One.A, constant One.B, method One.f, enum Two, constant Two.C, "
        "class T, method T.returns one. always, object T.Companion, function last");
}

TEST_CASE("definitions: interpolation in SCSS loses nothing after it") {
  CHECK(definitions("scss",
                    ".b { width: calc(1px + #{$y}); &:hover { color: blue } }\n"
                    ".c-#{$n} { margin-#{$side}: 1px; }\n.d { color: red }\n") ==
        "rule .b, rule .b &:hover, rule .c-#{$n}, rule .d");
}

TEST_CASE("members: procedures of SQL are found, whatever their dialect") {
  constexpr std::string_view kText =
      "-- CREATE PROCEDURE not_me()\n"
      "CREATE PROCEDURE do_it(a INT) BEGIN SELECT 'CREATE PROCEDURE nor_me'; END;\n"
      "CREATE OR REPLACE PROCEDURE p2(a INT) LANGUAGE plpgsql AS $$ BEGIN END $$;\n"
      "CREATE DEFINER=`root`@`localhost` PROCEDURE `shop`.`p3`() BEGIN END;\n"
      "create proc [dbo].[p4] @a int as select 1\n"
      "DROP PROCEDURE gone;\n";
  CHECK(members("sql", kText) ==
        "procedure do_it, procedure p2, procedure shop.p3, procedure dbo.p4");
  CHECK(members("sql",
                "CREATE TABLE t (id INT PRIMARY KEY, name TEXT);\n"
                "CREATE FUNCTION f() RETURNS INT LANGUAGE SQL AS $$ SELECT 1 $$;\n") ==
        "field t.id, field t.name");
}

TEST_CASE("definitions: names of C++ hold neither blanks nor return types, however long they are") {
  const std::string name(120, 'n');
  CHECK(definitions(
            "cpp", "void Longer::\n    " + name + "() {}\n" +
                       "Color::operator const char*() const { return 0; }\n"
                       "bool Color::operator()(int x) { return x; }\n"
                       "void* operator new(size_t n) { return 0; }\n"
                       "template<class U>\n"
                       "FLATBUFFERS_CONSTEXPR_CPP11 flatbuffers::span<U> make_span(Array<U> &arr)\n"
                       "FLATBUFFERS_NOEXCEPT {\n  return span<U>(arr);\n}\n") ==
        "method Longer::" + name +
            ", method Color::operator const char*, method Color::operator(), "
            "function operator new, function make_span");
}

TEST_CASE("members: of Python every name of an assignment, but no attribute") {
  CHECK(members("python", "A, B = 1, 2\nmodule.attribute = 3\ndef f():\n    c, d = 4, 5\n") ==
        "variable A, variable B");
}

TEST_CASE("definitions: an inline namespace of C++ is called by its name alone") {
  CHECK(definitions("cpp",
                    "namespace a::inline v1::b { class Thing {}; }\n"
                    "namespace a { inline namespace v2 { int f() { return 1; } } }\n") ==
        "namespace a::v1::b, class a::v1::b::Thing, namespace a, namespace a::v2, "
        "function a::v2::f");
}
