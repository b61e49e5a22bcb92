// Tests of maps: which files and definitions are the most important ones, and how many fit.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/code_map.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "codeweaver/text/token_count.hpp"
#include "codeweaver/workspace.hpp"
#include "corpus/temp_tree.hpp"
#include "engine/fixture.hpp"
#include "engine/workspace/asked_calls.hpp"

namespace codeweaver {
namespace {

using test::Lines;

/// A project that is opened at the first question.
class Maps {
 public:
  void write(const char* path, const char* text) { test::write_file(project_.root() / path, text); }
  Result<CodeMap> ask(const CodeMapOptions& options) {
    if (!core_)
      core_.emplace(test::open_workspace(
          {"shop", "Shop", project_.root(), project_.root() / ".." / "state"}));
    return core_->code_map(options);
  }
  CodeMap map(const CodeMapOptions& options = {}) {
    auto found = ask(options);
    if (!found) FAIL(found.error().message());
    return *std::move(found);
  }
  Lines paths(const CodeMapOptions& options = {}) {
    Lines out;
    for (const auto& file : map(options).files) out.push_back(file.path);
    return out;
  }

 private:
  test::ProjectFixture project_;
  std::optional<CodeWeaver> core_;
};

/// "name: uses" of the definitions of a file.
Lines uses_of(const CodeMapFile& file) {
  Lines out;
  for (const auto& one : file.definitions)
    out.push_back(one.symbol.qualified_name + ": " + std::to_string(one.uses));
  return out;
}

}  // namespace

TEST_CASE("map: of TypeScript, uses count for the file that declares a name, not its index file") {
  Maps maps;
  maps.write("lib/core/pool.ts",
             "export class Pool {\n  take(count: number): number { return count }\n}\n"
             "export const LIMIT = 3\n");
  maps.write("lib/core/index.ts", "export { Pool, LIMIT } from './pool'\n");
  maps.write("lib/a.ts", "import { Pool } from './core'\nexport const a = new Pool().take(1)\n");
  maps.write("lib/b.ts",
             "import { Pool, LIMIT } from './core'\n"
             "export const b = new Pool().take(LIMIT)\n");
  maps.write("lib/a.test.ts", "import { a } from './a'\nimport { b } from './b'\na + b\n");
  const auto found = maps.map({.folder = "lib"});
  REQUIRE_FALSE(found.files.empty());
  CHECK(found.files[0].path == "lib/core/pool.ts");
  CHECK(uses_of(found.files[0]) == Lines{"Pool: 2", "Pool.take: 2", "LIMIT: 1"});
  CHECK(found.files[0].definitions[0].signature == "export class Pool");
  CHECK(found.files[0].definitions[1].signature == "take(count: number): number");
  CHECK(found.linked_files == 4);
  double sum = 0;
  for (const auto& file : found.files) sum += file.rank;
  CHECK(sum <= 1.000001);
}

TEST_CASE("map: of Go and Java, files of one package use each other without imports") {
  Maps maps;
  maps.write("go.mod", "module example.com/shop\n");
  maps.write("pool/pool.go",
             "package pool\n\ntype Pool struct{}\n\nfunc Open() *Pool { return nil }\n");
  maps.write("pool/use.go", "package pool\n\nfunc twice() { Open(); Open() }\n");
  maps.write("main.go",
             "package main\n\nimport \"example.com/shop/pool\"\n\nfunc main() { pool.Open() }\n");
  maps.write("lib/p/Box.java", "package p;\n\nclass Box {\n  void fill() {}\n}\n");
  maps.write("lib/p/Use.java", "package p;\n\nclass Use {\n  Box box = new Box();\n}\n");
  const auto found = maps.map();
  CHECK(found.files[0].path == "pool/pool.go");
  CHECK(uses_of(found.files[0]) == Lines{"Pool: 0", "Open: 3"});
  CHECK(maps.paths({.folder = "lib"})[0] == "lib/p/Box.java");
  CHECK(maps.paths({.folder = "./lib/p/"}).size() == 2);
}

TEST_CASE("map: it has no more tokens than the limit, and the best definitions come first") {
  Maps maps;
  std::string text, all;
  for (int i = 0; i < 60; ++i) {
    const auto name = "function_number_" + std::to_string(i);
    text += "def " + name + "(first, second):\n    return first\n\n\n";
    if (i % 2 == 0) all += name + "(1, 2)\n";
  }
  maps.write("lib/core.py", text.c_str());
  maps.write("lib/app.py", ("from core import *\n" + all).c_str());
  for (const std::size_t limit : {100UL, 250UL, 600UL}) {
    const auto found = maps.map({.folder = "lib", .token_limit = limit});
    std::string shown;
    for (const auto& file : found.files) {
      shown += file.path + '\n';
      for (const auto& one : file.definitions) {
        shown += "  " + std::to_string(one.symbol.lines.start_line) + "  " + one.signature + '\n';
        if (limit < 300) CHECK(one.uses == 1);
      }
    }
    CHECK(text::count_tokens(shown) <= limit + 2);
    CHECK(text::count_tokens(shown) > limit / 2);
    CHECK(found.tokens <= limit);
  }
}

TEST_CASE("map: a limit out of range and a folder without linked files are refused") {
  Maps maps;
  maps.write("lib/a.py", "def a():\n    pass\n");
  maps.write("docs/notes.md", "# Notes\n");
  CHECK(maps.ask({.token_limit = 99}).error().code == "INVALID_VALUE");
  CHECK(maps.ask({.folder = "docs"}).error().code == "LANGUAGE_NOT_LINKED");
  CHECK(maps.ask({.folder = "nowhere"}).error().code == "LANGUAGE_NOT_LINKED");
  CHECK(maps.paths({.folder = "lib"}) == Lines{"lib/a.py"});
}

}  // namespace codeweaver
