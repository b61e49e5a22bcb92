// Tests of the call graph of a git range: definitions that it changes and removes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "codeweaver/call_graph.hpp"
#include "codeweaver/workspace.hpp"
#include "corpus/git_refs.hpp"
#include "corpus/temp_tree.hpp"
#include "engine/content/earlier_definitions.hpp"
#include "engine/fixture.hpp"
#include "engine/searching/lookup/removed_definitions.hpp"
#include "engine/workspace/asked_calls.hpp"

namespace codeweaver {

using test::Lines;

TEST_CASE("call graph: a git range begins with the definitions that it changes") {
  const corpus::TempTree tree;
  tree.write("project/price.py",
             "def price():\n    return 1\n\n\ndef tax():\n    return 2\n\n\n"
             "def total():\n    return price() + tax()\n");
  tree.write("project/test_price.py", "import price\n\n\ndef test_total():\n    price.total()\n");
  tree.git("init -q && git add -A && git commit -qm first", "project");
  auto core =
      test::open_workspace({"shop", "Shop", tree.root() / "project", tree.root() / "state"});
  const auto ask = [&](const std::string& range) {
    auto found = core.call_graph("", {.relation = CallRelation::kTests, .changed_in = range});
    if (!found) FAIL(found.error().message());
    return *std::move(found);
  };
  CHECK(ask("HEAD").definitions.empty());
  tree.write("project/price.py",
             "def price():\n    return 1\n\n\ndef tax():\n    return 3\n\n\n"
             "def total():\n    return price() + tax()\n");
  auto found = ask("HEAD");
  REQUIRE(found.definitions.size() == 1);
  CHECK(found.definitions[0].name == "tax");
  REQUIRE(found.matches.size() == 1);
  CHECK(found.matches[0].symbol.name == "test_total");
  CHECK(found.matches[0].depth == 2);
  tree.git("commit -qam second", "project");
  CHECK(ask("HEAD").definitions.empty());
  CHECK(ask("HEAD~1..HEAD").matches.size() == 1);
  const auto refused = core.call_graph("total", {.changed_in = "HEAD"});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().cause == "There are a name and a difference");
}

TEST_CASE("earlier definitions: those of changed, renamed and deleted files, without data") {
  const corpus::TempTree tree;
  tree.write("a.py", "def one():\n    pass\n");
  tree.write("gone.go", "package shop\n\nfunc Open() {}\n\nfunc Close() {}\n");
  tree.write("same.py", "def same():\n    pass\n");
  tree.write("data.json", "{\"key\": 1}\n");
  tree.write("notes.md", "# Title\n\nText.\n");
  tree.write("old.ts", "export class Cart {\n  add() {\n    return 1;\n  }\n}\n");
  tree.git("init -q && git add -A && git commit -qm first && git mv old.ts new.ts");
  tree.write("new.ts", "export class Cart {\n  put() {\n    return 1;\n  }\n}\n");
  tree.write("a.py", "def two():\n    pass\n");
  tree.write("data.json", "{\"other\": 1}\n");
  tree.write("notes.md", "# Other\n\nText.\n");
  std::filesystem::remove(tree.root() / "gone.go");
  const auto range = corpus::resolve_range(tree.root(), "HEAD");
  REQUIRE(range);
  const auto found = engine::earlier_definitions(tree.root(), *range);
  REQUIRE(found);
  Lines names;
  for (const auto& one : *found) names.push_back(one.path + ' ' + one.qualified_name);
  CHECK(names == Lines{"a.py one", "gone.go shop.Open", "gone.go shop.Close", "old.ts Cart",
                       "old.ts Cart.add"});
}

TEST_CASE("call graph: a difference lists what still uses the definitions that it removes") {
  const corpus::TempTree tree;
  tree.write(
      "project/price.py",
      "def price():\n    return 1\n\n\ndef tax():\n    return 2\n\n\n"
      "class Cart:\n    def add(self):\n        pass\n\n    def drop(self):\n        pass\n");
  tree.write("project/old.py", "def moved():\n    pass\n\n\ndef gone():\n    pass\n");
  tree.write("project/use.py",
             "import price\nimport old\n\n\ndef total():\n    old.gone()\n    old.moved()\n"
             "    return price.price() + price.tax()\n");
  tree.write("project/test_use.py", "import price\n\n\ndef test_tax():\n    price.tax()\n");
  tree.git("init -q && git add -A && git commit -qm first", "project");
  auto core =
      test::open_workspace({"shop", "Shop", tree.root() / "project", tree.root() / "state"});
  tree.write("project/price.py",
             "def price():\n    return 1\n\n\ndef duty():\n    return 2\n\n\n"
             "class Cart:\n    def add(self):\n        pass\n\n\ndef moved():\n    pass\n");
  std::filesystem::remove(tree.root() / "project/old.py");
  const auto ask = [&](const CallGraphOptions& options) {
    auto found = core.call_graph("", options);
    if (!found) FAIL(found.error().message());
    Lines out;
    for (const auto& one : found->removed) {
      out.push_back(one.symbol.qualified_name + ' ' + one.symbol.path + ':' +
                    std::to_string(one.symbol.lines.start_line));
      for (const auto& use : one.uses)
        out.push_back(use.path + ':' + std::to_string(use.line) + ' ' + use.enclosing);
    }
    if (!out.empty()) CHECK(found->removed_since.size() == 40);
    return out;
  };
  CHECK(ask({.changed_in = "HEAD"}) == Lines{"gone old.py:5", "use.py:6 total", "tax price.py:5",
                                             "use.py:8 total", "test_use.py:5 test_tax",
                                             "Cart.drop price.py:13"});
  CHECK(ask({.include_tests = false, .changed_in = "HEAD"}).size() == 5);
  CHECK(
      ask({.relation = CallRelation::kTests, .changed_in = "HEAD"}) ==
      Lines{"gone old.py:5", "tax price.py:5", "test_use.py:5 test_tax", "Cart.drop price.py:13"});
  tree.git("add -A && git commit -qm second", "project");
  CHECK(ask({.changed_in = "HEAD"}).empty());
  CHECK(ask({.changed_in = "HEAD~1..HEAD"}).size() == 6);
}

}  // namespace codeweaver
