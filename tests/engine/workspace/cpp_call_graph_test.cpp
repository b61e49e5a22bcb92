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

TEST_CASE("call graph: objects that C++ makes without new call a constructor") {
  Calls calls;
  calls.write("pool.h",
              "#include <memory>\nstruct Pool {\n  Pool();\n  explicit Pool(int size);\n"
              "  Pool(const Pool& other);\n};\nusing Kept = Pool;\nenum Mode { kFast };\n");
  calls.write("pool.cpp", "#include \"pool.h\"\nPool::Pool(int size) {}\n");
  calls.write("use.cpp",
              "#include \"pool.h\"\nvoid plain() {\n  Pool a;\n}\nvoid sized() {\n  Pool a(1);\n}\n"
              "void listed() {\n  Pool a{1};\n}\nvoid many() {\n  Pool a[2] = {};\n}\n"
              "void owned() {\n  auto a = std::make_unique<Pool>(1);\n}\n"
              "Pool given() {\n  return Pool{1};\n}\nPool called() {\n  return Pool(1);\n}\n"
              "void renamed() {\n  Kept a(1);\n}\n"
              "struct Big : Pool {\n  Big() : Pool(1) {}\n};\n"
              "struct Holder {\n  Holder() : own_(1) {}\n  Pool own_;\n};\n"
              "Pool kept(1);\n"
              "void none(Pool& one, Pool* two) {\n  Pool& a = one;\n  Pool* b = two;\n"
              "  Pool c = given();\n  Mode d = kFast;\n  Mode e;\n}\n");
  CHECK(
      calls.matches("pool.cpp:2") ==
      Lines{
          "1 use.cpp:3 plain of Pool::Pool resolved", "1 use.cpp:6 sized of Pool::Pool resolved",
          "1 use.cpp:9 listed of Pool::Pool resolved", "1 use.cpp:12 many of Pool::Pool resolved",
          "1 use.cpp:15 owned of Pool::Pool resolved", "1 use.cpp:18 given of Pool::Pool resolved",
          "1 use.cpp:21 called of Pool::Pool resolved", "1 use.cpp:27 Big of Pool::Pool resolved",
          "1 use.cpp:31 own_ of Pool::Pool resolved", "1 use.cpp:33 kept of Pool::Pool resolved"});
  const auto callees = [&](const char* start) {
    Lines out;
    for (const auto& one : calls.ask(start, {.relation = CallRelation::kCallees}).matches)
      out.push_back(one.symbol.path + ':' + std::to_string(one.symbol.lines.start_line));
    return out;
  };
  const Lines constructors{"pool.h:3", "pool.cpp:2", "pool.h:5"};
  CHECK(callees("sized") == constructors);
  CHECK(callees("renamed") == constructors);
  CHECK(callees("Holder::Holder") == constructors);
  CHECK(callees("none") == Lines{"use.cpp:17"});
}

TEST_CASE("call graph: overloads of C++ of which one is defined in the header") {
  Calls calls;
  calls.write("frame.h",
              "namespace lib {\nstruct Frame {\n  int drawn() const { return 1; }\n"
              "  int drawn(int version) const;\n  int size() const;\n};\n}\n");
  calls.write("frame.cpp",
              "#include \"frame.h\"\nusing namespace lib;\n"
              "int Frame::drawn(int version) const {\n  return size();\n}\n"
              "int Frame::size() const {\n  return 1;\n}\n");
  calls.write("use.cpp",
              "#include \"frame.h\"\nint two(lib::Frame& f) { return f.drawn(2); }\n"
              "int one(lib::Frame& f) { return f.drawn(); }\n"
              "int any(lib::Frame& f) { return f.drawn(ANY); }\n");
  const CallGraphOptions options{.relation = CallRelation::kCallees};
  const auto places = [&](const char* start) {
    Lines out;
    for (const auto& one : calls.ask(start, options).matches)
      out.push_back(one.symbol.path + ':' + std::to_string(one.symbol.lines.start_line) + ' ' +
                    std::string(to_string(one.link)));
    return out;
  };
  CHECK(places("two") == Lines{"frame.cpp:3 resolved"});
  CHECK(places("one") == Lines{"frame.h:3 resolved"});
  CHECK(calls.matches("frame.cpp:3") == Lines{"1 use.cpp:2 two of Frame::drawn resolved",
                                              "1 use.cpp:4 any of Frame::drawn resolved"});
  // The name with its namespace is that of the declaration, which calls what its definition calls.
  CHECK(calls.matches("lib::Frame::size", {.relation = CallRelation::kCallers}) ==
        Lines{"1 frame.cpp:4 drawn of lib::Frame::size resolved"});
  CHECK(places("lib::Frame::drawn") == Lines{"frame.cpp:6 resolved"});
  CHECK(places("Frame::drawn") == Lines{"frame.cpp:6 resolved"});
}

TEST_CASE("call graph: overloads that the arguments do not decide are candidates") {
  Calls calls;
  calls.write("Box.java",
              "class Box {\n  void put(int x) {}\n  void put(String x) {}\n"
              "  void all(Other y) { put(y.get()); }\n}\n");
  calls.write("box.h",
              "struct Box {\n  void put(long x) {}\n  void put(char* x) {}\n"
              "  template <class T> void all(T y) { put(y.get()); }\n};\n");
  const CallGraphOptions options{.relation = CallRelation::kCallees};
  for (const auto* start : {"Box.java:4", "box.h:4"}) {
    CAPTURE(start);
    const auto found = calls.ask(start, options);
    std::size_t candidates = 0;
    for (const auto& one : found.matches)
      if (one.symbol.name == "put" && one.link == ReferenceLink::kCandidates) ++candidates;
    CHECK(candidates == 2);
  }
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
