// Tests of names in an index: completion of paths and symbols, the text of a file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include "engine/fixture.hpp"

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
  project.write("notes.xyz", "not indexed\n");
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

}  // namespace
}  // namespace codeweaver
