// Tests of changed lines of commits and of the working tree, and of folders inside a repository.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/git_diff.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "corpus/git.hpp"
#include "corpus/temp_tree.hpp"

namespace codeweaver::corpus {
namespace {

void commit_everything(const TempTree& tree, const std::string& message) {
  tree.git("add -A && git commit -qm '" + message + "'");
  REQUIRE(tree.last_status() == 0);
}

ChangedFiles changed(const std::filesystem::path& root, std::string_view text) {
  const auto range = resolve_range(root, text);
  REQUIRE(range.has_value());
  auto files = changed_lines(root, *range);
  REQUIRE_MESSAGE(files.has_value(), (files ? "" : files.error().message()));
  return *files;
}

std::string numbers(int first, int last) {
  std::string text;
  for (int i = first; i <= last; ++i) text += "line " + std::to_string(i) + '\n';
  return text;
}

}  // namespace

TEST_CASE("diff: lines of the new side; renamed files count with what changed in them") {
  const TempTree tree;
  tree.git("init -q");
  tree.write("edited.py", numbers(1, 9));
  tree.write("moved.py", numbers(100, 130));
  tree.write("moved_too.py", numbers(200, 230));
  tree.write("gone.py");
  tree.write("sub/inner.py", "x\n");
  commit_everything(tree, "first");
  tree.write("edited.py", numbers(1, 2) + "new\nnew\n" + numbers(4, 6) + numbers(8, 9));
  tree.git("rm -q gone.py && git mv moved.py there.py && git mv moved_too.py there_too.py");
  tree.write("there.py", numbers(100, 114) + "changed\n" + numbers(116, 130));
  tree.write("added.py", "a\nb\n");
  tree.write("sub/inner.py", "y\n");
  tree.write("binary.py", std::string_view("\0\1", 2));
  commit_everything(tree, "second");
  const ChangedFiles expected = {{"edited.py", {{3, 2}, {7, 0}}},
                                 {"there.py", {{16, 1}}},
                                 {"added.py", {{1, 2}}},
                                 {"sub/inner.py", {{1, 1}}}};
  CHECK(changed(tree.root(), "HEAD~1..HEAD") == expected);
  CHECK(changed(tree.root(), "HEAD~1") == expected);
  CHECK(changed(tree.root() / "sub", "HEAD~1..HEAD") == ChangedFiles{{"inner.py", {{1, 1}}}});
  CHECK(changed(tree.root(), "HEAD").empty());
  const auto earlier = [&](const std::filesystem::path& root, std::string_view text) {
    std::string out;
    const auto texts = earlier_texts(root, *resolve_range(root, text));
    REQUIRE(texts);
    for (const auto& one : *texts)
      out += one.path + ' ' + one.text.substr(0, one.text.find('\n')) + '\n';
    return out;
  };
  const std::string before = "edited.py line 1\ngone.py x\nmoved.py line 100\nsub/inner.py x\n";
  CHECK(earlier(tree.root(), "HEAD~1..HEAD") == before);
  CHECK(earlier(tree.root(), "HEAD~1") == before);
  CHECK(earlier(tree.root() / "sub", "HEAD~1..HEAD") == "inner.py x\n");
  CHECK(earlier(tree.root(), "HEAD").empty());
}

TEST_CASE(
    "diff: a partial clone counts what it lacks, and takes files whole whose past is missing") {
  const TempTree tree;
  tree.make_folder("origin");
  tree.git("init -q && git config uploadpack.allowFilter true", "origin");
  tree.write("origin/edited.py", numbers(1, 9));
  tree.write("origin/same.py", "same\n");
  const auto commit = [&] { tree.git("add -A && git commit -qm x", "origin"); };
  commit();
  tree.write("origin/edited.py", numbers(1, 8));
  tree.write("origin/kept.py", "kept\n");
  commit();
  tree.write("origin/edited.py", numbers(1, 7));
  tree.git("mv same.py moved.py", "origin");
  commit();
  tree.git("clone -q --filter=blob:none 'file://" + (tree.root() / "origin").string() + "' clone");
  REQUIRE(tree.last_status() == 0);
  std::filesystem::rename(tree.root() / "origin", tree.root() / "away");
  const auto compare = [&](std::string_view text, MissingTexts& missing) {
    return *changed_lines(tree.root() / "clone", *resolve_range(tree.root() / "clone", text),
                          &missing);
  };
  const std::vector<ChangedLines> whole{{1, std::numeric_limits<std::uint32_t>::max() - 1}};
  MissingTexts missing;
  CHECK(compare("HEAD~1..HEAD", missing) == ChangedFiles{{"edited.py", whole}});
  CHECK(missing.files == 0);
  CHECK(missing.uncompared == 1);
  CHECK(compare("HEAD~1", missing) == ChangedFiles{{"edited.py", whole}});
  CHECK(missing.uncompared == 1);
  CHECK(compare("HEAD~2..HEAD~1", missing) == ChangedFiles{{"kept.py", {{1, 1}}}});
  CHECK(missing.files == 1);
  CHECK(missing.uncompared == 0);
}

TEST_CASE("diff: the working tree with what is staged, edited, new and ignored") {
  const TempTree tree;
  tree.git("init -q");
  tree.write(".gitignore", "ignored.py\n");
  tree.write("staged.py", "1\n2\n");
  tree.write("edited.py", "1\n2\n");
  commit_everything(tree, "first");
  tree.write("staged.py", "1\n2\n3\n");
  tree.git("add staged.py");
  tree.write("edited.py", "0\n1\n2\n");
  tree.write("new/file.py", "x\ny\n");
  tree.write("ignored.py");
  CHECK(changed(tree.root(), "HEAD") ==
        ChangedFiles{{"staged.py", {{3, 1}}}, {"edited.py", {{1, 1}}}, {"new/file.py", {{1, 2}}}});
}

TEST_CASE("diff: three dots leave out what the other side did") {
  const TempTree tree;
  tree.git("init -q");
  tree.write("a.py", "1\n");
  commit_everything(tree, "base");
  tree.git("checkout -qb side");
  tree.write("side.py", "s\n");
  commit_everything(tree, "side");
  tree.git("checkout -q main");
  tree.write("a.py", "2\n");
  commit_everything(tree, "main");
  CHECK(changed(tree.root(), "main...side") == ChangedFiles{{"side.py", {{1, 1}}}});
  CHECK(changed(tree.root(), "main..side").size() == 2);
}

TEST_CASE("diff: line ends that git converts are no change") {
  const TempTree tree;
  tree.git("init -q && git config core.autocrlf true");
  tree.write("a.py", "1\r\n2\r\n");
  commit_everything(tree, "first");
  tree.write("a.py", "1\r\n2\r\n3\r\n");
  CHECK(changed(tree.root(), "HEAD") == ChangedFiles{{"a.py", {{3, 1}}}});
}

TEST_CASE("location: worktrees of one repository share its common directory") {
  const TempTree tree;
  tree.git("init -q main");
  tree.write("main/src/a.py");
  tree.git("add -A && git commit -qm first", "main");
  tree.git("worktree add -q ../linked", "main");
  const auto main = git_location(tree.root() / "main/src");
  const auto linked = git_location(tree.root() / "linked");
  REQUIRE(main.has_value());
  REQUIRE(linked.has_value());
  CHECK(main->common_dir == tree.root() / "main/.git");
  CHECK(main->top == tree.root() / "main");
  CHECK(main->prefix == "src");
  CHECK(main->worktree.empty());
  CHECK(linked->common_dir == main->common_dir);
  CHECK(linked->prefix.empty());
  CHECK(linked->worktree == "linked");
  const TempTree plain;
  CHECK_FALSE(git_location(plain.root()).has_value());
}

}  // namespace codeweaver::corpus
