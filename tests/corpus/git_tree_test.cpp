// Tests of CommitTree, refs and ranges, on repositories made by git.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/git_tree.hpp"

#include <doctest/doctest.h>

#include <map>

#include "corpus/git_refs.hpp"
#include "corpus/lfs_pointer.hpp"
#include "corpus/temp_tree.hpp"

namespace codeweaver::corpus {
namespace {

void commit_all(const TempTree& tree, const std::string& message,
                const std::filesystem::path& folder = {}) {
  tree.git("add -A && git commit -qm '" + message + "'", folder);
  REQUIRE(tree.last_status() == 0);
}

std::string resolved(const std::filesystem::path& root, std::string_view name) {
  auto commit = resolve_ref(root, name);
  REQUIRE_MESSAGE(commit.has_value(), name);
  return *commit;
}

Error ref_error(const std::filesystem::path& root, std::string_view name) {
  auto commit = resolve_ref(root, name);
  REQUIRE_FALSE(commit.has_value());
  return commit.error();
}

std::string git_id(const TempTree& tree, const std::string& name,
                   const std::filesystem::path& folder = {}) {
  return tree.git("rev-parse " + name + "^{commit}", folder).substr(0, 40);
}

CommitTree opened(const std::filesystem::path& root, std::string_view name) {
  auto tree = CommitTree::open(root, resolved(root, name));
  REQUIRE(tree.has_value());
  return std::move(*tree);
}

/// Path to text, of files whose names begin with a letter.
std::map<std::string, std::string> contents(const CommitTree& tree,
                                            const DiscoveryOptions& options = {}) {
  const auto found = tree.files(options);
  REQUIRE(found.has_value());
  REQUIRE(found->discovery.files.size() == found->objects.size());
  std::map<std::string, std::string> out;
  for (std::size_t i = 0; i < found->objects.size(); ++i) {
    const std::filesystem::path path = found->discovery.files[i].path;
    if (path.filename().native().starts_with('.')) continue;
    auto bytes = tree.read(found->objects[i]);
    REQUIRE(bytes.has_value());
    out.emplace(path, std::move(*bytes));
  }
  return out;
}

using Contents = std::map<std::string, std::string>;

}  // namespace

TEST_CASE("refs: branches, tags, commit ids and expressions name what git says they do") {
  const TempTree tree;
  tree.git("init -q");
  tree.write("a.py", "one\n");
  commit_all(tree, "first");
  tree.git("tag v1.0 && git tag -a v1.1 -m annotated");
  tree.write("a.py", "two\n");
  commit_all(tree, "second");
  tree.git("branch feature/retry");
  for (const bool is_packed : {false, true}) {
    if (is_packed) tree.git("pack-refs --all && git gc -q");
    for (const std::string name : {"v1.0", "v1.1", "main", "feature/retry", "HEAD", "HEAD~1",
                                   "refs/tags/v1.0", "main^", "HEAD@{0}"}) {
      CAPTURE(name);
      CHECK(resolved(tree.root(), name) == git_id(tree, name));
    }
    const auto id = git_id(tree, "HEAD");
    CHECK(resolved(tree.root(), id.substr(0, 10)) == id);
  }
}

TEST_CASE("refs: names that lead nowhere say so and name what looks like them") {
  const TempTree tree;
  tree.git("init -q");
  tree.write("a.py");
  commit_all(tree, "first");
  tree.git("tag v1.2.0 && git branch release");
  const auto close = ref_error(tree.root(), "v1.2");
  CHECK(close.category == ErrorCategory::kNotFound);
  CHECK(close.code == "REF_NOT_FOUND");
  CHECK(close.cause == "No branch, tag or commit is called 'v1.2'");
  CHECK(close.action == "Did you mean v1.2.0?");
  CHECK(ref_error(tree.root(), "relaese").action == "Did you mean release?");
  for (const std::string bad : {"", "nothing-like-it", "HEAD~7", "-n", "a..b", "ref with space",
                                "@{", "refs/heads/../../config"}) {
    CAPTURE(bad);
    CHECK(ref_error(tree.root(), bad).category != ErrorCategory::kInternal);
    CHECK_FALSE(ref_error(tree.root(), bad).cause.empty());
  }
  CHECK(ref_error(tree.root(), std::string(5000, 'x')).code == "REF_NOT_FOUND");
  CHECK(ref_error(tree.root(), "HEAD:a.py").code == "NOT_A_COMMIT");
  CHECK(ref_error(tree.root(), "HEAD^{tree}").code == "NOT_A_COMMIT");
  const TempTree plain;
  CHECK(ref_error(plain.root(), "main").code == "NO_REPOSITORY");
}

TEST_CASE("refs: a repository without commits, a broken one and one of SHA-256 say what is wrong") {
  const TempTree tree;
  tree.git("init -q empty && git init -q broken && git init -q --object-format=sha256 long");
  CHECK(ref_error(tree.root() / "empty", "HEAD").code == "REF_NOT_FOUND");
  tree.write("broken/.git/config", "[core\nnot a config");
  CHECK(ref_error(tree.root() / "broken", "HEAD").code == "REPOSITORY_UNREADABLE");
  const auto sha256 = ref_error(tree.root() / "long", "HEAD");
  CHECK(sha256.code == "REPOSITORY_UNREADABLE");
  CHECK(sha256.cause.find("SHA-256") != std::string::npos);
  CHECK(sha256.action.find("Search the folder") != std::string::npos);
}

TEST_CASE("refs: ranges with two dots, three dots, and to the working tree") {
  const TempTree tree;
  tree.git("init -q");
  tree.write("a.py");
  commit_all(tree, "base");
  tree.git("checkout -qb side");
  tree.write("b.py");
  commit_all(tree, "side");
  tree.git("checkout -q main");
  tree.write("c.py");
  commit_all(tree, "main");
  const auto range = [&](std::string_view text) {
    auto found = resolve_range(tree.root(), text);
    REQUIRE(found.has_value());
    return *found;
  };
  const auto main = git_id(tree, "main"), side = git_id(tree, "side"), base = git_id(tree, "main^");
  CHECK(range("main..side").from == main);
  CHECK(range("main..side").to == side);
  CHECK(range("main..side").to_name == "side");
  CHECK(range("main...side").from == base);
  CHECK(range("main...side").to == side);
  CHECK(range("side").from == side);
  CHECK(range("side").to.empty());
  CHECK(range("side..").to == main);
  CHECK(range("..side").from == main);
  for (const std::string bad : {"", "..", "..."})
    CHECK(resolve_range(tree.root(), bad).error().code == "EMPTY_RANGE");
  CHECK(resolve_range(tree.root(), "main..sied").error().action == "Did you mean side?");
  tree.git("checkout -q --orphan alone && git commit -qm alone");
  CHECK(resolve_range(tree.root(), "main...alone").error().code == "NO_MERGE_BASE");
}

TEST_CASE("commit tree: files of a commit, whatever is checked out") {
  const TempTree tree;
  tree.git("init -q");
  tree.write("src/a.py", "old\n");
  tree.write("gone.py", "gone\n");
  tree.write("tool", "#!/usr/bin/env python3\nx\n");
  tree.write("picture.xyz", "1 2 3 4");
  tree.write(".hidden/x.py", "x\n");
  tree.write(".github/x.yml", "x: 1\n");
  tree.link("link.py", "gone.py");
  commit_all(tree, "first");
  tree.git("tag v1 && git mv src/a.py src/b.py && git rm -q gone.py && git commit -qm second");
  const auto old = opened(tree.root(), "v1");
  CHECK(contents(old) == Contents{{"src/a.py", "old\n"},
                                  {"gone.py", "gone\n"},
                                  {"tool", "#!/usr/bin/env python3\nx\n"},
                                  {".github/x.yml", "x: 1\n"}});
  CHECK(old.commit() == git_id(tree, "v1"));
  const auto found = old.files({});
  REQUIRE(found.has_value());
  CHECK(found->discovery.files[2].path == "src/a.py");
  CHECK(found->discovery.files[2].language == "python");
  CHECK(found->discovery.files[3].language == "python");  // by its first line
  REQUIRE(found->discovery.skipped.size() == 1);
  CHECK(found->discovery.skipped[0].reason == "symlink");
  CHECK(found->discovery.unknown == std::map<std::string, std::size_t>{{"xyz", 1}});
  CHECK(contents(opened(tree.root(), "main")).contains("src/b.py"));
  const auto below = opened(tree.root() / "src", "v1");
  CHECK(contents(below) == Contents{{"a.py", "old\n"}});
}

TEST_CASE("commit tree: the filters of discovery, with the ignore file of that commit") {
  const TempTree tree;
  tree.git("init -q");
  tree.write(".gitignore", "kept.py\n");
  tree.write(".codeweaverignore", "left_out.py\nsub/\n");
  tree.write("kept.py", "tracked although ignored\n");
  tree.write("left_out.py");
  tree.write("sub/x.py");
  tree.write("inner/.codeweaverignore", "x.py\n");
  tree.write("inner/x.py");
  tree.write("big.py", std::string(5000, 'x'));
  tree.git("add -f kept.py");
  commit_all(tree, "first");
  tree.write(".codeweaverignore", "kept.py\n");
  commit_all(tree, "second");
  DiscoveryOptions options;
  options.max_file_bytes = 4000;
  CHECK(contents(opened(tree.root(), "HEAD~1"), options) ==
        Contents{{"kept.py", "tracked although ignored\n"}});
  CHECK(contents(opened(tree.root(), "HEAD"), options).size() == 2);
  const auto found = opened(tree.root(), "HEAD").files(options);
  REQUIRE(found->discovery.skipped.size() == 1);
  CHECK(found->discovery.skipped[0].reason == "too_large");
  options.exclude = {"left_*"};
  CHECK(contents(opened(tree.root(), "HEAD"), options).size() == 1);
  options.max_files = 2;
  const auto refused = opened(tree.root(), "HEAD").files(options);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == "TOO_MANY_FILES");
  CHECK(refused.error().action.find("indexing.max_files") != std::string::npos);
}

TEST_CASE("commit tree: what is known by path and object is not looked into") {
  const TempTree tree;
  tree.git("init -q");
  tree.write("a.py", "one\n");
  tree.write("b.py", "two\n");
  commit_all(tree, "first");
  const auto found =
      opened(tree.root(), "HEAD").files({}, [](const std::string& path, const std::string& object) {
        return path == "a.py" && object.size() == 40;
      });
  REQUIRE(found.has_value());
  REQUIRE(found->discovery.files.size() == 2);
  CHECK(found->discovery.files[0].language.empty());
  CHECK(found->discovery.files[1].language == "python");
}

TEST_CASE("commit tree: files that a partial clone lacks are counted and left out") {
  const TempTree tree;
  tree.make_folder("origin");
  tree.git("init -q && git config uploadpack.allowFilter true", "origin");
  tree.write("origin/a.py", "old\n");
  tree.write("origin/b.py", "same\n");
  tree.git("add -A && git commit -qm one", "origin");
  tree.write("origin/a.py", "new\n");
  tree.git("add -A && git commit -qm two", "origin");
  tree.git("clone -q --filter=blob:none 'file://" + (tree.root() / "origin").string() + "' clone");
  REQUIRE(tree.last_status() == 0);
  auto before = tree.git("rev-parse HEAD~1", "clone");
  before.erase(40);
  const auto commit = CommitTree::open(tree.root() / "clone", before);
  REQUIRE(commit);
  CHECK(commit->is_partial());
  const auto found = commit->files({});
  REQUIRE(found);
  CHECK(found->missing == 1);
  REQUIRE(found->discovery.files.size() == 1);
  CHECK(found->discovery.files[0].path == "b.py");
  const auto blobs = commit->blobs(10);
  REQUIRE(blobs);
  CHECK_FALSE(commit->holds((*blobs)[0].object));
  CHECK(commit->holds((*blobs)[1].object));
  CHECK_FALSE(CommitTree::open(tree.root() / "origin", before)->is_partial());
}

TEST_CASE("commit tree: merges, submodules, bare repositories and linked worktrees") {
  const TempTree tree;
  tree.git("init -q lib && git init -q app");
  tree.write("lib/l.py", "lib\n");
  commit_all(tree, "lib", "lib");
  tree.write("app/a.py", "a\n");
  commit_all(tree, "a", "app");
  tree.git("checkout -qb side", "app");
  tree.git("submodule add -q ../lib vendored", "app");
  commit_all(tree, "with submodule", "app");
  tree.git("checkout -q main", "app");
  tree.write("app/b.py", "b\n");
  commit_all(tree, "b", "app");
  tree.git("merge -q --no-ff -m joined side", "app");
  const Contents joined = {{"a.py", "a\n"}, {"b.py", "b\n"}};
  CHECK(contents(opened(tree.root() / "app", "HEAD")) == joined);
  const auto found = opened(tree.root() / "app", "HEAD").files({});
  REQUIRE(found->discovery.skipped.size() == 1);
  CHECK(found->discovery.skipped[0].reason == "nested_repository");
  CHECK(contents(opened(tree.root() / "app/vendored", "HEAD")) == Contents{{"l.py", "lib\n"}});

  tree.git("clone -q --bare app bare.git");
  CHECK(contents(opened(tree.root() / "bare.git", "main")) == joined);
  tree.git("worktree add -q ../linked side", "app");
  CHECK(contents(opened(tree.root() / "linked", "main")) == joined);
  CHECK(resolved(tree.root() / "linked", "HEAD") == git_id(tree, "side", "app"));
}

TEST_CASE("commit tree: a shallow clone has what it has and says how to get the rest") {
  const TempTree tree;
  tree.git("init -q full");
  tree.write("full/a.py", "1\n");
  commit_all(tree, "first", "full");
  tree.write("full/a.py", "2\n");
  commit_all(tree, "second", "full");
  tree.git("clone -q --depth 1 \"file://$PWD/full\" shallow");
  CHECK(contents(opened(tree.root() / "shallow", "HEAD")) == Contents{{"a.py", "2\n"}});
  const auto error = ref_error(tree.root() / "shallow", "HEAD~1");
  CHECK(error.code == "REF_NOT_FOUND");
  CHECK(error.action.find("shallow clone") != std::string::npos);
}

TEST_CASE("commit tree: missing objects and folders are errors with a way out") {
  const TempTree tree;
  tree.git("init -q");
  tree.write("a.py", "text\n");
  commit_all(tree, "first");
  tree.write("later/b.py");
  commit_all(tree, "second");
  CHECK(CommitTree::open(tree.root(), std::string(40, '1')).error().code == "COMMIT_NOT_FOUND");
  const auto before = resolved(tree.root(), "HEAD~1");
  CHECK(CommitTree::open(tree.root() / "later", before).error().code == "PATH_NOT_IN_REF");
  const auto object = tree.git("rev-parse HEAD:a.py").substr(0, 40);
  std::filesystem::remove(tree.root() / ".git/objects" / object.substr(0, 2) / object.substr(2));
  const auto found = opened(tree.root(), "HEAD").files({});
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error().code == "OBJECT_UNREADABLE");
  CHECK(found.error().cause.find(object) != std::string::npos);
}

TEST_CASE("commit tree: pointers of git-lfs are told from text") {
  CHECK(
      is_lfs_pointer("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"));
  CHECK_FALSE(is_lfs_pointer("version https://git-lfs.github.com/spec/v1\n"));
  CHECK_FALSE(is_lfs_pointer("# about version https://git-lfs.github.com/spec/v1\noid sha256:4\n"));
}

}  // namespace codeweaver::corpus
