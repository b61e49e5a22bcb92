// Tests of PathSelection, and of walks restricted to its paths.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/path_selection.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "corpus/discovery.hpp"
#include "corpus/temp_tree.hpp"

namespace codeweaver::corpus {
namespace {

using Paths = std::vector<std::string>;

TEST_CASE("path selection: a path is selected with all below it, folders above lead there") {
  const PathSelection only({"a/b", "a.txt", "c/d/e.py", "a/b"});
  for (const char* path : {"a/b", "a/b/c", "a/b/c/d", "a.txt", "c/d/e.py"}) CHECK(only.holds(path));
  for (const char* path : {"", "a", "a/bb", "a.tx", "c/d", "c/d/e"}) CHECK_FALSE(only.holds(path));
  for (const char* path : {"", "a", "c", "c/d", "a/b/x"}) CHECK(only.leads_to(path));
  for (const char* path : {"b", "a/c", "c/e", "a.t"}) CHECK_FALSE(only.leads_to(path));
  CHECK(only.names_in("") == std::vector<std::string_view>{"a", "a.txt", "c"});
  CHECK(only.names_in("a") == std::vector<std::string_view>{"b"});
  CHECK(only.names_in("c/d") == std::vector<std::string_view>{"e.py"});
  CHECK(only.below("c").holds("d/e.py"));
  CHECK_FALSE(only.below("c").holds("a.txt"));
  CHECK(only.below("a/b").holds("anything"));
  CHECK(PathSelection({""}).holds("anything/at/all"));
  CHECK_FALSE(PathSelection({}).leads_to(""));
}

Paths found_with(const TempTree& tree, const Paths& paths) {
  const PathSelection only(paths);
  DiscoveryOptions options;
  options.only = &only;
  const auto found = discover(tree.root(), options);
  REQUIRE(found);
  CHECK(found->folder_cache.empty());
  Paths out;
  for (const auto& file : found->files) out.push_back(file.path);
  return out;
}

TEST_CASE("path selection: discovery of some paths is what it finds of all, restricted to them") {
  const TempTree tree;
  tree.git("init -q");
  for (const char* path :
       {"src/a.py", "src/b.py", "src/deep/c.py", "src/deep/d.py", "made/out.py", "made/kept.py",
        "docs/x.md", ".hidden/y.py", "lib/node_modules/z.js", "lib/w.js", "top.py", "src/own.tmp"})
    tree.write(path, "x = 1\n");
  tree.write(".gitignore", "made/\n*.tmp\n");
  tree.write("src/.codeweaverignore", "d.py\n");
  tree.git("add -f made/kept.py src/a.py");
  const auto all = discover(tree.root());
  REQUIRE(all);
  const std::vector<Paths> selections{{"src/a.py"},
                                      {"src"},
                                      {"src/deep", "top.py"},
                                      {"made/out.py", "made/kept.py", "src/own.tmp"},
                                      {"made"},
                                      {".hidden", ".hidden/y.py"},
                                      {"lib/node_modules/z.js", "lib/w.js"},
                                      {"nothing/here.py", "src/nothing.py"},
                                      {""},
                                      {}};
  for (const auto& paths : selections) {
    const PathSelection only(paths);
    Paths expected;
    for (const auto& file : all->files)
      if (only.holds(file.path)) expected.push_back(file.path);
    CHECK(found_with(tree, paths) == expected);
  }
}

TEST_CASE("path selection: repositories in a folder outside of git go by their own rules") {
  const TempTree tree;
  tree.write("outer.py", "x = 1\n");
  tree.write("repo/.gitignore", "no.py\n");
  tree.write("repo/no.py", "x = 1\n");
  tree.write("repo/yes.py", "x = 1\n");
  tree.write("repo/more.py", "x = 1\n");
  tree.git("init -q repo");
  CHECK(found_with(tree, {"repo/no.py", "repo/yes.py", "outer.py"}) ==
        Paths{"outer.py", "repo/yes.py"});
}

TEST_CASE("path selection: paths that are not there are admitted as they would be found") {
  const TempTree tree;
  tree.git("init -q");
  tree.write(".gitignore", "made/\n*.tmp\n");
  tree.write("src/.codeweaverignore", "no_*.py\n");
  tree.write("src/there.py", "x = 1\n");
  tree.write("made/tracked.py", "x = 1\n");
  tree.git("add -f made/tracked.py");
  const Paths asked{"src/there.py",    "src/new.py", "brand/new/folder/x.py", "made/new.py",
                    "made/tracked.py", "a.tmp",      "src/no_way.py",         ".hidden/x.py",
                    ".github/ci.yml",  "src"};
  const auto admitted = admitted_paths(tree.root(), asked);
  REQUIRE(admitted);
  CHECK(*admitted == Paths{".github/ci.yml", "brand/new/folder/x.py", "made/tracked.py",
                           "src/new.py", "src/there.py"});
}

}  // namespace
}  // namespace codeweaver::corpus
