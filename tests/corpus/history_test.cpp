// Tests of History: commits, changed files and lines, on repositories made by git.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/history.hpp"

#include <doctest/doctest.h>

#include <map>

#include "corpus/temp_tree.hpp"

namespace codeweaver::corpus {
namespace {

History opened(const std::filesystem::path& root) {
  auto history = History::open(root);
  REQUIRE(history.has_value());
  return std::move(*history);
}

/// All commits by subject.
std::map<std::string, Commit> commits(History& history) {
  std::map<std::string, Commit> found;
  while (auto commit = history.next()) found.emplace(commit->subject, *commit);
  return found;
}

std::vector<FileChange> changes(const History& history, const Commit& commit) {
  auto found = history.changes(commit);
  REQUIRE(found.has_value());
  return *found;
}

std::vector<ChangedLines> lines(const History& history, const FileChange& change) {
  auto found = history.lines(change);
  REQUIRE(found.has_value());
  return *found;
}

void commit_all(const TempTree& tree, const std::string& message, int minute) {
  const std::string time = "2026-02-01T00:" + std::to_string(10 + minute) + ":00Z";
  tree.git("add -A && GIT_COMMITTER_DATE=" + time + " git commit -qm '" + message + "'");
  REQUIRE(tree.last_status() == 0);
}

}  // namespace

TEST_CASE("history: commits come newest first, with one line of subject") {
  const TempTree tree;
  tree.git("init -q");
  tree.write("a.py", "one\n");
  commit_all(tree, "first", 0);
  tree.write("a.py", "two\n");
  commit_all(tree, "second\nwrapped\n\nbody", 1);
  auto history = opened(tree.root());
  const auto newest = history.next(), oldest = history.next();
  REQUIRE(newest.has_value());
  REQUIRE(oldest.has_value());
  CHECK(newest->subject == "second wrapped");
  CHECK(newest->message == "second\nwrapped\n\nbody\n");
  CHECK(newest->parents.size() == 1);
  CHECK(newest->time == oldest->time + 60);
  CHECK(oldest->subject == "first");
  CHECK(oldest->parents.empty());
  CHECK_FALSE(history.next().has_value());
}

TEST_CASE("history: changed, added and removed files with the lines of their new side") {
  const TempTree tree;
  tree.git("init -q");
  tree.write("changed.py", "1\n2\n3\n4\n5\n6\n7\n8\n");
  tree.write("gone.py", "x\n");
  tree.write("moved.py", "m\n");
  tree.link("link.py", "changed.py");
  commit_all(tree, "first", 0);
  tree.write("changed.py", "1\ntwo\nmore\n3\n4\n5\n7\n8\n");  // 2 replaced by two lines, 6 removed
  tree.write("new.py", "a\nb\n");
  tree.write("binary.dat", std::string_view("\0\1\2", 3));
  std::filesystem::remove(tree.root() / "gone.py");
  std::filesystem::remove(tree.root() / "link.py");
  tree.git("mv moved.py there.py && chmod +x there.py");
  commit_all(tree, "second", 1);
  auto history = opened(tree.root());
  const auto all = commits(history);
  CHECK(changes(history, all.at("first")).size() == 3);
  std::map<std::string, FileChange> found;
  for (const auto& change : changes(history, all.at("second"))) found[change.path] = change;
  CHECK(found.size() == 6);
  CHECK(lines(history, found.at("changed.py")) == std::vector<ChangedLines>{{2, 2}, {6, 0}});
  CHECK(*history.text(found.at("changed.py")) == "1\ntwo\nmore\n3\n4\n5\n7\n8\n");
  CHECK(found.at("new.py").before.empty());
  CHECK(lines(history, found.at("new.py")) == std::vector<ChangedLines>{{1, 2}});
  CHECK(found.at("gone.py").after.empty());
  CHECK(found.at("moved.py").after.empty());
  CHECK(found.at("there.py").before.empty());
  CHECK(lines(history, found.at("binary.dat")).empty());
}

TEST_CASE("history: a folder of the repository sees its own files by their paths in it") {
  const TempTree tree;
  tree.git("init -q");
  tree.write("inner/a.py", "x\n");
  tree.write("inner2/b.py", "x\n");
  commit_all(tree, "first", 0);
  auto history = opened(tree.root() / "inner");
  const auto found = changes(history, history.next().value());
  REQUIRE(found.size() == 1);
  CHECK(found[0].path == "a.py");
}

TEST_CASE("history: merges tell their parents, and both sides are walked once") {
  const TempTree tree;
  tree.git("init -q");
  tree.write("a.py");
  commit_all(tree, "base", 0);
  tree.git("checkout -qb side");
  tree.write("b.py");
  commit_all(tree, "side", 1);
  tree.git("checkout -q main");
  tree.write("c.py");
  commit_all(tree, "main", 2);
  tree.git("merge -q --no-ff -m joined side");
  REQUIRE(tree.last_status() == 0);
  auto history = opened(tree.root());
  const auto all = commits(history);
  CHECK(all.size() == 4);
  CHECK(all.at("joined").parents.size() == 2);
}

TEST_CASE("history: a shallow clone ends where its commits end") {
  const TempTree tree;
  tree.git("init -q full");
  tree.write("full/a.py", "1\n");
  tree.git("add -A && git commit -qm first", "full");
  tree.write("full/a.py", "2\n");
  tree.git("commit -qam second", "full");
  tree.git("clone -q --depth 1 'file://" + (tree.root() / "full").string() + "' part");
  REQUIRE(tree.last_status() == 0);
  auto history = opened(tree.root() / "part");
  const auto only = history.next();
  REQUIRE(only.has_value());
  CHECK(only->subject == "second");
  CHECK(changes(history, *only).empty());
  CHECK_FALSE(history.next().has_value());
}

TEST_CASE("history: no repository and no commit are told apart") {
  const TempTree tree;
  CHECK(History::open(tree.root()).error().code == "NO_REPOSITORY");
  CHECK(History::open(tree.root() / "none").error().code == "NO_REPOSITORY");
  tree.git("init -q");
  CHECK(History::open(tree.root()).error().code == "NO_COMMITS");
}

}  // namespace codeweaver::corpus
