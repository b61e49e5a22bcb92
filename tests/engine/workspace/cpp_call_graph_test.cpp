// Tests of the call graph of C and C++: from a declaration in a header to its definition.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include "codeweaver/call_graph.hpp"
#include "engine/workspace/asked_calls.hpp"

namespace codeweaver {
namespace {

using test::Calls;
using test::Lines;

}  // namespace

TEST_CASE("call graph: what a header of C or C++ declares leads to its definition") {
  Calls calls;
  calls.write("a.h", "int leaf(int x);\nint mid(int x);\nint pick(int x);\nint none(int x);\n");
  calls.write("a.c", "#include \"a.h\"\nint mid(int x) { return leaf(x); }\n");
  calls.write("leaf.c", "#include \"a.h\"\nint leaf(int x) { return x; }\n");
  calls.write("other.c", "static int mid(int x) { return x; }\nint (*hook)(int) = mid;\n");
  calls.write("unix.c", "#include \"a.h\"\nint pick(int x) { return x; }\n");
  calls.write("windows.c", "#include \"a.h\"\nint pick(int x) { return -x; }\n");
  calls.write("start.c",
              "#include \"a.h\"\nint start(void) { return mid(1); }\n"
              "int choose(void) { return pick(1) + none(2); }\n");
  const CallGraphOptions callees{.relation = CallRelation::kCallees, .depth = 3};
  CHECK(calls.matches("start", callees) ==
        Lines{"1 start.c:2 mid of start resolved", "2 a.c:2 leaf of mid resolved"});
  const auto found = calls.ask("start", callees);
  REQUIRE(found.matches.size() == 2);
  CHECK(found.matches[0].symbol.path == "a.c");
  CHECK(found.matches[1].symbol.path == "leaf.c");
  const auto chosen = calls.ask("choose", callees);
  REQUIRE(chosen.matches.size() == 3);
  CHECK(chosen.matches[0].symbol.path == "unix.c");
  CHECK(chosen.matches[0].link == ReferenceLink::kCandidates);
  CHECK(chosen.matches[1].symbol.path == "windows.c");
  CHECK(chosen.matches[2].symbol.path == "a.h");
  CHECK(calls.matches("start", {.relation = CallRelation::kPath, .to = "leaf"}) ==
        Lines{"1 start.c:2 mid of start resolved", "2 a.c:2 leaf of mid resolved"});
}

TEST_CASE("call graph: a method of C++ that overrides one is listed where it is defined") {
  Calls calls;
  calls.write("frame.h",
              "namespace lib {\nclass Frame {\n public:\n  virtual int fields() const = 0;\n};\n"
              "class Text : public Frame {\n public:\n  int fields() const override;\n};\n"
              "class Link : public Frame {\n public:\n  int fields() const override;\n};\n}\n");
  calls.write("text.cpp",
              "#include \"frame.h\"\nusing namespace lib;\n"
              "int Text::fields() const {\n  return 1;\n}\n");
  CHECK(calls.matches("Frame.fields", {.relation = CallRelation::kImplementations}) ==
        Lines{"1 frame.h:12 fields of lib::Frame::fields resolved",
              "1 text.cpp:3 fields of lib::Frame::fields resolved"});
}

TEST_CASE("call graph: a function of C++ that names its namespace is called and found there") {
  Calls calls;
  calls.write("synch.h",
              "namespace lib { namespace id3 { namespace synch {\nint unsafe(int data);\n} } }\n");
  calls.write("synch.cpp",
              "#include \"synch.h\"\nusing namespace lib;\nusing namespace id3;\n"
              "int synch::unsafe(int data) {\n  return data;\n}\n");
  calls.write("file.cpp",
              "#include \"synch.h\"\nnamespace lib {\n"
              "int read(int v) {\n  return id3::synch::unsafe(v);\n}\n}\n");
  CHECK(calls.matches("synch::unsafe") == Lines{"1 file.cpp:4 read of synch::unsafe resolved"});
  CHECK(calls.ask("synch::unsafe").elsewhere == 0);
  const auto called = calls.ask("read", {.relation = CallRelation::kCallees});
  REQUIRE(called.matches.size() == 1);
  CHECK(called.matches[0].symbol.path == "synch.cpp");
}

}  // namespace codeweaver
