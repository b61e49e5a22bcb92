// Tests of overlays: a search with unsaved texts equals the search after saving and indexing.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/overlay.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/fixture.hpp"

namespace codeweaver {
namespace {

namespace fs = std::filesystem;
using test::ProjectFixture;

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Bytes and times of all files below a folder.
std::map<std::string, std::string> picture_of(const fs::path& folder) {
  std::map<std::string, std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      out[entry.path().string()] =
          std::to_string(entry.last_write_time().time_since_epoch().count()) +
          text_of(entry.path());
  return out;
}

HybridSearcher over(const HybridSearcher& searcher, const Overlay& overlay) {
  auto made = searcher.with_overlay(overlay);
  if (!made) FAIL(made.error().message());
  return std::move(*made);
}

/// A real tree, what somebody did to it, and the overlay that says the same.
struct EditedTree {
  ProjectFixture files{""};
  Overlay overlay;
  std::vector<std::pair<std::string, std::string>> saved;  // path and text; empty: deleted

  EditedTree() {
    const fs::path source{CODEWEAVER_SOURCE_DIR};
    for (const char* folder : {"src/engine/searching", "src/store/search", "include/codeweaver",
                               "docs", "bindings/python"}) {
      fs::create_directories((files.root() / folder).parent_path());
      fs::copy(source / folder, files.root() / folder, fs::copy_options::recursive);
    }
    REQUIRE(files.index().status == IndexStatus::kSuccess);
    edit("src/engine/searching/rank/rank.cpp",
         "/// Weighs how many lantern holders a corridor has.\n"
         "int count_lanterns_in_corridor(int holders) { return holders * 2; }\n" +
             text_of(files.root() / "src/engine/searching/rank/rank.cpp"));
    const auto whole = text_of(files.root() / "src/engine/searching/fuse/fuse.cpp");
    edit("src/engine/searching/fuse/fuse.cpp", whole.substr(0, whole.size() / 2));
    edit("docs/guide/query.md", "# Queries\n\nNothing but lanterns and search in corridors.\n");
    edit("src/new/lighthouse.py",
         "def rotate_lamp(speed):\n    \"\"\"Turn the lighthouse lamp.\"\"\"\n    return speed\n");
    erase("src/store/search/snapshot.cpp");
    erase("include/codeweaver/version.hpp");
    edit("src/engine/searching/context_parts.cpp",
         text_of(files.root() / "src/engine/searching/text/context_lines.cpp"));
    erase("src/engine/searching/text/context_lines.cpp");
    edit("docs/empty.md", "");
  }

  void edit(const std::string& path, std::string text) {
    REQUIRE(overlay.put(path, text));
    saved.emplace_back(path, std::move(text));
  }
  void erase(const std::string& path) {
    REQUIRE(overlay.remove(path));
    saved.emplace_back(path, "");
  }
  void save() {
    for (const auto& [path, text] : overlay.files())
      text ? files.write(path, *text) : files.remove(path);
  }
};

const std::vector<std::string> kOverlayQueries{
    "how many lanterns are in a corridor",
    "count_lanterns_in_corridor",
    "rotate_lamp",
    "turn the lamp of a lighthouse",
    "open the segments of a snapshot",
    "open_snapshot",
    "make_snapshot",
    "read the lines around a match",
    "read_context",
    "fuse two lists of candidates",
    "version of the library",
    "how does a query mix exact text and words",
    "rank candidates by relevance",
    "src/engine/searching/text/context_lines.cpp:40",
    "context_parts.cpp",
    "dictionary of terms",
    "tests of the searcher",
    "docs on lanterns",
    "int count_lanterns_in_corridor(int holders) { return holders * 2; }",
    "COBOL mainframe integration"};

/// Everything of a match that a user sees, and its scores.
std::string shown(const CodeMatch& match) {
  std::string out = match.file.path + ':' + std::to_string(match.span.start_line) + '-' +
                    std::to_string(match.span.end_line) + ' ' +
                    std::to_string(match.relevance_score) + ' ' + match.file.language + ' ' +
                    match.content.chunk_name.value_or("") + '\n' + match.content.content;
  for (const auto* lines : {&match.context_before, &match.context_after})
    for (const auto& line : *lines) out += "\n|" + line;
  for (const auto& symbol : match.related_symbols) out += "\n>" + symbol;
  for (const auto& [name, value] : match.content.metadata) out += "\n=" + name + ' ' + value;
  return out;
}

void check_same(const HybridSearcher& one, const HybridSearcher& other) {
  for (const auto& query : kOverlayQueries) {
    CAPTURE(query);
    for (const auto retrieval : {Retrieval::kHybrid, Retrieval::kSparse, Retrieval::kDense}) {
      const SearchOptions options{.top_k = 20, .retrieval = retrieval};
      const auto a = one.search(query, options), b = other.search(query, options);
      REQUIRE(a);
      REQUIRE(b);
      REQUIRE(a->matches.size() == b->matches.size());
      for (std::size_t i = 0; i < a->matches.size(); ++i)
        CHECK(shown(a->matches[i]) == shown(b->matches[i]));
      CHECK(a->summary == b->summary);
      CHECK(a->suggestions == b->suggestions);
      CHECK(a->confidence == b->confidence);
      CHECK(a->searched_chunks == b->searched_chunks);
      CHECK(a->searched_files == b->searched_files);
      CHECK(a->warnings == b->warnings);
    }
  }
}

std::vector<std::string> shown(const Result<std::vector<SymbolMatch>>& found) {
  REQUIRE(found);
  std::vector<std::string> out;
  for (const auto& one : *found)
    out.push_back(one.path + ':' + std::to_string(one.lines.start_line) + '-' +
                  std::to_string(one.lines.end_line) + ' ' + one.kind + ' ' + one.qualified_name);
  return out;
}

std::vector<std::string> shown(const Result<std::vector<ReferenceMatch>>& found) {
  REQUIRE(found);
  std::vector<std::string> out;
  for (const auto& one : *found)
    out.push_back(one.path + ':' + std::to_string(one.line) + ' ' + one.text + ' ' + one.enclosing);
  return out;
}

TEST_CASE("overlay: a search is the search after the texts were saved and indexed") {
  EditedTree tree;
  const auto before = tree.files.searcher();
  const auto unsaved = over(before, tree.overlay);
  const auto plain = before.search("rotate_lamp");
  tree.save();
  auto indexer = tree.files.indexer();
  REQUIRE(indexer.refresh());
  const auto saved = tree.files.searcher();
  check_same(unsaved, saved);
  REQUIRE(plain);
  for (const auto& match : plain->matches) CHECK(match.file.path != "src/new/lighthouse.py");
}

TEST_CASE("overlay: look-ups by name, by path and by line answer from the texts") {
  EditedTree tree;
  const auto unsaved = over(tree.files.searcher(), tree.overlay);
  const auto half = text_of(tree.files.root() / "src/engine/searching/fuse/fuse.cpp");
  tree.save();
  auto indexer = tree.files.indexer();
  REQUIRE(indexer.refresh());
  const auto saved = tree.files.searcher();
  for (const char* name : {"count_lanterns_in_corridor", "rotate_lamp", "open_snapshot",
                           "make_snapshot", "read_context", "fuse", "Snapshot", "rank_candidates",
                           "HybridSearcher", "readContext", "version_string"}) {
    CAPTURE(std::string(name));
    for (const std::size_t limit : {1U, 2U, 20U}) {
      CHECK(shown(unsaved.find_symbol(name, limit)) == shown(saved.find_symbol(name, limit)));
      CHECK(shown(unsaved.find_references(name, limit)) ==
            shown(saved.find_references(name, limit)));
    }
    CHECK(unsaved.similar_symbols(name) == saved.similar_symbols(name));
    CHECK(unsaved.complete_symbol(name) == saved.complete_symbol(name));
  }
  CHECK(unsaved.complete_path("src/") == saved.complete_path("src/"));
  CHECK(unsaved.file_count() == saved.file_count());
  const std::vector<std::string> kinds{"class", "struct"};
  CHECK(unsaved.files_defining(kinds).value() == saved.files_defining(kinds).value());
  for (const auto& [path, text] : tree.overlay.files()) {
    CAPTURE(path);
    const auto a = unsaved.file_text(path), b = saved.file_text(path);
    REQUIRE(a.has_value() == b.has_value());
    if (a) CHECK(*a == *b);
    std::vector<std::uint32_t> lines;
    for (std::uint32_t line = 1; line < 60; ++line) lines.push_back(line);
    const auto c = unsaved.definitions_at(path, lines), d = saved.definitions_at(path, lines);
    REQUIRE(c);
    REQUIRE(d);
    for (std::size_t i = 0; i < lines.size(); ++i)
      CHECK(((*c)[i] ? (*c)[i]->qualified_name : "") == ((*d)[i] ? (*d)[i]->qualified_name : ""));
    const auto e = unsaved.why_not("lanterns", path), f = saved.why_not("lanterns", path);
    REQUIRE(e);
    REQUIRE(f);
    CHECK(e->stage == f->stage);
    CHECK(e->reason == f->reason);
  }
}

TEST_CASE("overlay: neither the folder nor the state on disk is written") {
  EditedTree tree;
  const auto searcher = tree.files.searcher();
  const auto root = picture_of(tree.files.root()), state = picture_of(tree.files.state());
  const auto unsaved = over(searcher, tree.overlay);
  REQUIRE(unsaved.search("lanterns in a corridor"));
  REQUIRE(unsaved.find_symbol("rotate_lamp"));
  CHECK(picture_of(tree.files.root()) == root);
  CHECK(picture_of(tree.files.state()) == state);
}

TEST_CASE("overlay: two threads search under two overlays of one searcher, each its own") {
  ProjectFixture shop;
  REQUIRE(shop.index().status == IndexStatus::kSuccess);
  const auto searcher = shop.searcher();
  const auto ask = [&](const std::string& name, bool& is_right) {
    is_right = true;
    for (int version = 0; version < 20; ++version) {
      const auto symbol = name + std::to_string(version);
      Overlay overlay;
      if (!overlay.put("src/auth/utils.py", "def " + symbol + "():\n    return 1\n")) return;
      const auto mine = searcher.with_overlay(overlay);
      const auto answer = mine ? mine->search(symbol, {.top_k = 1}) : mine.error();
      is_right = is_right && answer && !answer->matches.empty() &&
                 answer->matches[0].content.content.find(symbol) != std::string::npos &&
                 searcher.find_symbol(symbol)->empty();
    }
  };
  bool first = false, second = false;
  std::jthread other([&] { ask("alpha_lamp", first); });
  ask("beta_lamp", second);
  other.join();
  CHECK(first);
  CHECK(second);
}

TEST_CASE("overlay: a searcher under it follows the index, and the texts stay before it") {
  ProjectFixture shop;
  shop.index();
  Overlay overlay;
  REQUIRE(overlay.put("src/auth/utils.py", "def unsaved_name():\n    pass\n"));
  auto unsaved = over(shop.searcher(), overlay);
  shop.write("src/other.py", "def committed_name():\n    pass\n");
  shop.write("src/auth/utils.py", "def saved_by_somebody_else():\n    pass\n");
  shop.index();
  CHECK(unsaved.complete_symbol("committed_name").empty());
  REQUIRE(unsaved.refresh().value());
  CHECK(unsaved.complete_symbol("committed_name").size() == 1);
  CHECK(unsaved.find_symbol("unsaved_name")->size() == 1);
  CHECK(unsaved.find_symbol("saved_by_somebody_else")->empty());
  CHECK_FALSE(unsaved.refresh().value());
}

TEST_CASE("overlay: another overlay takes the place of the one that is there") {
  ProjectFixture shop;
  shop.index();
  Overlay first, second;
  REQUIRE(first.put("src/one.py", "def only_first():\n    pass\n"));
  REQUIRE(second.put("src/two.py", "def only_second():\n    pass\n"));
  const auto unsaved = over(over(shop.searcher(), first), second);
  CHECK(unsaved.find_symbol("only_first")->empty());
  CHECK(unsaved.find_symbol("only_second")->size() == 1);
  CHECK(over(unsaved, Overlay()).find_symbol("only_second")->empty());
}

TEST_CASE("overlay: paths that leave the project, other encodings and huge texts are refused") {
  Overlay overlay;
  for (const char* path : {"", ".", "..", "../x.py", "a/../../x.py", "src/",
                           "a\x1F"
                           "b.py"}) {
    CAPTURE(std::string(path));
    CHECK(overlay.put(path, "x = 1\n").error().code == "PATH_OUTSIDE_PROJECT");
    CHECK(overlay.remove(path).error().code == "PATH_OUTSIDE_PROJECT");
  }
  CHECK(overlay.put("a.py", "caf\xE9").error().code == "NOT_UTF8");
  CHECK(overlay.put("a.py", std::string(Overlay::kMostTextBytes + 1, 'x')).error().code ==
        "FILE_TOO_LARGE");
  CHECK(overlay.is_empty());
  for (int i = 0; i < 25; ++i)
    REQUIRE(overlay.put("big" + std::to_string(i) + ".txt", std::string(10U << 20, 'x')));
  CHECK(overlay.put("more.txt", std::string(7U << 20, 'x')).error().code == "FILE_TOO_LARGE");
  CHECK(overlay.size() == 25);
  REQUIRE(overlay.put("big0.txt", ""));
  CHECK(overlay.put("more.txt", std::string(7U << 20, 'x')));
  CHECK(overlay.size_bytes() == (24U * (10U << 20)) + (7U << 20));
  CHECK(overlay.forget("./more.txt"));
  CHECK_FALSE(overlay.forget("more.txt"));
  CHECK(overlay.size_bytes() == 24U * (10U << 20));

  ProjectFixture shop;
  shop.index();
  Overlay elsewhere;
  REQUIRE(elsewhere.put("/nowhere/near.py", "x = 1\n"));
  CHECK(shop.searcher().with_overlay(elsewhere).error().code == "PATH_OUTSIDE_PROJECT");
  Overlay absolute;
  REQUIRE(absolute.put((shop.root() / "src/abs.py").string(), "def absolute_name():\n    pass\n"));
  const auto found = over(shop.searcher(), absolute).find_symbol("absolute_name");
  REQUIRE(found->size() == 1);
  CHECK(found->front().path == "src/abs.py");
}

TEST_CASE("overlay: hostile texts are answered as they would be from files") {
  ProjectFixture shop;
  std::string line = "const table = [";
  while (line.size() < (8U << 20)) line += "'zebra lantern " + std::to_string(line.size()) + "', ";
  line += "];";
  const std::vector<std::pair<std::string, std::string>> hostile{
      {"src/one_line.js", line},
      {"src/zeros.py", std::string("def zeros():\0\0\0 pass\n", 22)},
      {"src/marked.py",
       "\xEF\xBB\xBF"
       "def marked_by_bom():\n    pass\n"},
      {"src/unended.py", "def unended_name(: \"\"\"((((\n"},
      {"src/blank.py", "\n\n\n"},
      {"notes.unknownkind", "nothing that is indexed"},
      {".hidden_name.py", "def in_hidden_file():\n    pass\n"},
      {"src/key.py", "aws_key = 'AKIA2E0A8F3B244C9986'\n"}};
  shop.index();
  Overlay overlay;
  for (const auto& [path, text] : hostile) REQUIRE(overlay.put(path, text));
  const auto unsaved = over(shop.searcher(), overlay);
  for (const auto& [path, text] : hostile) shop.write(path, text);
  REQUIRE(shop.indexer().refresh());
  const auto saved = shop.searcher();
  for (const char* query : {"zebra lantern", "zeros", "marked_by_bom", "unended_name",
                            "in_hidden_file", "aws_key", "nothing that is indexed"}) {
    CAPTURE(std::string(query));
    const auto a = unsaved.search(query), b = saved.search(query);
    REQUIRE(a);
    REQUIRE(b);
    REQUIRE(a->matches.size() == b->matches.size());
    for (std::size_t i = 0; i < a->matches.size(); ++i)
      CHECK(shown(a->matches[i]) == shown(b->matches[i]));
  }
}

}  // namespace
}  // namespace codeweaver
