// Tests of the list of candidates: comparison with git on small repositories.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>
#include <random>

#include "corpus/discovery.hpp"
#include "corpus/temp_tree.hpp"

namespace codeweaver::corpus {
namespace {

std::vector<std::string> listed(const std::filesystem::path& root) {
  auto paths = list_candidates(root);
  REQUIRE(paths.has_value());
  return *paths;
}

std::string joined(const std::vector<std::string>& paths) {
  std::string text;
  for (const auto& path : paths) text += "'" + path + "' ";
  return text;
}

void check_same(const TempTree& tree, const std::filesystem::path& folder = {}) {
  CAPTURE(folder.string());
  const auto expected = tree.git_files(folder);
  REQUIRE(tree.last_status() == 0);
  const auto actual = listed(tree.root() / folder);
  std::vector<std::string> missing, extra;
  std::set_difference(expected.begin(), expected.end(), actual.begin(), actual.end(),
                      std::back_inserter(missing));
  std::set_difference(actual.begin(), actual.end(), expected.begin(), expected.end(),
                      std::back_inserter(extra));
  CHECK(joined(missing) == "");
  CHECK(joined(extra) == "");
}

}  // namespace

TEST_CASE("git listing: nested rules, negations and anchors are those of git") {
  const TempTree tree;
  tree.git("init -q");
  tree.write(".gitignore",
             "\xEF\xBB\xBF*.log\n!keep.log\n/top\nbuild/\n**/deep/x\na/**/z\n#c\n\\#hash\n\\!bang\n"
             "trail \nquoted\\ \ntab\t\r\nfoo/*\n!foo/bar\n[ab]c\n[!a-c]d\n[[:digit:]]*.n\n*.[oa]\n"
             "/only/dir/\nx**y\n");
  for (const char* path : {"a.log",
                           "keep.log",
                           "d/keep.log",
                           "d/a.log",
                           "top",
                           "d/top",
                           "build/x",
                           "d/build/y",
                           "d/build.c",
                           "deep/x",
                           "q/deep/x",
                           "q/deep/y",
                           "a/z",
                           "a/b/z",
                           "a/b/c/z",
                           "b/a/z",
                           "#c",
                           "#hash",
                           "!bang",
                           "trail",
                           "trail ",
                           "quoted ",
                           "quoted",
                           "tab\t",
                           "tab",
                           "foo/bar",
                           "foo/baz",
                           "foo/sub/bar",
                           "ac",
                           "bc",
                           "cc",
                           "ad",
                           "zd",
                           "1a.n",
                           "a.n",
                           "x.o",
                           "x.a",
                           "x.c",
                           "only/dir/f",
                           "q/only/dir/f",
                           "xy",
                           "x1y",
                           "x/y",
                           "build",
                           "..x",
                           "...",
                           "a b",
                           "\"q\"",
                           "\\b",
                           "caf\xC3\xA9",
                           "bad\xFFname",
                           "new\nline",
                           "sub/.gitignore/f"})
    if (std::string_view(path) != "build") tree.write(path);
  tree.write("d/.gitignore", "!a.log\n*\n!keep.log\n!.gitignore");
  tree.write("foo/.gitignore", "!baz\n");
  check_same(tree);
  check_same(tree, "d");
}

TEST_CASE("git listing: tracked files stay though ignored, missing or in conflict") {
  const TempTree tree;
  tree.git("init -q");
  for (const char* path : {"ignored/kept.c", "ignored/other.c", "gone.c", "both.c", "dir/f.c"})
    tree.write(path);
  tree.git("add -A && git add -f ignored/kept.c && git rm -q --cached ignored/other.c");
  tree.git("commit -qm one");
  tree.git("checkout -qb other");
  tree.write("both.c", "other\n");
  tree.git("commit -qam two");
  tree.git("checkout -q main");
  tree.write("both.c", "main\n");
  tree.git("commit -qam three");
  tree.git("merge other");
  tree.write(".gitignore", "ignored/\ndir\n");
  std::filesystem::remove(tree.root() / "gone.c");
  tree.write("dir/new.c");
  check_same(tree);
  check_same(tree, "ignored");
  std::filesystem::remove_all(tree.root() / "dir");
  tree.write("dir");  // a tracked folder has become a file
  check_same(tree);
  std::filesystem::remove(tree.root() / "both.c");
  tree.write("both.c/inner.c");  // and a tracked file a folder
  check_same(tree);
}

TEST_CASE("git listing: info/exclude and the user's own file are the weakest") {
  const TempTree tree;
  tree.git("init -q");
  tree.write(".git/info/exclude", "*.tmp\n!two.bak\n");
  tree.write(".git/global", "*.bak\n*.glob\n");
  tree.git("config core.excludesFile " + (tree.root() / ".git/global").string());
  for (const char* path : {"a.tmp", "one.bak", "two.bak", "a.glob", "d/a.glob", "d/b.tmp"})
    tree.write(path);
  tree.write("d/.gitignore", "!*.glob\n!b.tmp\n");
  check_same(tree);
  check_same(tree, "d");
}

TEST_CASE("git listing: nested repositories, submodules and linked worktrees") {
  const TempTree tree;
  tree.git("init -q main && git init -q lib && git init -q bare.git --bare");
  tree.write("lib/l.c");
  tree.git("add -A", "lib");
  tree.git("commit -qm lib", "lib");
  tree.write("main/m.c");
  tree.write("main/.gitignore", "skipped/\n");
  tree.git("add -A", "main");
  tree.git("commit -qm main", "main");
  tree.git("submodule add -q ../lib ext/lib", "main");
  tree.git("init -q nested/unborn", "main");
  tree.write("main/nested/unborn/u.c");
  tree.git("clone -q ../lib cloned", "main");
  tree.git("init -q skipped/repo", "main");
  tree.write("main/fake/.git/HEAD", "no\n");
  tree.write("main/fake/f.c");
  tree.write("main/file/.git", "gitdir: nowhere\n");
  tree.write("main/file/f.c");
  tree.git("worktree add -q ../linked", "main");
  tree.write("linked/new.c");
  tree.write("main/.git/info/exclude", "*.excluded\n");
  tree.write("linked/a.excluded");
  check_same(tree, "main");
  check_same(tree, "main/ext");
  check_same(tree, "main/nested");
  check_same(tree, "main/ext/lib");
  check_same(tree, "main/cloned");
  check_same(tree, "linked");
  tree.git("worktree add -q inside", "main");
  check_same(tree, "main");
}

TEST_CASE("git listing: links and special files") {
  const TempTree tree;
  tree.git("init -q");
  tree.write("real/f.c");
  tree.link("to_folder", "real");
  tree.link("to_file", "real/f.c");
  tree.link("loop", ".");
  tree.link("dangling", "nowhere");
  tree.link("linked_rules/.gitignore", "../rules");
  tree.write("rules", "*\n");
  tree.write("linked_rules/f.c");
  tree.write(".gitignore", "to_folder/\n");  // a link is no folder
  REQUIRE(mkfifo((tree.root() / "pipe").c_str(), 0600) == 0);
  tree.make_folder("empty/deeper");
  check_same(tree);
}

TEST_CASE("git listing: sparse checkouts read ignore files from the index") {
  const TempTree tree;
  tree.git("init -q");
  for (const char* path : {"in/a.c", "out/b.c", "out/deep/c.c"}) tree.write(path);
  tree.write("out/.gitignore", "*.o\n");
  tree.git("add -A");
  tree.git("commit -qm all");
  SUBCASE("no-cone") {
    tree.git("sparse-checkout set --no-cone /in/");
  }
  SUBCASE("cone") {
    tree.git("sparse-checkout set --cone in");
  }
  SUBCASE("sparse index") {
    tree.git("sparse-checkout set --cone --sparse-index in");
  }
  tree.write("out/new.o");
  tree.write("out/new.c");
  check_same(tree);
}

TEST_CASE("git listing: core.ignoreCase folds patterns and tracked names") {
  const TempTree tree;
  tree.git("init -q");
  tree.write("Tracked.c");
  tree.git("add -A");
  std::filesystem::rename(tree.root() / "Tracked.c", tree.root() / "tracked.C");
  tree.git("config core.ignoreCase true");
  tree.write(".gitignore", "*.LOG\nBuild/\n/Dir/[A-C]x\n[D]y\nq\\Z\n[[:upper:]]\n");
  for (const char* path : {"a.log", "b.Log", "build/x", "dir/ax", "dir/Bx", "dy", "Dy", "qZ", "qz",
                           "k", "K", "sub/.Git/x"})
    tree.write(path);
  check_same(tree);
}

TEST_CASE("git listing: other index formats") {
  const TempTree tree;
  tree.git("init -q");
  tree.write(".gitignore", "*.o\n");
  for (const char* path : {"a.c", "b/c.c", "b/d.o"}) tree.write(path);
  tree.git("add -A && git add -f b/d.o");
  SUBCASE("version 4") {
    tree.git("update-index --index-version 4");
  }
  SUBCASE("untracked cache") {
    tree.git("update-index --force-untracked-cache");
  }
  SUBCASE("split") {
    for (int i = 0; i < 40; ++i) tree.write("many/" + std::to_string(i) + ".o");
    tree.git("add -f many");
    tree.git("config splitIndex.maxPercentChange 100 && git update-index --split-index");
    tree.write("more.o");
    tree.git("add -f more.o");
    tree.git("rm -q --cached a.c many/7.o many/39.o");
    tree.write("many/3.o", "changed\n");
    tree.git("add -f many/3.o");
    REQUIRE(tree.git("ls-files").find("many/7.o") == std::string::npos);
    CHECK(git_facts(tree.root()).state.is_dirty);
    tree.git("commit -qm all");
    CHECK_FALSE(git_facts(tree.root()).state.is_dirty);
    CHECK(git_facts(tree.root()).blobs.size() == 42);
  }
  SUBCASE("intent to add") {
    tree.write("later.o");
    tree.git("add -N -f later.o");
  }
  check_same(tree);
}

TEST_CASE("git listing: a damaged index gives a list or a warning, never a crash") {
  const TempTree tree;
  tree.git("init -q");
  for (int i = 0; i < 12; ++i) tree.write("d/" + std::to_string(i) + ".c");
  tree.git("add -A && git update-index --split-index");  // libgit2 leaks on a broken version 4
  tree.write("more.c");
  tree.git("add more.c && git rm -q --cached d/3.c");
  std::ifstream file(tree.root() / ".git/index", std::ios::binary);
  const std::string whole(std::istreambuf_iterator<char>(file), {});
  REQUIRE(whole.size() > 100);
  std::mt19937 random(11);
  for (std::size_t i = 0; i < 400; ++i) {
    std::string damaged = whole;
    if (i % 2 == 0) damaged.resize(random() % whole.size());
    for (int flips = 0; flips < 3 && !damaged.empty(); ++flips)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    tree.write(".git/index", damaged);
    const auto listed_paths = list_candidates(tree.root());
    REQUIRE(listed_paths.has_value());
    CHECK(listed_paths->size() >= 13);  // whatever the index says, the files are there
  }
}

}  // namespace codeweaver::corpus
