// Tests of `corpus` without libgit2: ignore files work, commits are rejected with a clear error.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include "corpus/discovery.hpp"
#include "corpus/git_diff.hpp"
#include "corpus/git_tree.hpp"
#include "corpus/history.hpp"
#include "corpus/recent_trees.hpp"
#include "corpus/temp_tree.hpp"

namespace codeweaver::corpus {
namespace {

std::vector<std::string> listed(const std::filesystem::path& root) {
  const auto found = list_candidates(root, {});
  REQUIRE(found.has_value());
  return *found;
}

void check_refused(const Error& error) {
  CHECK(error.category == ErrorCategory::kUnsupported);
  CHECK(error.code == "NO_GIT");
  CHECK(error.cause.find("CODEWEAVER_GIT=OFF") != std::string::npos);
  CHECK(error.action.find("CODEWEAVER_GIT=ON") != std::string::npos);
  CHECK_FALSE(error.context.empty());
}

/// A repository with ignore files of each kind, a linked worktree and a submodule.
void make_repository(const TempTree& tree) {
  tree.git("init -q inner && cd inner && git commit -q --allow-empty -m first");
  tree.git("init -q main");
  tree.write("main/.gitignore", "*.log\n/out/\n");
  tree.write("main/.git/info/exclude", "private.py\n");
  tree.write("main/src/.gitignore", "local.py\n!keep.log\n");
  for (const char* path : {"a.py", "b.log", "private.py", "out/c.py", "src/d.py", "src/local.py",
                           "src/keep.log", "src/e.log", "src/deep/f.py", "src/deep/private.py"})
    tree.write(std::filesystem::path("main") / path);
  tree.git("add -A && git submodule add -q ../inner sub && git commit -qm second", "main");
  tree.git("worktree add -q ../linked", "main");
  REQUIRE(tree.last_status() == 0);
  tree.write("main/src/untracked.py");
  tree.write("linked/private.py");
  tree.write("linked/new.py");
}

}  // namespace

TEST_CASE("no git: in each folder of a repository what git lists is found") {
  const TempTree tree;
  make_repository(tree);
  const auto compared = [&](const char* folder) {
    auto paths = tree.git_files(folder);
    if (!std::filesystem::exists(tree.root() / folder / "sub/.git"))
      std::erase(paths, "sub");  // an empty folder, until it is checked out
    for (auto& path : paths)
      if (path == "sub") path += '/';
    CHECK(listed(tree.root() / folder) == paths);
    return paths;
  };
  const auto all = compared("main");
  CHECK(std::ranges::find(all, "src/untracked.py") != all.end());
  CHECK(std::ranges::find(all, "sub/") != all.end());
  CHECK(compared("main/src") ==
        std::vector<std::string>{".gitignore", "d.py", "deep/f.py", "keep.log", "untracked.py"});
  CHECK(compared("main/src/deep") == std::vector<std::string>{"f.py"});
  const auto linked = compared("linked");
  CHECK(std::ranges::find(linked, "new.py") != linked.end());
}

TEST_CASE("no git: a tracked file that a rule names is missed") {
  const TempTree tree;
  tree.git("init -q");
  tree.write("a.log");
  tree.write("b.py");
  tree.git("add -A");
  tree.write(".gitignore", "*.log\n");
  CHECK(listed(tree.root()) == std::vector<std::string>{".gitignore", "b.py"});
}

TEST_CASE("no git: places in a repository are those that libgit2 tells") {
  const TempTree tree;
  make_repository(tree);
  const auto root = tree.root();
  const auto at = [&](const char* folder) {
    const auto place = git_location(root / folder);
    REQUIRE(place.has_value());
    CHECK(place->top / place->prefix ==
          (place->prefix.empty() ? root / folder / "" : root / folder));
    return *place;
  };
  CHECK(at("main").common_dir == root / "main/.git");
  CHECK(at("main").worktree.empty());
  CHECK(at("main/src/deep").prefix == "src/deep");
  CHECK(at("main/src/deep").top == root / "main");
  CHECK(at("linked").common_dir == root / "main/.git");
  CHECK(at("linked").worktree == "linked");
  CHECK(at("main/sub").common_dir == root / "main/.git/modules/sub");
  CHECK(at("main/sub").worktree.empty());
  CHECK_FALSE(git_location(root).has_value());
  CHECK_FALSE(git_location(root / "main/.git").has_value());
  CHECK_FALSE(git_location(root / "main/.git/info").has_value());
  CHECK_FALSE(git_location(root / "none").has_value());
}

TEST_CASE("no git: a folder that merely looks like a repository is none") {
  const TempTree tree;
  tree.make_folder("empty/.git");
  tree.write("link/.git", "gitdir: /nowhere\n");
  for (const char* folder : {"empty", "link"}) {
    tree.write(std::filesystem::path(folder) / "a.py");
    CHECK_FALSE(git_location(tree.root() / folder).has_value());
    const auto paths = listed(tree.root() / folder);
    CHECK(std::ranges::find(paths, "a.py") != paths.end());
  }
}

TEST_CASE("no git: whatever needs a commit is refused, and nothing is said of the folder") {
  const TempTree tree;
  make_repository(tree);
  const auto root = tree.root() / "main";
  check_refused(resolve_ref(root, "HEAD").error());
  check_refused(resolve_range(root, "HEAD~1..HEAD").error());
  check_refused(changed_lines(root, {}).error());
  check_refused(earlier_texts(root, {}).error());
  check_refused(recent_trees(root, 1).error());
  check_refused(CommitTree::open(root, std::string(40, '1')).error());
  check_refused(History::open(root).error());
  const auto facts = git_facts(root);
  CHECK(facts.state.commit.empty());
  CHECK(facts.blobs.empty());
}

}  // namespace codeweaver::corpus
