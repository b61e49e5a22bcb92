// Tests of the parts of exact search: targets, the catalog of a folder, the order of hits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/exact/line_search.hpp"
#include "engine/exact/text_catalog.hpp"
#include "engine/exact/text_source.hpp"
#include "engine/exact/text_targets.hpp"
#include "engine/fixture.hpp"
#include "engine/searching/lookup/definitions_at.hpp"
#include "engine/searching/lookup/find_references.hpp"
#include "engine/trees/text_catalogs.hpp"
#include "engine/workspace/text_ranking.hpp"

namespace codeweaver::engine {
namespace {

using test::ProjectFixture;
using test::write_file;

std::vector<std::string> targets_of(const ProjectFixture& project, TextSearchOptions options) {
  options.working_directory = project.root();
  std::vector<std::string> out;
  TextTargetVisitor visitor;
  visitor.on_target = [&](const TextTarget& target) {
    out.push_back(target.shown);
    return out.size() < 3;
  };
  visitor.on_problem = [&](const std::string& path, const std::string& problem) {
    out.push_back(path + ": " + problem);
  };
  REQUIRE(visit_targets(options, visitor, {}));
  return out;
}

TextIndexPlace place_of(const ProjectFixture& project) {
  return {std::filesystem::canonical(project.root()), project.state(), ""};
}

}  // namespace

TEST_CASE(
    "text targets: files in order of their names, named ones as they are named, problems said") {
  ProjectFixture project("");
  for (const auto* name : {"b.py", "a.go", "c/d.py", "c/e.rs"})
    write_file(project.root() / name, "x\n");
  CHECK(targets_of(project, {}) == std::vector<std::string>{"a.go", "b.py", "c/d.py"});
  CHECK(targets_of(project, {.paths = {"c"}}) == std::vector<std::string>{"c/d.py", "c/e.rs"});
  CHECK(targets_of(project, {.paths = {"no", "b.py"}}) ==
        std::vector<std::string>{"no: No such file or directory (os error 2)", "b.py"});
  CHECK(targets_of(project, {.types = {"py", "!rust"}}) ==
        std::vector<std::string>{"b.py", "c/d.py"});
}

TEST_CASE("text source: marks are left out, UTF-16 is decoded") {
  const auto all = [](std::string text) {
    const auto source = text_in_memory(std::move(text));
    std::string out;
    char buffer[5];
    for (std::ptrdiff_t count = 1; count > 0; out.append(buffer, static_cast<std::size_t>(count)))
      count = source.read(buffer, sizeof buffer);
    return out;
  };
  CHECK(all("\xEF\xBB\xBFplain text") == "plain text");
  CHECK(all(std::string("\xFF\xFEh\0i\0", 6)) == "hi");
  CHECK(all("") == "");
  CHECK_FALSE(open_text("/no/such/file", true, false));
  CHECK_FALSE(open_text("/", true, false));
}

TEST_CASE("text source: a small file is read at once, and as any other is") {
  ProjectFixture project("");
  TextFileReader reader;
  const auto all = [](const TextSource& source) {
    std::string out(300'000, '\0');
    std::size_t size = 0;
    for (std::ptrdiff_t count = 1; count > 0; size += static_cast<std::size_t>(count))
      count = source.read(out.data() + size, out.size() - size);
    return out.substr(0, size);
  };
  const auto path = (project.root() / "one.txt").string();
  const auto opened = [&](const std::string& text) {
    write_file(path, text);
    auto source = reader.open(path, false);
    REQUIRE(source);
    const auto other = open_text(path, false, false);
    CHECK(all(*source) == all(*other));
    return *std::move(source);
  };
  for (const auto* text : {"", "a", "several\nlines\n", "\xEF\xBB\xBFmarked"}) {
    const auto source = opened(text);
    REQUIRE(source.whole.data() != nullptr);
    CHECK(source.whole == text);
  }
  CHECK(opened(std::string("\xFF\xFEh\0i\0", 6)).whole.data() == nullptr);
  CHECK(opened(std::string(200'000, 'x')).whole.data() == nullptr);
  CHECK(reader.open("/no/such/file", true).error().cause ==
        open_text("/no/such/file", true, false).error().cause);
  CHECK(reader.open("/", true).error().cause == open_text("/", true, false).error().cause);
}

TEST_CASE(
    "text catalog: a pattern leads to the files that may match, and to those not in the index") {
  ProjectFixture project("");
  write_file(project.root() / "src/a.py", "def retry():\n    pass\n");
  write_file(project.root() / "src/b.py", "def other():\n    pass\n");
  write_file(project.root() / "data.zzz", "1 22 333\n");
  project.index();
  std::vector<std::string> found;
  const auto candidates = [&](std::string_view text, std::string_view folder) {
    const auto catalog = TextCatalog::make(place_of(project), {}, {});
    REQUIRE(catalog);
    found.clear();
    const auto count = catalog->visit_candidates(text::all_grams(text), folder, [&](auto file) {
      found.emplace_back(catalog->path(file));
      return true;
    });
    REQUIRE(count);
    return *count;
  };
  // What was written in the tick of the clock in which it was indexed is known once it is read
  // again.
  for (int run = 0; run < 200; ++run) {
    project.index();
    CHECK(candidates("retry", "") == 3);
    if (found.size() == 2) break;
  }
  CHECK(found == std::vector<std::string>{"data.zzz", "src/a.py"});
  CHECK(candidates("retry", "src/") == 2);
  CHECK(found == std::vector<std::string>{"src/a.py"});
  write_file(project.root() / "src/b.py", "def another():\n    pass\n");
  candidates("retry", "src/");
  CHECK(found == std::vector<std::string>{"src/a.py", "src/b.py"});
  CHECK(TextCatalog::key_of({.globs = {"a"}}) != TextCatalog::key_of({.types = {"a"}}));
}

TEST_CASE("text catalogs: the last few are kept, for the manifest that they were made of") {
  TextCatalogs catalogs;
  const base::FileIdentity one{1, 2, 3, 4}, other{1, 2, 3, 5};
  ProjectFixture project("");
  write_file(project.root() / "a.py", "x = 1\n");
  project.index();
  auto made = TextCatalog::make(place_of(project), {}, {});
  REQUIRE(made);
  const auto catalog = std::make_shared<const TextCatalog>(std::move(*made));
  CHECK(catalogs.find("key", one) == nullptr);
  catalogs.keep("key", one, catalog);
  CHECK(catalogs.find("key", one) == catalog);
  CHECK(catalogs.find("another", one) == nullptr);
  CHECK(catalogs.find("key", other) == nullptr);
  CHECK(catalogs.find("key", one) == nullptr);
}

TEST_CASE("text ranking: lines above the limit go, those of the last files first") {
  const auto file = [](const char* path, std::size_t lines) {
    TextHitFile out{path, "", lines, {}};
    for (std::size_t i = 0; i < lines; ++i) out.hits.push_back({.line = i + 1});
    return out;
  };
  TextHits hits;
  hits.files = {file("tests/test_a.py", 3), file("src/a.py", 3), file("notes.md", 3)};
  rank_hits(hits, {.most_lines = 4});
  REQUIRE(hits.files.size() == 2);
  CHECK(hits.files[0].path == "src/a.py");
  CHECK(hits.files[1].path == "notes.md");
  CHECK(hits.files[1].hits.size() == 1);
  CHECK(hits.shown_lines == 4);
}

TEST_CASE("text ranking: of files that are alike, those on which more depends come first") {
  const auto file = [](const char* path) { return TextHitFile{path, "", 1, {{.line = 1}}}; };
  TextHits hits;
  hits.files = {file("a.py"), file("b.py"), file("c.py"), file("d.md")};
  rank_hits(hits, {}, {{"a.py", 8}, {"b.py", 40}, {"c.py", 9}, {"d.md", 1000}});
  std::string order;
  for (const auto& one : hits.files) order += one.path.substr(0, 1);
  CHECK(order == "bacd");
}

TEST_CASE(
    "uses of files: chunks elsewhere that name what a file defines, where names are telling") {
  ProjectFixture project("");
  write_file(project.root() / "pool.py", "def open_pool(size):\n    return size\n");
  write_file(project.root() / "run.py", "def run(size):\n    return size\n");
  for (const auto* name : {"x.py", "y.py", "z.py"})
    write_file(project.root() / name,
               std::string("def use_") + name[0] + "():\n    run(1)\n    return open_pool(3)\n");
  project.index();
  const auto searcher = HybridSearcher::open(project.state(), {test::embedder()});
  REQUIRE(searcher);
  const std::vector<std::string> paths{"pool.py", "run.py", "x.py", "no.py"};
  CHECK(searcher->uses_of(paths) == std::vector<std::uint64_t>{3, 0, 0, 0});
}

TEST_CASE("definitions at: the innermost definition that holds a line") {
  ProjectFixture project("");
  write_file(project.root() / "a.py",
             "LIMIT = 1\n\nclass Pool:\n    def acquire(self):\n        return 1\n");
  project.index();
  const auto searcher = HybridSearcher::open(project.state(), {test::embedder()});
  REQUIRE(searcher);
  const std::vector<std::uint32_t> lines{5, 3, 2};
  const auto found = searcher->definitions_at("a.py", lines);
  REQUIRE(found);
  REQUIRE((*found)[0]);
  CHECK((*found)[0]->qualified_name == "Pool.acquire");
  REQUIRE((*found)[1]);
  CHECK((*found)[1]->name == "Pool");
  CHECK_FALSE((*found)[2]);
  CHECK_FALSE((*searcher->definitions_at("no.py", lines))[0]);
}

}  // namespace codeweaver::engine
