// Tests that no answer has a path or a line that is not in the working tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <thread>

#include "base/file.hpp"
#include "base/lines.hpp"
#include "codeweaver/query_parser.hpp"
#include "engine/fixture.hpp"
#include "engine/gated_embedder.hpp"

namespace codeweaver {
namespace {

using std::chrono::milliseconds;
using test::mentions;
using test::ProjectFixture;

/// A project of small files, each with a definition of its own and a call of another one. Edits
/// keep the sizes of files now and then, as changes that are hard to see.
class ShiftingTree {
 public:
  explicit ShiftingTree(std::uint32_t seed) : random_(seed) {}

  ProjectFixture& files() { return files_; }
  std::size_t size() const { return versions_.size(); }
  const std::set<std::string>& names() const { return names_; }  ///< all that ever were

  void add(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      write("f" + std::to_string(random_() % 9) + "/m" + std::to_string(next_file_++) + ".py");
  }
  void edit(std::size_t count) {
    for (std::size_t i = 0; i < count && !versions_.empty(); ++i) write(any());
  }
  void edit_all() {
    std::vector<std::string> paths;
    for (const auto& [path, version] : versions_) paths.push_back(path);
    for (const auto& path : paths) write(path);
  }
  void remove(std::size_t count) {
    for (std::size_t i = 0; i < count && !versions_.empty(); ++i) {
      const auto path = any();
      files_.remove(path);
      versions_.erase(path);
    }
  }
  void move(std::size_t count) {
    for (std::size_t i = 0; i < count && !versions_.empty(); ++i) {
      const auto from = any(), to = "g/m" + std::to_string(next_file_++) + ".py";
      files_.rename(from, to);
      versions_[to] = versions_.at(from);
      versions_.erase(from);
    }
  }
  /// What is in one folder is now in another one.
  void move_folder() {
    const auto from = "f" + std::to_string(random_() % 9);
    const auto to = "h" + std::to_string(next_file_++);
    std::map<std::string, std::size_t> moved;
    for (const auto& [path, version] : versions_)
      moved[path.starts_with(from + "/") ? to + path.substr(from.size()) : path] = version;
    if (moved == versions_) return;
    files_.rename(from, to);
    versions_ = std::move(moved);
  }
  /// As another branch: of three files one is removed, and another one rewritten; some are new.
  void switch_branch() {
    const auto third = size() / 3;
    remove(third);
    edit(third);
    add(third);
  }
  std::string name_of(std::size_t version) const { return "harvest_" + std::to_string(version); }
  /// A definition of the tree as it is.
  std::string some_name() { return name_of(versions_.at(any())); }
  std::size_t below(std::size_t bound) { return random_() % bound; }

 private:
  std::string any() {
    auto place = versions_.begin();
    std::advance(place, static_cast<std::ptrdiff_t>(below(size())));
    return place->first;
  }
  void write(const std::string& path) {
    const auto version = next_version_++;
    names_.insert(name_of(version));
    files_.write(path, "# module\n" + std::string(below(3), '\n') + "def " + name_of(version) +
                           "(basket):\n    return " + name_of(below(version + 1)) +
                           "(basket) + 1\n");
    versions_[path] = version;
  }

  ProjectFixture files_{""};
  std::mt19937 random_;
  std::map<std::string, std::size_t> versions_;  // by path
  std::set<std::string> names_;
  std::size_t next_file_ = 0, next_version_ = 10'000;
};

/// Reads the files that answers name, as they are now.
class TreeReader {
 public:
  explicit TreeReader(const ProjectFixture& files) : files_(files) {}

  /// Whether the lines of a file, put together, hold `text`.
  void check_text(const std::string& path, Span lines, std::string_view text) {
    const auto* const now = find(path);
    REQUIRE_MESSAGE(now != nullptr, path << " is not in the tree");
    std::string all;
    for (auto line = lines.start_line; line <= lines.end_line && line <= now->size(); ++line)
      all += (*now)[line - 1] + '\n';
    REQUIRE_MESSAGE(lines.end_line <= now->size(), path << " has fewer lines");
    for (const auto line : base::split_lines(text))
      REQUIRE_MESSAGE(all.find(line) != std::string::npos, path << " does not hold: " << line);
  }
  void check(const FindCodeResponseSummary& answer) {
    for (const auto& match : answer.matches)
      check_text(match.file.path, {match.span.start_line, match.span.end_line},
                 match.content.content);
  }

 private:
  const std::vector<std::string>* find(const std::string& path) {
    const auto text = base::read_file(files_.root() / path);
    if (!text) return nullptr;
    lines_.clear();
    for (const auto line : base::split_lines(*text)) lines_.emplace_back(line);
    return &lines_;
  }

  const ProjectFixture& files_;
  std::vector<std::string> lines_;
};

WorkspaceOptions with_patience(milliseconds patience) {
  WorkspaceOptions options;
  options.embedder = test::embedder();
  options.reranker = test::reranker();
  options.store = test::new_store();
  options.patience = patience;
  return options;
}

CodeWeaver open(ShiftingTree& tree, WorkspaceOptions options) {
  auto opened = CodeWeaver::open({"shop", "Shop", tree.files().root(), tree.files().state()},
                                 std::move(options));
  REQUIRE(opened);
  return std::move(*opened);
}

/// Asks every call that answers from the index, about definitions that are there and were there.
void check_answers(CodeWeaver& engine, ShiftingTree& tree, int questions = 3) {
  TreeReader reader(tree.files());
  const std::vector<std::string> names(tree.names().begin(), tree.names().end());
  for (int i = 0; i < questions; ++i) {
    const auto name = i == 0 ? tree.some_name() : names[tree.below(names.size())];
    CAPTURE(name);
    SearchOptions options;
    options.detail = Detail::kFull;
    options.context_lines = 0;
    for (const auto& query : {name, std::string("what a basket harvests")}) {
      const auto answer = engine.search(query, options);
      REQUIRE(answer);
      reader.check(*answer);
    }
    const auto exact = engine.search("sym:" + name, options);
    REQUIRE(exact);
    reader.check(*exact);
    std::vector<std::string> warnings;
    const auto symbols = engine.find_symbol(name, 20, {{}, &warnings});
    REQUIRE(symbols);
    for (const auto& symbol : *symbols) {
      reader.check_text(symbol.path, {symbol.lines.start_line, symbol.lines.end_line}, "");
      reader.check_text(symbol.path, {symbol.lines.start_line, symbol.lines.end_line}, name);
    }
    const auto uses = engine.find_references(name, 100);
    REQUIRE(uses);
    for (const auto& use : *uses) reader.check_text(use.path, {use.line, use.line}, use.text);
    TextSearchOptions text;
    text.patterns = {"def " + name};
    const auto hits = engine.find_text(text);
    REQUIRE(hits);
    for (const auto& file : hits->files)
      for (const auto& hit : file.hits) {
        reader.check_text(
            file.path, {static_cast<std::uint32_t>(hit.line), static_cast<std::uint32_t>(hit.line)},
            hit.text);
        if (!hit.scope.empty()) CHECK(hit.scope == name);
      }
    for (const auto& path : engine.complete_path("", 50)) reader.check_text(path, {1, 1}, "");
    for (const auto& symbol : *symbols) {
      const auto inside = engine.definitions_in(symbol.path);
      REQUIRE(inside);
      for (const auto& one : *inside) reader.check_text(one.path, one.lines, one.name);
    }
  }
}

TEST_CASE("never stale: after random edits, moves, deletions and branch switches") {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    ShiftingTree tree(seed);
    tree.add(20 + tree.below(180));
    // None, some and all of the changes fit.
    auto engine = open(tree, with_patience(milliseconds(seed % 3 == 0   ? 0
                                                        : seed % 3 == 1 ? 12
                                                                        : 600'000)));
    REQUIRE(engine.index());
    for (int step = 0; step < 6; ++step) {
      CAPTURE(step);
      const auto count = 1 + tree.below(step % 2 == 0 ? 5 : tree.size() + 1);
      switch (tree.below(6)) {
        case 0:
          tree.edit(count);
          break;
        case 1:
          tree.remove(std::min(count, tree.size() - 2));
          break;
        case 2:
          tree.move(count);
          break;
        case 3:
          tree.move_folder();
          break;
        case 4:
          tree.switch_branch();
          break;
        default:
          tree.edit_all();
          tree.remove(1);
          break;
      }
      if (tree.size() < 5) tree.add(10);
      check_answers(engine, tree);
    }
  }
}

TEST_CASE("never stale: a branch switch of 5,000 files, which later searches bring in") {
  ShiftingTree tree(7);
  tree.add(5000);
  auto engine = open(tree, with_patience(milliseconds(60)));
  REQUIRE(engine.index());
  tree.edit_all();
  tree.remove(200);
  const auto first = engine.search(tree.some_name());
  REQUIRE(first);
  REQUIRE(first->warnings.size() == 1);
  CHECK(mentions(first->warnings, "changed files are not indexed yet and are missing"));
  const auto left = std::stoul(first->warnings.front());
  CHECK(left < 4800);
  // Each search continues. How far it gets within its patience depends on the machine.
  std::vector<std::string> warnings;
  REQUIRE(engine.find_symbol(tree.some_name(), 20, {{}, &warnings}));
  CHECK((warnings.empty() ? 0 : std::stoul(warnings.front())) < left);
  check_answers(engine, tree);
  auto patient = open(tree, with_patience(milliseconds(600'000)));
  for (int i = 0; i < 3; ++i) {
    const auto name = tree.some_name();
    const auto found = patient.search(name);
    REQUIRE(found);
    CHECK(found->warnings.empty());
    CHECK(patient.find_symbol(name)->size() == 1);
  }
  check_answers(patient, tree);
  CHECK(engine.search(tree.some_name())->warnings.empty());
}

TEST_CASE("never stale: while another process holds the lock of the index") {
  ShiftingTree tree(11);
  tree.add(60);
  auto engine = open(tree, with_patience(milliseconds(1000)));
  REQUIRE(engine.index());
  const auto held = base::FileLock::acquire(tree.files().state() / "index.lock");
  REQUIRE(held);
  tree.edit(20);
  tree.remove(5);
  tree.move(5);
  check_answers(engine, tree, 1);
  const auto answer = engine.search(tree.some_name());
  REQUIRE(answer);
  CHECK(mentions(answer->warnings, "indexing in progress"));
  CHECK(mentions(answer->warnings, "missing from the results"));
}

TEST_CASE("never stale: while a run goes on, whose files are ahead of what searches see") {
  ShiftingTree tree(13);
  tree.add(250);
  const auto gated = std::make_shared<test::GatedEmbedder>();
  auto options = with_patience(milliseconds(1000));
  options.embedder = gated;
  options.store.reset();
  options.reranker.reset();
  auto writer = open(tree, options), reader = open(tree, options);
  REQUIRE(writer.index());
  tree.edit_all();
  tree.files().write("z/gate.py", "def the_gate():\n    return 1\n");
  std::jthread running([&] { CHECK(writer.index().has_value()); });
  const test::OpensAtEnd at_end(*gated);
  gated->wait_until_reached();
  check_answers(reader, tree, 1);
  tree.edit(100);
  tree.remove(50);
  check_answers(reader, tree, 1);
}

TEST_CASE("never stale: unsaved texts stand before files that are not indexed yet") {
  ShiftingTree tree(17);
  tree.add(30);
  tree.files().write("f0/open.py", "def saved_before():\n    return 1\n");
  auto engine = open(tree, with_patience(milliseconds(0)));
  REQUIRE(engine.index());
  tree.files().write("f0/open.py", "def saved_after():\n    return 1\n");
  Overlay overlay;
  REQUIRE(overlay.put("f0/open.py", "def not_saved_yet():\n    return 1\n"));
  auto editor = engine.with_overlay(overlay);
  REQUIRE(editor);
  CHECK(engine.find_symbol("saved_before")->empty());
  CHECK(engine.find_symbol("saved_after")->empty());
  CHECK(editor->find_symbol("saved_before")->empty());
  CHECK(editor->find_symbol("not_saved_yet")->size() == 1);
  CHECK(editor->file_text("f0/open.py")->find("not_saved_yet") != std::string::npos);
  const auto answer = editor->search("not_saved_yet");
  REQUIRE(answer);
  CHECK(answer->warnings.empty());
  REQUIRE_FALSE(answer->matches.empty());
  CHECK(answer->matches.front().file.path == "f0/open.py");
}

TEST_CASE("never stale: an index of other settings is compared with the files") {
  ShiftingTree tree(19);
  tree.add(40);
  REQUIRE(open(tree, with_patience(milliseconds(1000))).index());
  auto options = with_patience(milliseconds(0));
  options.index.target_tokens = 300;
  auto engine = open(tree, options);
  tree.edit(10);
  tree.remove(3);
  check_answers(engine, tree);
  CHECK(mentions(engine.search(tree.some_name())->warnings, "made with other settings"));
}

TEST_CASE("never stale: a folder that is gone is told in the same words everywhere") {
  ShiftingTree tree(23);
  tree.add(10);
  auto engine = open(tree, with_patience(milliseconds(1000)));
  REQUIRE(engine.index());
  const auto name = tree.some_name();
  std::filesystem::remove_all(tree.files().root());
  const auto answer = engine.search(name);
  REQUIRE(answer);
  REQUIRE(answer->warnings.size() == 1);
  CHECK(answer->warnings.front().starts_with("The folder of the project does not exist: "));
  CHECK_FALSE(answer->matches.empty());  // the index is all there is
  std::vector<std::string> of_symbols, of_uses;
  CHECK(engine.find_symbol(name, 20, {{}, &of_symbols})->size() == 1);
  REQUIRE(engine.find_references(name, 20, {{}, &of_uses}));
  TextSearchOptions text;
  text.patterns = {name};
  const auto hits = engine.find_text(text);
  REQUIRE(hits);
  CHECK(of_symbols == answer->warnings);
  CHECK(of_uses == answer->warnings);
  CHECK(hits->warnings == answer->warnings);
}

}  // namespace
}  // namespace codeweaver
