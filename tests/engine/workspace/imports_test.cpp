// Tests of imports in a project: what files import, what imports them, and cycles.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "codeweaver/call_graph.hpp"
#include "engine/workspace/asked_calls.hpp"

namespace codeweaver {
namespace {

using test::Calls;
using test::Lines;

constexpr CallGraphOptions kImportsOnly{.relation = CallRelation::kImports};
constexpr CallGraphOptions kImportersOnly{.relation = CallRelation::kImporters};

void write_python_app(Calls& calls) {
  calls.write("app/main.py",
              "import xml.dom\nimport colorsys\nfrom app.pool import Pool, open\n"
              "from app.pool import close\nfrom .gone import x\n\n\ndef main():\n"
              "    from app import late\n");
  calls.write("app/pool.py", "from app import config\n\n\nclass Pool:\n    pass\n");
  calls.write("app/config.py", "import colorsys\n");
  calls.write("app/late.py", "import app.main\n");
  calls.write("app_tests/test_pool.py", "from app.pool import Pool\n");
}

/// "depth path names lines of via link" of each match.
Lines asked_files(Calls& calls, const std::string& start, const CallGraphOptions& options) {
  Lines out;
  for (const auto& one : calls.ask(start, options).matches) {
    std::string line = std::to_string(one.depth) + ' ' + one.symbol.qualified_name;
    for (const auto& name : one.names) line += ' ' + name;
    for (const auto number : one.lines) line += ' ' + std::to_string(number);
    line += " by " + one.via + (one.is_test ? " test" : "");
    if (one.link != ReferenceLink::kResolved) line += ' ' + std::string(to_string(one.link));
    out.push_back(line);
  }
  return out;
}

/// "path:line > path" of each step, after the number of files.
Lines cycles_in(Calls& calls, const std::string& folder) {
  Lines out;
  for (const auto& cycle : calls.ask(folder, {.relation = CallRelation::kCycles}).cycles) {
    std::string line = std::to_string(cycle.files.size());
    for (const auto& step : cycle.steps)
      line += ' ' + step.path + ':' + std::to_string(step.lines[0]) + " > " + step.symbol.path;
    out.push_back(line);
  }
  return out;
}

}  // namespace

TEST_CASE("imports: what a file imports, by line, with names, libraries and missing files") {
  Calls calls;
  write_python_app(calls);
  CHECK(asked_files(calls, "app/main.py", kImportsOnly) ==
        Lines{"1 app/pool.py Pool open close 3 4 by app/main.py",
              "1 app/late.py late 9 by app/main.py", "1 .gone x 5 by app/main.py by_name"});
  const auto answer = calls.ask("app/main.py", kImportsOnly);
  REQUIRE(answer.definitions.size() == 1);
  CHECK(answer.definitions[0].kind == "file");
  REQUIRE(answer.outside.size() == 2);
  CHECK(answer.outside[0].name == "colorsys");
  CHECK(answer.outside[1].name == "xml.dom");
  CHECK(asked_files(calls, "app/main.py", {.relation = CallRelation::kImports, .depth = 2})[2] ==
        "2 app/config.py config 1 by app/pool.py");
}

TEST_CASE("imports: what imports a file, a folder or a library") {
  Calls calls;
  write_python_app(calls);
  CHECK(asked_files(calls, "app/pool.py", kImportersOnly) ==
        Lines{"1 app/main.py Pool open close 3 4 by app/pool.py",
              "1 app_tests/test_pool.py Pool 1 by app/pool.py test"});
  CHECK(asked_files(calls, "./app/", kImportersOnly) ==
        Lines{"1 app_tests/test_pool.py Pool 1 by app/pool.py test"});
  CHECK(asked_files(calls, "colorsys", kImportersOnly) ==
        Lines{"1 app/config.py 1 by colorsys", "1 app/main.py 2 by colorsys"});
  CHECK(asked_files(calls, "xml", kImportersOnly) == Lines{"1 app/main.py 1 by xml.dom"});
  CHECK(asked_files(calls, "app/config.py",
                    {.relation = CallRelation::kImporters, .depth = 3, .include_tests = false}) ==
        Lines{"1 app/pool.py config 1 by app/config.py",
              "2 app/main.py Pool open close 3 4 by app/pool.py",
              "3 app/late.py 1 by app/main.py"});
  CHECK(calls.ask("app", kImportersOnly).definitions[0].kind == "folder");
  CHECK(calls.ask("colorsys", kImportersOnly).definitions[0].kind == "library");
}

TEST_CASE("imports: the imports of a folder lead out of it; those of the root are libraries") {
  Calls calls;
  write_python_app(calls);
  CHECK(asked_files(calls, "app_tests", kImportsOnly) ==
        Lines{"1 app/pool.py Pool 1 by app_tests/test_pool.py"});
  const auto all = calls.ask(".", kImportsOnly);
  CHECK(all.matches.empty());
  const auto found = std::ranges::find(all.outside, "colorsys", &OutsideCalls::name);
  REQUIRE(found != all.outside.end());
  CHECK(found->count == 2);
}

TEST_CASE("imports: of Go lead to packages, and the files of a package are imported together") {
  Calls calls;
  calls.write("go.mod", "module example.com/shop\n");
  calls.write("main.go", "package main\n\nimport \"example.com/shop/pool\"\n\nvar x = pool.A\n");
  calls.write("pool/a.go", "package pool\n\nimport \"example.com/shop/log\"\n\nvar A = log.L\n");
  calls.write("pool/b.go", "package pool\n\nvar B = 1\n");
  calls.write("log/log.go", "package log\n\nvar L = 1\n");
  CHECK(asked_files(calls, "main.go", {.relation = CallRelation::kImports, .depth = 2}) ==
        Lines{"1 pool 3 by main.go", "2 log 3 by pool/a.go"});
  CHECK(asked_files(calls, "pool/b.go", kImportersOnly) == Lines{"1 main.go 3 by pool"});
  CHECK(asked_files(calls, "pool", kImportersOnly) == Lines{"1 main.go 3 by pool"});
  CHECK(asked_files(calls, "log/log.go", {.relation = CallRelation::kImporters, .depth = 2}) ==
        Lines{"1 pool/a.go 3 by log", "2 main.go 3 by pool"});
}

TEST_CASE("imports: of Rust lead to the files of modules and of what they name") {
  Calls calls;
  calls.write("Cargo.toml", "[package]\nname = \"till\"\nversion = \"1.0.0\"\n");
  calls.write("src/main.rs",
              "mod coins;\nmod notes;\nuse crate::coins::Coin;\nuse notes::*;\n"
              "use std::fmt::Write;\n\nfn main() {}\n");
  calls.write("src/coins.rs", "pub struct Coin;\n");
  calls.write("src/notes.rs", "use super::coins::Coin;\n\npub fn count(_: Coin) {}\n");
  CHECK(asked_files(calls, "src/main.rs", kImportsOnly) ==
        Lines{"1 src/coins.rs Coin 3 by src/main.rs", "1 src/notes.rs 4 by src/main.rs"});
  CHECK(asked_files(calls, "src/coins.rs", kImportersOnly) ==
        Lines{"1 src/main.rs Coin 3 by src/coins.rs", "1 src/notes.rs Coin 1 by src/coins.rs"});
}

TEST_CASE("imports: cycles are groups of files, the smallest first, each with a shortest cycle") {
  Calls calls;
  calls.write("a/one.ts", "import { two } from './two'\nexport const one = 1\n");
  calls.write("a/two.ts", "import { one } from './one'\nexport const two = 2\n");
  calls.write("b/x.ts", "\nimport { y } from './y'\nimport { z } from './z'\nexport const x = 1\n");
  calls.write("b/y.ts", "import { z } from './z'\nexport const y = 1\n");
  calls.write("b/z.ts", "import { x } from './x'\nexport const z = 1\n");
  calls.write("c/types.ts", "import type { One } from './used'\nexport type Two = One\n");
  calls.write("c/used.ts", "import { Two } from './types'\nexport type One = 1 | Two\n");
  calls.write("c/late.ts", "export const load = () => import('./early')\n");
  calls.write("c/early.ts", "import { load } from './late'\nload()\n");
  CHECK(cycles_in(calls, "") == Lines{"2 a/one.ts:1 > a/two.ts a/two.ts:1 > a/one.ts",
                                      "3 b/x.ts:3 > b/z.ts b/z.ts:1 > b/x.ts"});
  CHECK(cycles_in(calls, "b").size() == 1);
  CHECK(cycles_in(calls, "c").empty());
  CHECK(cycles_in(calls, "a/two.ts").size() == 1);
  const auto cut = calls.ask("", {.relation = CallRelation::kCycles, .limit = 1});
  CHECK(cut.cycles.size() == 1);
  CHECK(cut.is_over_limit);
}

TEST_CASE("imports: what is neither a file nor an imported library is refused, and so are others") {
  Calls calls;
  write_python_app(calls);
  calls.write("notes.txt", "imports nothing\n");
  CHECK(calls.refused("nothing", kImportersOnly).code == "FILE_NOT_INDEXED");
  CHECK(calls.refused("colorsys", kImportsOnly).code == "FILE_NOT_INDEXED");
  CHECK(calls.refused("notes.txt", kImportsOnly).code == "LANGUAGE_NOT_LINKED");
  CHECK(calls.refused("", kImportsOnly).code == "INVALID_VALUE");
}

}  // namespace codeweaver
