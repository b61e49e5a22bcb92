// Tests of names in an index: completion of paths and symbols, the text of a file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "engine/fixture.hpp"
#include "engine/searching/lookup/definitions_at.hpp"
#include "engine/workspace/absent_file.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;
using Names = std::vector<std::string>;

TEST_CASE("names: paths and symbols complete by their beginning and by that of their last part") {
  ProjectFixture project;
  project.index();
  const auto searcher = project.searcher();
  CHECK(searcher.complete_path("src/database/p") == Names{"src/database/pool.py"});
  CHECK(searcher.complete_path("pool") == Names{"src/database/pool.py"});
  CHECK(searcher.complete_path("web/") == Names{"web/banner.js", "web/cart.ts"});
  CHECK(searcher.complete_path("web/", 1) == Names{"web/banner.js"});
  CHECK(searcher.complete_path("", 0).empty());
  CHECK(searcher.complete_path("../").empty());
  CHECK(searcher.complete_path("").size() == 10);
  const auto symbols = searcher.complete_symbol("ConnectionP");
  REQUIRE_FALSE(symbols.empty());
  CHECK(std::ranges::is_sorted(symbols));
  CHECK(std::ranges::adjacent_find(symbols) == symbols.end());
  CHECK(std::ranges::all_of(symbols, [](const std::string& name) {
    return name.starts_with("ConnectionP") || name.find(".ConnectionP") != std::string::npos;
  }));
}

TEST_CASE("names: files that went are no longer offered, nor is their text") {
  ProjectFixture project;
  project.index();
  project.remove("web/banner.js");
  project.write("web/fresh.js", "export const fresh = 1;\n");
  project.index();
  const auto searcher = project.searcher();
  CHECK(searcher.complete_path("web/") == Names{"web/cart.ts", "web/fresh.js"});
  CHECK(*searcher.file_text("web/fresh.js") == "export const fresh = 1;\n");
  CHECK(searcher.file_text("web/banner.js").error().code == "FILE_NOT_INDEXED");
}

TEST_CASE("names: the definitions of a file come by line, outer ones first, headings too") {
  ProjectFixture project;
  project.write("notes.md", "# Stock\n\nText.\n\n## Counting\n\nMore.\n");
  project.write("shelf.py", "class Shelf:\n    def put(self): pass\n\ndef clear(): pass\n");
  project.index();
  const auto searcher = project.searcher();
  const auto names_of = [&](const char* path) {
    Names out;
    for (const auto& one : searcher.definitions_in(path).value())
      out.push_back(one.qualified_name + ' ' + one.kind + ' ' +
                    std::to_string(one.lines.start_line) + '-' +
                    std::to_string(one.lines.end_line));
    return out;
  };
  CHECK(names_of("shelf.py") ==
        Names{"Shelf class 1-2", "Shelf.put method 2-2", "clear function 4-4"});
  CHECK(names_of("notes.md") == Names{"Stock section 1-7", "Stock/Counting section 5-7"});
  CHECK(names_of("nothing.py").empty());
}

TEST_CASE("names: only the text of indexed files is given, fresh as a search is") {
  ProjectFixture project;
  project.write("notes.xyz", "1 2 3 4\n");
  auto engine = test::open_workspace({"shop", "Shop", project.root(), project.state()});
  CHECK(engine.complete_path("").empty());
  CHECK(engine.file_text("web/cart.ts").error().code == "INDEX_NOT_FOUND");
  REQUIRE(engine.index());
  project.write("web/cart.ts", "export function empty() {}\n");
  CHECK(*engine.file_text("web/cart.ts") == "export function empty() {}\n");
  for (const auto* path : {"notes.xyz", "nothing.py", "", "/etc/passwd", "../project/web/cart.ts",
                           "web/../web/cart.ts", "web", "./web/cart.ts"}) {
    CAPTURE(path);
    const auto refused = engine.file_text(path);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "FILE_NOT_INDEXED");
  }
}

TEST_CASE("names: the error for an existing file gives the reason why it is not indexed") {
  ProjectFixture project;
  project.write(".codeweaverignore", "private/\n");
  project.write("private/key.py", "KEY = 1\n");
  project.write("notes.xyz", "1 2 3 4\n");
  project.write("data.py", std::string("a\0b\0c\n", 6));
  auto engine = test::open_workspace({"shop", "Shop", project.root(), project.state()});
  REQUIRE(engine.index());
  for (const auto& [path, reason, action] :
       {std::tuple{"private/key.py", "a rule excludes it", ".codeweaverignore"},
        std::tuple{"notes.xyz", "it is binary, empty or bulk data", "chunking.extra_extensions"},
        std::tuple{"data.py", "was skipped when the project was indexed", "index the project"},
        std::tuple{"nothing.py", "is not an indexed file", "relative to the project's root"},
        std::tuple{"private/../data.py", "is not an indexed file", "project's root"}}) {
    CAPTURE(std::string(path));
    const auto refused = engine.file_text(path);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "FILE_NOT_INDEXED");
    CHECK(refused.error().cause.find(reason) != std::string::npos);
    CHECK(refused.error().action.find(action) != std::string::npos);
  }
}

TEST_CASE("names: a new file that the index lacks is reported as not indexed yet") {
  ProjectFixture project;
  project.write("web/new.ts", "export const fresh = 1;\n");
  const Error unknown{ErrorCategory::kNotFound, "FILE_NOT_INDEXED", "unknown", "reading",
                      engine::kPathAdvice};
  const auto said = engine::explained(unknown, project.root(), {}, "web/new.ts");
  CHECK(said.cause == "'web/new.ts' exists, but it is not indexed yet");
  CHECK(said.action.find("Index the project again") != std::string::npos);
  CHECK(engine::explained(unknown, project.root(), {}, "web").cause == "unknown");
}

}  // namespace
}  // namespace codeweaver
