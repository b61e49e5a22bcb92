// Tests of exact search in items of other tools: same answers as for the same texts in files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/namespaces.hpp"
#include "codeweaver/query_parser.hpp"
#include "codeweaver/text_search.hpp"
#include "codeweaver/workspace.hpp"
#include "engine/exact/namespace_targets.hpp"
#include "engine/exact/path_items.hpp"
#include "engine/fixture.hpp"
#include "engine/trees/namespace_searchers.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;
using Lines = std::vector<std::string>;

/// An item that says lines from `first` on of a path, or `last` where it has other lines.
PushItem said(const std::string& path, std::uint32_t first, const std::string& content,
              std::uint32_t last = 0) {
  PushItem item;
  item.node_type = "function";
  item.path = path;
  item.content = content;
  const auto breaks = std::ranges::count(content, '\n');
  const auto lines = static_cast<std::uint32_t>(breaks + (content.ends_with('\n') ? 0 : 1));
  item.range = {first, last > 0 ? last : first + lines - 1};
  item.node_id = path + ':' + std::to_string(first) + '-' + std::to_string(item.range.end_line);
  item.source_audit = {"abc123", "main", false, "2026-02-20T12:00:00Z"};
  return item;
}

/// A shop with items of a source each.
class PushedShop {
 public:
  PushedShop() : core_(test::open_workspace({"shop", "shop", files_.root(), files_.state(), ""})) {}

  void push(std::vector<PushItem> items, const std::string& source = "code-atlas") {
    PushBatch batch{
        {"1.0", "shop", source, "batch-" + std::to_string(++batches_)}, std::move(items), {}, {}};
    const auto envelope = batch.envelope;
    const auto reply = core_.push(envelope, entries_of(std::move(batch)));
    REQUIRE(reply);
    REQUIRE(reply->rejected == 0);
  }
  CodeWeaver& core() { return core_; }
  TextIndexPlace place() const {
    return {std::filesystem::canonical(files_.root()), files_.state(), "", "shop"};
  }
  /// "source path:number:text" of each line, a '-' for ':' where it stands around one.
  Lines grep(TextSearchOptions options, TextSearchReport* report = nullptr) const {
    options.working_directory = files_.root();
    Lines out;
    const auto here = place();
    const auto found = search_text(options, &here, [&](const TextFile& file) {
      const auto source = file.name_space.substr(file.name_space.rfind('/') + 1);
      if (file.lines.empty()) out.push_back(source + ' ' + file.path);
      for (const auto& line : file.lines)
        out.push_back(source + ' ' + file.path + (line.is_match ? ":" : "-") +
                      std::to_string(line.number) + ':' +
                      std::string(line.text.substr(0, line.text.find('\n'))));
      return true;
    });
    if (!found) return {found.error().code};
    if (report != nullptr) *report = *found;
    return out;
  }
  const ProjectFixture& files() const { return files_; }

 private:
  ProjectFixture files_;
  CodeWeaver core_;
  int batches_ = 0;
};

TextSearchOptions of_atlas(const std::string& pattern) {
  TextSearchOptions out;
  out.patterns = {pattern};
  out.purpose = Purpose::kAtlasGraph;
  return out;
}

}  // namespace

TEST_CASE("namespace text: lines are numbered as in the file that the item says it is of") {
  PushedShop shop;
  shop.push({said("src/a.py", 11, "def zebra():\n    return stripes\n"),
             said("src/b.py", 1, "stripes = 1\n"),
             said("notes/c.md", 5, "A summary of stripes\nin other lines\nthan the file\n", 6)});
  CHECK(shop.grep(of_atlas("stripes")) ==
        Lines{"code_atlas_provider notes/c.md:5:A summary of stripes",
              "code_atlas_provider src/a.py:12:    return stripes",
              "code_atlas_provider src/b.py:1:stripes = 1"});
  CHECK(shop.grep(of_atlas("than")) == Lines{"code_atlas_provider notes/c.md:6:than the file"});
  auto some = of_atlas("stripes");
  some.globs = {"*.py"};
  some.paths = {"src"};
  some.before = 1;
  CHECK(shop.grep(some) == Lines{"code_atlas_provider src/a.py-11:def zebra():",
                                 "code_atlas_provider src/a.py:12:    return stripes",
                                 "code_atlas_provider src/b.py:1:stripes = 1"});
  some.wanted = TextWanted::kPaths;
  CHECK(shop.grep(some) == Lines{"code_atlas_provider src/a.py", "code_atlas_provider src/b.py"});
}

TEST_CASE("namespace text: a line that several items say is one, and matches if one of them does") {
  PushedShop shop;
  shop.push({said("a.py", 1,
                  "class Herd:\n    def one(self):\n        return 'x'\n\n    def two():\n"
                  "        return 'x'\n"),
             said("a.py", 2, "    def one(self):\n        return 'x'"),
             said("a.py", 5, "    def two():\n        return 'another x'\n")});
  const auto found = Lines{"code_atlas_provider a.py:3:        return 'x'",
                           "code_atlas_provider a.py:6:        return 'x'",
                           "code_atlas_provider a.py:6:        return 'another x'"};
  TextSearchReport report;
  CHECK(shop.grep(of_atlas("x'"), &report) == found);
  CHECK(report.lines == 3);
  CHECK(report.matched_files == 1);
  CHECK(report.files == 1);
  auto two = of_atlas("x'");
  two.max_count = 2;
  CHECK(shop.grep(two) == Lines{found[0], found[1]});
  two.wanted = TextWanted::kCounts;
  two.wants_places = true;
  two.working_directory = shop.files().root();
  const auto place = shop.place();
  REQUIRE(search_text(two, &place, [&](const TextFile& file) {
    CHECK(file.line_count == 2);
    CHECK(file.place_count == 2);
    CHECK(file.lines.empty());
    return true;
  }));
}

TEST_CASE("namespace text: only items that may match are read, and changes are seen at once") {
  PushedShop shop;
  std::vector<PushItem> items;
  for (int i = 0; i < 60; ++i)
    items.push_back(said("f" + std::to_string(i) + ".py", 1,
                         "def function_" + std::to_string(i) + "():\n    pass\n"));
  shop.push(std::move(items));
  TextSearchReport report;
  CHECK(shop.grep(of_atlas("function_7\\("), &report).size() == 1);
  CHECK(report.without_index == "");
  CHECK(report.files == 60);
  CHECK(report.read_files == 1);
  auto changed = said("f7.py", 1, "def other():\n    pass\n");
  changed.source_audit.captured_at = "2026-02-20T12:01:00Z";
  shop.push({changed});
  CHECK(shop.grep(of_atlas("function_7\\(")).empty());
  CHECK(shop.grep(of_atlas("other")).size() == 1);
  std::filesystem::remove_all(shop.files().state() / "segments");
  CHECK(shop.grep(of_atlas("other"), &report).size() == 1);
  CHECK(report.without_index != "");
  CHECK(report.read_files == 60);
}

TEST_CASE("namespace text: purpose and strategy choose, the folder is one of the namespaces") {
  PushedShop shop;
  REQUIRE(shop.core().index());
  shop.push({said("a.py", 1, "class ConnectionPool: pass\n")});
  shop.push({said("b.py", 1, "class ConnectionPool2: pass\n")}, "wiki");
  auto search = of_atlas("class ConnectionPool");
  CHECK(shop.grep(search) == Lines{"code_atlas_provider a.py:1:class ConnectionPool: pass",
                                   "wiki_provider b.py:1:class ConnectionPool2: pass"});
  search.chunk_strategy = "wiki_provider";
  CHECK(shop.grep(search).size() == 1);
  search.purpose = Purpose::kCodeSearch;
  CHECK(shop.grep(search) == Lines{"NAMESPACE_NOT_FOUND"});
  search.chunk_strategy.clear();
  const auto files = shop.grep(search);
  search.purpose.reset();
  CHECK(files == shop.grep(search));  // the files alone, as without either
  CHECK(files.size() == 1);
  CHECK(files.front().starts_with(" src/database/pool.py:"));
  search = of_atlas("x");
  search.ref = "HEAD";
  CHECK(shop.grep(search) == Lines{"NAMESPACE_NOT_FOUND"});
  CHECK(search_text(of_atlas("x"), nullptr, [](const TextFile&) { return true; }).error().code ==
        "NAMESPACE_NOT_FOUND");
  auto lost = of_atlas("ConnectionPool2");
  lost.paths = {"b.py", "nowhere.py"};
  TextSearchReport report;
  REQUIRE(Namespaces({"shop", "shop", shop.files().root(), shop.files().state(), ""})
              .create(*NamespaceKey::parse("shop/docs_search/empty")));
  search = of_atlas("x");
  search.purpose = Purpose::kDocsSearch;
  CHECK(shop.grep(search, &report).empty());
  CHECK(report.without_index == "");  // there is nothing to spare
  CHECK(shop.grep(lost, &report).size() == 1);
  REQUIRE(report.problems.size() == 1);
  CHECK(report.problems[0].first == "nowhere.py");
}

TEST_CASE("namespace text: a sink that has enough ends the search, in the files as in the items") {
  PushedShop shop;
  shop.push({said("a.py", 1, "x\n"), said("b.py", 1, "x\n"), said("c.py", 1, "x\n")});
  auto search = of_atlas("x");
  search.working_directory = shop.files().root();
  const auto place = shop.place();
  int files = 0;
  REQUIRE(search_text(search, &place, [&](const TextFile&) { return ++files < 2; }));
  CHECK(files == 2);
}

TEST_CASE(
    "namespace targets: items come with the lines that they are of, paths by their language") {
  PushedShop shop;
  auto named = said("notes", 7, "fn stripes() {}\n");
  named.language = "rust";
  shop.push({said("b.py", 3, "stripes = 1\n"), said("a.py", 1, "zebra = 1\n"), named});
  const auto search = of_atlas("stripes");
  const auto place = shop.place();
  CHECK(engine::names_namespaces(search));
  CHECK_FALSE(engine::names_namespaces({}));
  const auto items = engine::NamespaceTargets::find(search, &place);
  REQUIRE(items);
  CHECK_FALSE(items->has_folder());
  CHECK_FALSE(items->is_empty());
  CHECK(*items->paths_in("rust") == std::set<std::string>{"notes"});
  Lines paths, texts;
  engine::NamespaceVisitor visitor;
  visitor.on_path = [&](std::string_view name_space, const std::string& shown) {
    CHECK(name_space == test::kAtlas);
    paths.push_back(shown);
    return true;
  };
  visitor.on_item = [&](const engine::TextTarget& target) {
    texts.push_back(target.shown + ':' + std::to_string(target.item.first) + ' ' + *target.text);
    return true;
  };
  REQUIRE(items->visit(text::all_grams("stripes"), visitor));
  CHECK(paths == Lines{"a.py", "b.py", "notes"});
  CHECK(texts == Lines{"b.py:3 stripes = 1\n", "notes:7 fn stripes() {}\n"});
}

TEST_CASE("namespace searchers: those with items that a filter admits, by their keys") {
  PushedShop shop;
  shop.push({said("b.py", 1, "x = 1\n")}, "wiki");
  shop.push({said("a.py", 1, "x = 1\n")});
  engine::NamespaceSearchers searchers({shop.files().root(), shop.files().state(), "shop", "", {}},
                                       {test::embedder(), test::reranker(), {}, {}}, nullptr);
  const auto all = searchers.matching({}, {});
  REQUIRE(all);
  REQUIRE(all->searchers.size() == 2);
  CHECK(all->searchers[0].first == test::kAtlas);
  SearchFilter filter;
  filter.chunk_strategy = "wiki_provider";
  CHECK(searchers.matching(filter, {})->searchers.size() == 1);
}

TEST_CASE("find text: hits of a namespace name it, and the definition that holds them") {
  PushedShop shop;
  shop.push({said("src/a.py", 11, "class Herd:\n    def count(self):\n        return stripes\n"),
             said("src/a.py", 12, "    def count(self):\n        return stripes\n")});
  auto search = of_atlas("stripes|def count");
  const auto hits = shop.core().find_text(search);
  REQUIRE(hits);
  REQUIRE(hits->files.size() == 1);
  const auto& file = hits->files[0];
  CHECK(file.path == "src/a.py");
  CHECK(file.name_space == test::kAtlas);
  REQUIRE(file.hits.size() == 2);
  CHECK(file.hits[0].is_definition);
  CHECK(file.hits[1].line == 13);
  CHECK(file.hits[1].scope_begin == 12);
  CHECK(file.hits[1].scope_end == 13);
  CHECK(file.hits[1].scope.ends_with("count"));
  CHECK(hits->lines == 2);
  search.purpose = Purpose::kDocsSearch;
  CHECK(shop.core().find_text(search).error().code == "NAMESPACE_NOT_FOUND");
}

TEST_CASE("find text: secrets stay masked in what was pushed") {
  PushedShop shop;
  const std::string key = std::string("AKIA") + "QZ3MTRVPD5YX7WKL";
  shop.push({said("settings.py", 1, "aws_access_key_id = '" + key + "'\n")});
  const auto hits = shop.core().find_text(of_atlas("aws_access_key_id"));
  REQUIRE(hits);
  REQUIRE(hits->lines == 1);
  CHECK(hits->files[0].hits[0].text.find(key) == std::string::npos);
  CHECK(shop.core().find_text(of_atlas(key))->lines == 0);
}

TEST_CASE(
    "find: exact parts of a query hold in namespaces too, each with its own paths and lines") {
  PushedShop shop;
  REQUIRE(shop.core().index());
  shop.push({said("src/database/pool.py", 1, "def zebra_pool():\n    return 'stripes'\n"),
             said("atlas/herd.py", 21, "def herd():\n    return zebra_pool()\n"),
             said("atlas/herd.go", 1, "func Herd() string {\n\treturn \"stripes\"\n}\n"),
             said("atlas/plain.py", 1, "def plain():\n    return 0\n")});
  const auto files = [&](const std::string& text, const SearchOptions& options = {}) {
    const auto query = parse_query(text);
    REQUIRE(query);
    const auto found = shop.core().files_of(*query, options);
    if (!found) return Lines{found.error().code};
    return *found;
  };
  SearchOptions atlas;
  atlas.filter.purpose = Purpose::kAtlasGraph;
  CHECK(files("\"stripes\"") == Lines{"atlas/herd.go", "src/database/pool.py"});
  CHECK(files("\"stripes\" lang:go") == Lines{"atlas/herd.go"});
  CHECK(files("sym:zebra_pool") == Lines{"src/database/pool.py"});
  CHECK(files("ref:zebra_pool") == Lines{"atlas/herd.py"});
  CHECK(files("kind:function file:atlas", atlas) ==
        Lines{"atlas/herd.go", "atlas/herd.py", "atlas/plain.py"});
  CHECK(files("not \"stripes\"", atlas) == Lines{"atlas/herd.py", "atlas/plain.py"});
  SearchOptions folder;
  folder.filter.purpose = Purpose::kCodeSearch;
  CHECK(files("\"stripes\"", folder).empty());

  // The file of the folder with that path does not hold the text, so it is no answer.
  const auto answer = shop.core().search("\"stripes\" connection pool");
  REQUIRE(answer);
  REQUIRE(answer->matches.size() == 2);
  for (const auto& match : answer->matches) {
    CHECK(match.audit.name_space == test::kAtlas);
    CHECK(match.content.content.find("stripes") != std::string::npos);
  }
  CHECK(answer->exact_files == 2);
  const auto uses = shop.core().search("ref:zebra_pool");
  REQUIRE(uses);
  REQUIRE(uses->matches.size() == 1);
  CHECK(uses->matches[0].file.path == "atlas/herd.py");
  CHECK(uses->matches[0].span == Span{21, 22});
}

TEST_CASE("find: random queries over a namespace admit what they do over the same texts in files") {
  std::mt19937 random(24);
  const Lines words{"zebra", "stripes", "herd", "Herd", "count", "return", "def one():"};
  PushedShop shop;
  ProjectFixture copy("");
  std::vector<PushItem> items;
  for (int i = 0; i < 24; ++i) {
    const auto path =
        "part" + std::to_string(i % 3) + "/f" + std::to_string(i) + (i % 4 == 0 ? ".go" : ".py");
    std::string text;
    for (int line = 0; line < 6; ++line) text += words[random() % words.size()] + " (1)\n";
    copy.write(path, text);
    items.push_back(said(path, 1, text));
  }
  shop.push(std::move(items));
  auto plain = test::open_workspace({"copy", "copy", copy.root(), copy.state(), ""});
  REQUIRE(plain.index());
  SearchOptions atlas;
  atlas.filter.purpose = Purpose::kAtlasGraph;
  const Lines atoms{"\"zebra\"",  "/stri\\w+ /", "\"Herd\"",    "/^def one/",  "lang:go",
                    "file:part1", "-file:*.go",  "\"nothing\"", "not \"herd\""};
  std::size_t admitted = 0;
  for (int i = 0; i < 80; ++i) {
    auto text = atoms[random() % atoms.size()];
    for (auto more = random() % 4; more > 0; --more)
      text = '(' + text + (random() % 2 == 0 ? ") and " : ") or ") + atoms[random() % atoms.size()];
    const auto query = parse_query(text);
    REQUIRE_MESSAGE(query, text);
    const auto ours = shop.core().files_of(*query, atlas), theirs = plain.files_of(*query);
    REQUIRE(ours);
    REQUIRE(theirs);
    CHECK_MESSAGE(*ours == *theirs, text);
    admitted += ours->size();
  }
  CHECK(admitted > 100);
}

}  // namespace codeweaver
