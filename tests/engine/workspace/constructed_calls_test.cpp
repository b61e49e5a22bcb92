// Tests of the call graph: constructors, and what a language calls in a way of its own.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include "codeweaver/call_graph.hpp"
#include "engine/workspace/asked_calls.hpp"

namespace codeweaver {
namespace {

using test::Calls;
using test::Lines;

void write_java_pool(Calls& calls) {
  calls.write("src/shop/Pool.java",
              "package shop;\n\nclass Pool {\n  static final int LIMIT = 3;\n"
              "  Pool(int size) { start(); }\n  Pool(String name) {}\n  void start() {}\n}\n");
  calls.write("src/shop/Source.java",
              "package shop;\n\nclass Source {\n  Pool kept;\n"
              "  Pool open() { return new Pool(1); }\n"
              "  int limit(Pool pool) { return Pool.LIMIT; }\n"
              "  void both() { Pool own = new Pool(2); }\n}\n");
}

}  // namespace

TEST_CASE(
    "call graph: a constructor is called by what makes objects, not by what names the class") {
  Calls calls;
  write_java_pool(calls);
  CHECK(calls.matches("Pool.start", {.depth = 2}) ==
        Lines{"1 src/shop/Pool.java:5 Pool of shop.Pool.start resolved",
              "2 src/shop/Source.java:5 open of shop.Pool.Pool resolved",
              "2 src/shop/Source.java:7 both of shop.Pool.Pool resolved"});
  const auto callees = calls.ask("Source.open", {.relation = CallRelation::kCallees});
  REQUIRE(callees.matches.size() == 2);
  CHECK(callees.matches[0].symbol.name == "Pool");
  CHECK(callees.matches[0].link == ReferenceLink::kCandidates);
  const auto path = calls.ask("Source.open", {.relation = CallRelation::kPath, .to = "Pool.start"});
  CHECK(path.matches.size() == 2);
}

TEST_CASE("call graph: this() and super() of Java call a constructor") {
  Calls calls;
  calls.write("Base.java", "class Base<T> {\n  Base(int a) { start(); }\n  void start() {}\n}\n");
  calls.write("Own.java",
              "class Own extends Base<String> {\n  Own() {\n    this(1);\n  }\n"
              "  Own(int a) {\n    super(a);\n  }\n}\n");
  CHECK(calls.matches("Base.Base") == Lines{"1 Own.java:6 Own of Base.Base resolved"});
  CHECK(calls.matches("Base.start", {.depth = 3}) ==
        Lines{"1 Base.java:2 Base of Base.start resolved", "2 Own.java:6 Own of Base.Base resolved",
              "3 Own.java:3 Own of Own.Own resolved"});
  CHECK(calls.matches("Own.java:2", {.relation = CallRelation::kCallees}) ==
        Lines{"1 Own.java:3 Own of Own.Own candidates"});
  CHECK(calls.matches("Own.java:5", {.relation = CallRelation::kCallees}) ==
        Lines{"1 Own.java:6 Base of Own.Own resolved"});
}

TEST_CASE("call graph: an object made in a Go literal, and one of Python made by a call") {
  Calls calls;
  calls.write("go.mod", "module example.com/shop\n");
  calls.write("sink.go",
              "package shop\n\ntype Sink struct{}\n\nfunc open() *Sink { return &Sink{} }\n");
  calls.write("pool.py",
              "class Pool:\n    def __init__(self):\n        pass\n\n"
              "def take(pool: Pool):\n    return isinstance(pool, Pool)\n\n"
              "def make():\n    return Pool()\n");
  CHECK(calls.matches("open", {.relation = CallRelation::kCallees}) ==
        Lines{"1 sink.go:5 Sink of shop.open resolved"});
  CHECK(calls.matches("Pool.__init__") == Lines{"1 pool.py:9 make of Pool.__init__ resolved"});
}

TEST_CASE("call graph: a member on the line of its class is named after the class") {
  Calls calls;
  calls.write("a.ts",
              "class Bare { n = 1; constructor() { this.go(); } go() {} }\n"
              "export function make() { return new Bare(); }\n");
  const auto called = calls.ask("make", {.relation = CallRelation::kCallees});
  REQUIRE(called.matches.size() == 1);
  CHECK(called.matches[0].symbol.qualified_name == "Bare.constructor");
}

TEST_CASE("call graph: functions that JavaScript assigns to members, and what CommonJS passes on") {
  Calls calls;
  calls.write("lib.js",
              "const internals = {};\n\ninternals.chain = function () {\n  return 1;\n};\n\n"
              "function load() {\n  return internals.chain();\n}\n\nmodule.exports = { load };\n");
  calls.write("use.js", "const lib = require('./lib');\n\nfunction start() {\n  lib.load();\n}\n");
  CHECK(calls.matches("load") ==
        Lines{"1 lib.js:11  of load resolved", "1 use.js:4 start of load resolved"});
  CHECK(calls.matches("load", {.relation = CallRelation::kCallees}).size() == 1);
  CHECK(calls.matches("lib.js:4").size() == 1);
}

TEST_CASE("call graph: a test that takes a fixture of pytest uses it") {
  Calls calls;
  calls.write("tests/conftest.py",
              "import pytest\nfrom shop import Shop\n\n\n@pytest.fixture\ndef shop():\n"
              "    return Shop()\n");
  calls.write("shop.py", "class Shop:\n    def __init__(self):\n        pass\n");
  calls.write("tests/test_shop.py", "def test_open(shop):\n    assert shop\n");
  CHECK(calls.matches("Shop.__init__", {.relation = CallRelation::kTests}) ==
        Lines{"2 tests/test_shop.py:1 test_open of shop resolved test"});
}

TEST_CASE("call graph: cls() of Python and components of JSX are calls") {
  Calls calls;
  calls.write("pool.py",
              "class Pool:\n    def __init__(self):\n        pass\n\n    @classmethod\n"
              "    def of(cls, size):\n        return cls()\n\n    def __call__(self):\n"
              "        return self()\n");
  calls.write("app.tsx",
              "class Old { constructor() {} }\nexport function Button() { return <b/>; }\n\n"
              "export function App() {\n  return <Button><Old/></Button>;\n}\n");
  CHECK(calls.matches("Pool.__init__") == Lines{"1 pool.py:7 of of Pool.__init__ resolved"});
  CHECK(calls.matches("Pool.of", {.relation = CallRelation::kCallees}) ==
        Lines{"1 pool.py:7 __init__ of Pool.of resolved"});
  CHECK(calls.matches("Button") == Lines{"1 app.tsx:5 App of Button resolved"});
  CHECK(calls.matches("App", {.relation = CallRelation::kCallees}) ==
        Lines{"1 app.tsx:5 Button of App resolved", "1 app.tsx:5 constructor of App resolved"});
}

}  // namespace codeweaver
