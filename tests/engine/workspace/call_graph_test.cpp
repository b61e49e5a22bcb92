// Tests of the call graph of a project: callers, callees, tests, implementations, paths, changes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/call_graph.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/workspace.hpp"
#include "corpus/temp_tree.hpp"
#include "engine/fixture.hpp"
#include "engine/workspace/asked_calls.hpp"

namespace codeweaver {
namespace {

using test::Calls;
using test::Lines;

void write_go_shop(Calls& calls) {
  calls.write("go.mod", "module example.com/shop\n");
  calls.write("shop.go",
              "package shop\n\ntype Shop struct{}\n\nfunc (s *Shop) load() { s.retry() }\n\n"
              "func (s *Shop) retry() { s.load() }\n\nfunc Open() { new(Shop).load() }\n\n"
              "func load() {}\n\nvar hook = load\n");
  calls.write("shop_test.go",
              "package shop\n\nimport \"testing\"\n\nfunc TestOpen(t *testing.T) {\n  open()\n}\n\n"
              "func open() { Open() }\n");
  calls.write("old.py", "shop.load()\n");
}

void write_python_store(Calls& calls) {
  calls.write("store/base.py",
              "import abc\n\n\nclass Store(abc.ABC):\n    def __init__(self, path):\n"
              "        self.path = path\n\n    def save(self, item):\n        pass\n\n"
              "    def close(self):\n        pass\n");
  calls.write("store/disk.py",
              "import os\nfrom store.base import Store\n\n\nclass Disk(Store):\n"
              "    def save(self, item):\n        os.write(self.path, item)\n"
              "        self.flush()\n\n    def flush(self):\n        item.sync()\n\n\n"
              "class Fast(Disk):\n    def flush(self):\n        print(len(self.path))\n"
              "        print(1)\n");
  calls.write("app.py",
              "from store.base import Store\nfrom store.disk import Disk\n\n\n"
              "def keep(store: Store, item):\n    store.save(item)\n\n\n"
              "def main():\n    keep(Disk(\"x\"), 1)\n    run(keep)\n\n\n"
              "def run(task):\n    task()\n");
  calls.write(
      "tests/test_app.py",
      "import app\n\n\ndef helper():\n    app.main()\n\n\ndef test_main():\n    helper()\n");
}

}  // namespace

TEST_CASE("call graph: a call through an interface of Java may run the methods that override it") {
  Calls calls;
  calls.write("Store.java", "interface Store { void save(int x); }\n");
  calls.write("Disk.java",
              "class Disk implements Store {\n  public void save(int x) { flush(); }\n"
              "  void flush() {}\n}\n");
  calls.write("Job.java", "class Job {\n  Store kept;\n  void run() { kept.save(1); }\n}\n");
  CHECK(calls.matches("Job.run", {.relation = CallRelation::kCallees}) ==
        Lines{"1 Job.java:3 save of Job.run resolved", "1 Job.java:3 save of Job.run candidates"});
  CHECK(
      calls.ask("Job.run", {.relation = CallRelation::kPath, .to = "Disk.flush"}).matches.size() ==
      2);
}

TEST_CASE("call graph: callers level by level, each definition once, tests on request") {
  Calls calls;
  write_go_shop(calls);
  CHECK(calls.matches("Shop.load") == Lines{"1 shop.go:7 retry of shop.Shop.load resolved",
                                            "1 shop.go:9 Open of shop.Shop.load resolved",
                                            "1 old.py:1  of shop.Shop.load by_name"});
  CHECK(calls.matches("Shop.load", {.depth = 5}) ==
        Lines{"1 shop.go:7 retry of shop.Shop.load resolved",
              "1 shop.go:9 Open of shop.Shop.load resolved",
              "2 shop_test.go:9 open of shop.Open resolved test",
              "3 shop_test.go:6 TestOpen of shop.open resolved test",
              "1 old.py:1  of shop.Shop.load by_name"});
  CHECK(calls.matches("Shop.load", {.depth = 5, .include_tests = false}).size() == 3);
  CHECK(calls.matches("Shop.load", {.depth = 5, .limit = 2}).size() == 2);
  CHECK(calls.ask("Shop.load", {.depth = 5, .limit = 2}).is_over_limit);
  CHECK(calls.ask("Shop.load").by_name == 1);
  CHECK(calls.matches("nothing").empty());
}

TEST_CASE("call graph: callees in the order of their calls, what is outside by name") {
  Calls calls;
  write_python_store(calls);
  CHECK(calls.matches("main", {.relation = CallRelation::kCallees}) ==
        Lines{"1 app.py:10 keep of main resolved", "1 app.py:10 Disk of main resolved",
              "1 app.py:11 run of main resolved"});
  CHECK(calls.matches("keep", {.relation = CallRelation::kCallees, .depth = 2}) ==
        Lines{"1 app.py:6 save of keep resolved", "1 app.py:6 save of keep candidates",
              "2 store/disk.py:8 flush of Disk.save resolved",
              "2 store/disk.py:8 flush of Disk.save candidates"});
  const auto save = calls.ask("Disk.save", {.relation = CallRelation::kCallees});
  REQUIRE(save.outside.size() == 1);
  CHECK(save.outside[0].name == "os.write");
  const auto fast = calls.ask("Fast.flush", {.relation = CallRelation::kCallees});
  CHECK(fast.matches.empty());
  REQUIRE(fast.outside.size() == 2);
  CHECK(fast.outside[0].name == "print");
  CHECK(fast.outside[0].count == 2);
}

TEST_CASE("call graph: answers about definitions with one name do not depend on earlier ones") {
  const std::vector<std::string> names{"Disk.flush", "Fast.flush", "Store.save", "Disk.save",
                                       "Shop.load",  "load",       "Open",       "Store.close"};
  const auto answers = [&](Calls& calls) {
    std::vector<Lines> out;
    for (const auto& name : names)
      for (const std::size_t depth : {1, 3}) {
        const auto answer = calls.ask(name, {.depth = depth});
        out.push_back(calls.matches(name, {.depth = depth}));
        out.back().push_back(std::to_string(answer.elsewhere));
      }
    return out;
  };
  Calls calls;
  write_python_store(calls);
  write_go_shop(calls);
  const auto first = answers(calls);
  CHECK(answers(calls) == first);
  for (std::size_t i = 0; i < names.size(); ++i) {  // each one as the first of its kind
    Calls other;
    write_python_store(other);
    write_go_shop(other);
    CAPTURE(names[i]);
    CHECK(other.matches(names[i], {.depth = 3}) ==
          Lines(first[2 * i + 1].begin(), first[2 * i + 1].end() - 1));
  }
}

TEST_CASE("call graph: what a language hides from other files is not called there") {
  Calls calls;
  calls.write("go.mod", "module example.com/shop\n");
  calls.write("a/a.go",
              "package a\n\ntype Disk struct{}\n\nfunc low() {}\n\n"
              "func (d Disk) sync() { low() }\n\nfunc Run(d Disk) { d.sync() }\n");
  calls.write("b/b.go",
              "package b\n\ntype syncer interface{ sync() }\n\n"
              "func Run(s syncer) { s.sync() }\n");
  CHECK(calls.matches("Disk.sync") == Lines{"1 a/a.go:9 Run of a.Disk.sync resolved"});
  CHECK(calls.ask("Disk.sync").elsewhere == 1);
  CHECK(calls.matches("low", {.depth = 2}) ==
        Lines{"1 a/a.go:7 sync of a.low resolved", "2 a/a.go:9 Run of a.Disk.sync resolved"});
  calls.write("Pool.java", "class Pool {\n  private void trim() {}\n  void run() { trim(); }\n}\n");
  calls.write("Other.java", "class Other extends Pool {\n  void run() { trim(); }\n}\n");
  CHECK(calls.matches("Pool.trim", {.include_tests = true, .limit = 1}).at(0) ==
        "1 Pool.java:3 run of Pool.trim resolved");
}

TEST_CASE("call graph: a function within another one leads to that one") {
  Calls calls;
  calls.write("a.ts",
              "export function open(name: string): void {}\n\n"
              "export function all(names: string[]): void {\n"
              "  const one = (name: string): void => {\n    open(name);\n  };\n"
              "  names.forEach(one);\n}\n");
  CHECK(calls.matches("open", {.depth = 2}) ==
        Lines{"1 a.ts:5 one of open resolved", "2 a.ts:4 all of all.one resolved"});
  CHECK(calls.matches("all", {.relation = CallRelation::kCallees}) ==
        Lines{"1 a.ts:5 open of all resolved"});
}

TEST_CASE("call graph: one line of a caller is listed for the callee that it surely uses") {
  Calls calls;
  calls.write("go.mod", "module example.com/shop\n");
  calls.write("shop.go",
              "package shop\n\ntype Closer interface{ Close() }\n\ntype File struct{}\n\n"
              "func (f File) Close() {}\n\nfunc end(c Closer) { c.Close() }\n\n"
              "func stop(f File) { f.Close() }\n");
  CHECK(calls.matches("Close") == Lines{"1 shop.go:9 end of shop.Closer.Close resolved",
                                        "1 shop.go:11 stop of shop.File.Close resolved"});
  CHECK(calls.matches("File.Close") == Lines{"1 shop.go:9 end of shop.File.Close candidates",
                                             "1 shop.go:11 stop of shop.File.Close resolved"});
}

TEST_CASE("call graph: a call of a base class by super() runs no overriding method") {
  Calls calls;
  calls.write("a.py",
              "class Base:\n    def __init__(self):\n        pass\n\n    def run(self):\n"
              "        pass\n\n\nclass One(Base):\n    def __init__(self):\n"
              "        super().__init__()\n\n    def run(self):\n        super().run()\n\n\n"
              "class Two(Base):\n    def __init__(self):\n        pass\n\n"
              "    def run(self):\n        pass\n");
  const CallGraphOptions options{.relation = CallRelation::kCallees};
  CHECK(calls.matches("One", options) ==
        Lines{"1 a.py:11 __init__ of One resolved", "1 a.py:14 run of One resolved"});
}

TEST_CASE("call graph: calls known by name only come last, without a place") {
  Calls calls;
  calls.write("a.py",
              "def close():\n    pass\n\n\ndef end(file):\n    file.close()\n    close()\n");
  const auto found = calls.ask("end", {.relation = CallRelation::kCallees});
  REQUIRE(found.matches.size() == 2);
  CHECK(found.matches[0].link == ReferenceLink::kResolved);
  CHECK(found.matches[1].link == ReferenceLink::kByName);
  CHECK(found.matches[1].symbol.qualified_name == "file.close");
  CHECK(found.matches[1].symbol.path.empty());
  CHECK(found.by_name == 1);
}

TEST_CASE("call graph: a walk begins with a name, a file, or the definition around a line") {
  Calls calls;
  write_python_store(calls);
  CHECK(calls.starts("Disk.save") == Lines{"store/disk.py:6 save"});
  CHECK(calls.starts("save") ==
        Lines{"store/base.py:8 save", "store/disk.py:6 save", "web/cart.ts:29 save"});
  CHECK(calls.starts("app.py") == Lines{"app.py:5 keep", "app.py:9 main", "app.py:14 run"});
  CHECK(calls.starts("./app.py:6") == Lines{"app.py:5 keep"});
  CHECK(calls.starts("store/disk.py:11") == Lines{"store/disk.py:10 flush"});
  CHECK(calls.starts("nowhere.py").empty());
  // Those of a file are not callers of each other.
  CHECK(calls.matches("app.py") ==
        Lines{"1 tests/test_app.py:5 helper of main resolved test",
              "2 tests/test_app.py:9 test_main of helper resolved test"});
}

TEST_CASE("call graph: tests nearest first, without the functions that help them") {
  Calls calls;
  write_python_store(calls);
  CHECK(calls.matches("Store.save", {.relation = CallRelation::kTests}) ==
        Lines{"4 tests/test_app.py:9 test_main of helper resolved test"});
  CHECK(calls.matches("Store.save", {.relation = CallRelation::kTests, .depth = 3}).empty());
  Calls go;
  write_go_shop(go);
  CHECK(go.matches("Open", {.relation = CallRelation::kTests}) ==
        Lines{"2 shop_test.go:6 TestOpen of shop.open resolved test"});
}

TEST_CASE("call graph: implementations are subclasses, types of a shape, and overriding methods") {
  const CallGraphOptions options{.relation = CallRelation::kImplementations};
  Calls calls;
  write_python_store(calls);
  CHECK(calls.matches("Store", options) == Lines{"1 store/disk.py:5 Disk of Store resolved",
                                                 "2 store/disk.py:14 Fast of Disk resolved"});
  CHECK(calls.matches("Store", {.relation = CallRelation::kImplementations, .depth = 1}).size() ==
        1);
  CHECK(calls.matches("Store.save", options) ==
        Lines{"1 store/disk.py:6 save of Store.save resolved"});
  CHECK(calls.matches("main", options).empty());
  Calls go;
  go.write("go.mod", "module example.com/shop\n");
  go.write("io.go",
           "package shop\n\ntype Reader interface {\n  Read() int\n  Close()\n}\n\n"
           "type ReadSeeker interface {\n  Reader\n  Seek()\n}\n");
  go.write("file.go",
           "package shop\n\ntype File struct{}\n\nfunc (f *File) Read() int { return 1 }\n\n"
           "func (f *File) Close() {}\n\ntype Half struct{}\n\n"
           "func (h Half) Read() int { return 2 }\n\ntype Big struct{ File }\n");
  CHECK(go.matches("Reader", options) == Lines{"1 file.go:3 File of shop.Reader candidates",
                                               "1 io.go:8 ReadSeeker of shop.Reader resolved",
                                               "2 file.go:13 Big of shop.File resolved"});
  CHECK(go.matches("Reader.Close", options) ==
        Lines{"1 file.go:7 Close of shop.Reader.Close candidates"});
}

TEST_CASE("call graph: a shortest path of calls, also through overriding methods") {
  Calls calls;
  write_python_store(calls);
  CHECK(calls.matches("main", {.relation = CallRelation::kPath, .to = "Disk.flush"}) ==
        Lines{"1 app.py:10 keep of main resolved", "2 app.py:6 save of keep candidates",
              "3 store/disk.py:8 flush of Disk.save resolved"});
  CHECK(
      calls.matches("main", {.relation = CallRelation::kPath, .depth = 2, .to = "flush"}).empty());
  CHECK(calls.matches("run", {.relation = CallRelation::kPath, .to = "main"}).empty());
  CHECK(calls.refused("main", {.relation = CallRelation::kPath, .to = "nothing"}).cause ==
        "No definition is called nothing");
  CHECK(calls.refused("main", {.relation = CallRelation::kPath}).cause ==
        "The end of the path is missing");
}

TEST_CASE("call graph: an answer says what the depth cuts off") {
  Calls calls;
  write_go_shop(calls);
  const auto deeper = [&](const CallGraphOptions& options) {
    const auto found = calls.ask("Shop.load", options);
    CHECK_FALSE(found.is_over_limit);
    CHECK_FALSE(found.is_out_of_time);
    CHECK(found.depth == options.depth);
    return found.deeper;
  };
  CHECK(deeper({.depth = 1}) == 0);
  CHECK(deeper({.depth = 2}) == 1);
  CHECK(deeper({.depth = 2, .include_tests = false}) == 0);
  CHECK(deeper({.depth = 3}) == 0);
  CHECK(calls.ask("Open", {.relation = CallRelation::kTests, .depth = 1}).deeper == 0);
  CHECK(calls.ask("load", {.relation = CallRelation::kTests, .depth = 2}).deeper == 1);
  const auto callees = calls.ask("open", {.relation = CallRelation::kCallees, .depth = 2});
  CHECK(callees.deeper == 1);
  CHECK(calls.ask("open", {.relation = CallRelation::kPath, .depth = 2, .to = "retry"}).deeper ==
        1);
}

TEST_CASE("call graph: options out of range, and contradictions, are refused") {
  Calls calls;
  write_go_shop(calls);
  CHECK(calls.refused("load", {.depth = 21}).cause == "depth is 21, not in [1, 20]");
  CHECK(calls.refused("load", {.limit = 0}).cause == "limit is 0, not in [1, 100000]");
  CHECK(calls.refused("", {}).cause == "There is neither a name nor a difference");
  CHECK(calls.refused("load", {.to = "Open"}).cause == "Only a path has an end");
}

TEST_CASE("call graph: a language that is not linked is said, and has callers by name") {
  Calls calls;
  calls.write("shop.rb", "def load\nend\n\ndef open\n  load()\nend\n");
  CHECK(calls.refused("open", {.relation = CallRelation::kCallees}).code == "LANGUAGE_NOT_LINKED");
  CHECK(calls.matches("load") == Lines{"1 shop.rb:5 open of load by_name"});
}

TEST_CASE("call graph: lines begin with the innermost definitions that they touch") {
  Calls calls;
  calls.write("a.py",
              "class Cart:\n    limit = 3\n\n    def add(self):\n        return self.limit\n\n"
              "    def drop(self):\n        pass\n\n\ndef free():\n    pass\n");
  const auto touched = [&](std::vector<Span> lines) {
    return calls.starts("", {.lines = LineFilter{{"a.py", std::move(lines)}}});
  };
  CHECK(touched({{5, 5}}) == Lines{"a.py:4 add"});
  CHECK(touched({{1, 1}}) == Lines{"a.py:1 Cart"});
  CHECK(touched({{5, 8}, {12, 12}}) ==
        Lines{"a.py:1 Cart", "a.py:4 add", "a.py:7 drop", "a.py:11 free"});
  CHECK(touched({{9, 9}}).empty());
  CHECK(touched({}).empty());
}

}  // namespace codeweaver
