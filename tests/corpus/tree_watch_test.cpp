// Tests of TreeWatch: batches for changes in a real folder, without ignored files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/tree_watch.hpp"

#include <doctest/doctest.h>

#include <cerrno>
#include <fstream>
#include <thread>

#include "corpus/temp_tree.hpp"

namespace codeweaver::corpus {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using Paths = std::vector<std::string>;

constexpr milliseconds kDebounce{20};
constexpr milliseconds kLong{60'000};  // never reached: an event comes first
/// Long enough for a batch to come if there were one.
constexpr milliseconds kQuiet{100};

TreeWatch watch(const TempTree& tree, TreeWatchOptions options = {},
                DiscoveryOptions discovery = {}) {
  options.debounce = kDebounce;
  auto opened = TreeWatch::open(tree.root(), std::move(discovery), std::move(options));
  REQUIRE(opened);
  return std::move(*opened);
}

TreeBatch next(TreeWatch& watch) {
  auto batch = watch.next({}, kLong);
  REQUIRE(batch);
  REQUIRE_FALSE(batch->is_empty());
  return std::move(*batch);
}

/// Everything up to a quiet time, as one.
TreeBatch collect(TreeWatch& watch) {
  TreeBatch all = next(watch);
  while (true) {
    auto more = watch.next({}, kQuiet);
    REQUIRE(more);
    if (more->is_empty()) break;
    all.is_complete = all.is_complete && more->is_complete;
    all.paths.insert(all.paths.end(), more->paths.begin(), more->paths.end());
  }
  std::sort(all.paths.begin(), all.paths.end());
  all.paths.erase(std::unique(all.paths.begin(), all.paths.end()), all.paths.end());
  return all;
}

bool is_quiet(TreeWatch& watch) {
  const auto batch = watch.next({}, kQuiet);
  REQUIRE(batch);
  return batch->is_empty();
}

TEST_CASE("watch: files made, changed, renamed and removed are named") {
  const TempTree tree;
  tree.write("src/a.py");
  tree.write("src/b.py");
  auto watched = watch(tree);
  CHECK(watched.folder_count() == 2);
  CHECK(is_quiet(watched));

  tree.write("src/new.py");
  tree.write("src/a.py", "changed\n");
  fs::rename(tree.root() / "src/b.py", tree.root() / "c.py");
  const TreeBatch batch = collect(watched);
  CHECK(batch.paths == Paths{"c.py", "src/a.py", "src/b.py", "src/new.py"});
  CHECK(batch.is_complete);

  fs::remove(tree.root() / "c.py");
  CHECK(next(watched).paths == Paths{"c.py"});
  fs::permissions(tree.root() / "src/a.py", fs::perms::none);
  CHECK(next(watched).paths == Paths{"src/a.py"});
  CHECK(is_quiet(watched));
}

TEST_CASE("watch: a file written by renaming another over it, as editors do, is seen") {
  const TempTree tree;
  tree.write("a.py");
  auto watched = watch(tree);
  tree.write(".a.py.swp");
  tree.write("a.py~", "better\n");
  fs::rename(tree.root() / "a.py~", tree.root() / "a.py");
  const TreeBatch batch = collect(watched);
  CHECK(std::find(batch.paths.begin(), batch.paths.end(), "a.py") != batch.paths.end());
}

TEST_CASE("watch: a file that stays open is seen while it is written") {
  const TempTree tree;
  tree.write("a.py");
  auto watched = watch(tree);
  std::ofstream file(tree.root() / "a.py", std::ios::app);
  file << "more\n" << std::flush;
  CHECK(next(watched).paths == Paths{"a.py"});
}

TEST_CASE("watch: new folders are followed at once, however deep") {
  const TempTree tree;
  auto watched = watch(tree);
  tree.write("one/two/three/deep.py");
  CHECK_FALSE(collect(watched).is_complete);  // what lay in them before they were watched
  CHECK(watched.folder_count() == 4);
  tree.write("one/two/three/late.py");
  const TreeBatch batch = next(watched);
  CHECK(batch.is_complete);
  CHECK(batch.paths == Paths{"one/two/three/late.py"});
}

TEST_CASE("watch: folders moved in, moved within and moved out") {
  const TempTree tree, outside;
  outside.write("package/sub/a.py");
  tree.write("kept.py");
  auto watched = watch(tree);
  fs::rename(outside.root() / "package", tree.root() / "package");
  CHECK_FALSE(collect(watched).is_complete);
  CHECK(watched.folder_count() == 3);

  fs::rename(tree.root() / "package", tree.root() / "renamed");
  CHECK_FALSE(collect(watched).is_complete);
  tree.write("renamed/sub/b.py");
  CHECK(collect(watched).paths == Paths{"renamed/sub/b.py"});

  fs::rename(tree.root() / "renamed", outside.root() / "gone");
  CHECK_FALSE(collect(watched).is_complete);
  CHECK(watched.folder_count() == 1);
  outside.write("gone/sub/c.py");
  CHECK(is_quiet(watched));
}

TEST_CASE("watch: a removed folder names its files, and may come back") {
  const TempTree tree;
  tree.write("a/b/c.py");
  auto watched = watch(tree);
  fs::remove_all(tree.root() / "a");
  CHECK(collect(watched).paths == Paths{"a/b/c.py"});
  CHECK(watched.folder_count() == 1);
  tree.write("a/b/c.py");
  collect(watched);
  CHECK(watched.folder_count() == 3);
}

TEST_CASE("watch: what discovery leaves out is not seen") {
  const TempTree tree;
  tree.write(".gitignore", "build/\n");
  tree.write(".codeweaverignore", "generated/\n");
  for (const char* folder : {"build", "generated", ".hidden", "extra", "state", ".github"})
    tree.write(fs::path(folder) / "deep/a.py");
  DiscoveryOptions discovery;
  discovery.exclude = {"extra"};
  TreeWatchOptions options;
  options.state_dir = tree.root() / "state";
  auto watched = watch(tree, options, discovery);
  CHECK(watched.folder_count() == 3);  // the root, .github, .github/deep
  for (const char* folder : {"build", "generated", ".hidden", "extra", "state"}) {
    tree.write(fs::path(folder) / "deep/b.py");
    tree.write(fs::path(folder) / "new/b.py");
  }
  tree.write("object.o");  // of no language
  tree.write("notes.png");
  CHECK(is_quiet(watched));
  tree.make_folder("build/another");
  fs::remove_all(tree.root() / "build");
  CHECK(is_quiet(watched));
  tree.write(".github/deep/c.py");
  CHECK(next(watched).paths == Paths{".github/deep/c.py"});
}

TEST_CASE("watch: a changed ignore file asks for a full check and moves the watches") {
  const TempTree tree;
  tree.write("generated/a.py");
  auto watched = watch(tree);
  CHECK(watched.folder_count() == 2);
  tree.write(".gitignore", "generated/\n");
  CHECK_FALSE(collect(watched).is_complete);
  CHECK(watched.folder_count() == 1);
  tree.write("generated/b.py");
  CHECK(is_quiet(watched));
  tree.write(".gitignore", "");
  CHECK_FALSE(collect(watched).is_complete);
  CHECK(watched.folder_count() == 2);
}

TEST_CASE(
    "watch: tracked files in ignored folders are watched, and git's index tells of new ones") {
  const TempTree tree;
  tree.git("init -q");
  tree.write(".gitignore", "vendor/\n");
  tree.write("vendor/kept/a.py");
  tree.write("vendor/other/b.py");
  auto watched = watch(tree);
  CHECK(watched.folder_count() == 1);
  tree.git("add -f vendor/kept/a.py");
  CHECK_FALSE(collect(watched).is_complete);
  CHECK(watched.folder_count() == 3);
  tree.write("vendor/kept/a.py", "changed\n");
  CHECK(next(watched).paths == Paths{"vendor/kept/a.py"});
  tree.write("vendor/other/b.py", "changed\n");
  CHECK(is_quiet(watched));
}

TEST_CASE("watch: a checkout of another branch is one batch") {
  const TempTree tree;
  tree.git("init -q");
  for (int i = 0; i < 300; ++i)
    tree.write("old" + std::to_string(i % 7) + "/f" + std::to_string(i) + ".py");
  tree.git("add . && git commit -qm one && git checkout -qb other");
  for (int i = 0; i < 300; ++i)
    tree.write("old" + std::to_string(i % 7) + "/f" + std::to_string(i) + ".py", "two\n");
  for (int i = 0; i < 300; ++i)
    tree.write("new" + std::to_string(i % 9) + "/f" + std::to_string(i) + ".py");
  tree.git("add . && git commit -qm two");
  // git renames its index into place a moment before it moves HEAD.
  auto watched = TreeWatch::open(tree.root(), {}, {.debounce = 10 * kDebounce});
  REQUIRE(watched);
  tree.git("checkout -q main");
  CHECK(tree.last_status() == 0);
  CHECK_FALSE(next(*watched).is_complete);
  CHECK(is_quiet(*watched));
  CHECK(watched->folder_count() == 8);
}

TEST_CASE("watch: while git holds its index the batch stays open") {
  const TempTree tree;
  tree.git("init -q");
  auto watched = watch(tree);
  tree.write(".git/index.lock");
  tree.write("a.py");
  CHECK(is_quiet(watched));
  tree.write("b.py");
  fs::remove(tree.root() / ".git/index.lock");
  CHECK(collect(watched).paths == Paths{"a.py", "b.py"});
}

TEST_CASE("watch: a repository made in the folder is noticed") {
  const TempTree tree;
  tree.write("sub/a.py");
  auto watched = watch(tree);
  CHECK(watched.folder_count() == 2);
  tree.git("init -q");
  tree.git("init -q", "sub");  // now a project of its own
  CHECK_FALSE(collect(watched).is_complete);
  CHECK(watched.folder_count() == 1);
}

TEST_CASE("watch: lost events are made up for by a full check") {
  const TempTree tree;
  auto watched = watch(tree);
  std::size_t queue = 0;
  std::ifstream("/proc/sys/fs/inotify/max_queued_events") >> queue;
  REQUIRE(queue > 0);
  REQUIRE(queue <= 1U << 20);
  // Each step is an event of its own: equal neighbours would be merged.
  const auto a = tree.root() / "a.o", b = tree.root() / "b.o";
  std::ofstream(a) << "x";
  for (std::size_t i = 0; i <= queue / 2; ++i) {
    fs::rename(a, b);
    fs::rename(b, a);
  }
  tree.write("unseen/late.py");
  CHECK_FALSE(collect(watched).is_complete);
  CHECK(watched.folder_count() == 2);
  tree.write("unseen/later.py");
  CHECK(next(watched).paths == Paths{"unseen/later.py"});
}

TEST_CASE("watch: events that never pause are handed over all the same") {
  const TempTree tree;
  auto watched = watch(tree);
  std::jthread writer([&](std::stop_token stop) {
    for (int i = 0; !stop.stop_requested(); ++i) tree.write("busy.py", std::to_string(i));
  });
  CHECK(next(watched).paths == Paths{"busy.py"});
}

TEST_CASE("watch: without enough watches the tree is checked in intervals, and that is said") {
  const TempTree tree;
  tree.write("seen/a.py");
  tree.write("unseen/a.py");
  int limit = 2;
  TreeWatchOptions options;
  options.check_interval = 5 * kDebounce;
  options.add_watch = [&](os::WatchQueue& queue, const char* folder) {
    if (limit-- > 0) return queue.add(folder);
    errno = ENOSPC;
    return -1;
  };
  auto watched = watch(tree, options);
  REQUIRE(watched.problem());
  CHECK(watched.problem()->code == "WATCH_LIMIT");
  CHECK(watched.problem()->cause.find("2 folders are watched") != std::string::npos);
  CHECK(watched.problem()->action.find("max_user_watches") != std::string::npos);
  CHECK_FALSE(next(watched).is_complete);  // nothing happened: the interval passed
  limit = 100;
  CHECK_FALSE(next(watched).is_complete);
  CHECK_FALSE(watched.problem());
  CHECK(watched.folder_count() == 3);
}

TEST_CASE("watch: a stop ends the waiting at once, and a later call waits again") {
  const TempTree tree;
  auto watched = watch(tree);
  std::stop_source source;
  std::jthread stopper([&] { source.request_stop(); });
  const auto stopped = watched.next(source.get_token());
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().category == ErrorCategory::kCancelled);
  CHECK(is_quiet(watched));
}

TEST_CASE("watch: the end of the root ends the watch") {
  const TempTree tree;
  tree.write("project/src/a.py");
  auto opened = TreeWatch::open(tree.root() / "project", {}, {.debounce = kDebounce});
  REQUIRE(opened);
  SUBCASE("removed") {
    fs::remove_all(tree.root() / "project");
  }
  SUBCASE("moved") {
    fs::rename(tree.root() / "project", tree.root() / "elsewhere");
  }
  auto batch = opened->next({}, kLong);
  while (batch) batch = opened->next({}, kLong);
  CHECK(batch.error().code == "PATH_NOT_FOUND");
}

TEST_CASE("watch: a folder that is not there is refused") {
  const auto refused = TreeWatch::open("/no/such/folder", {});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "PATH_NOT_FOUND");
}

}  // namespace
}  // namespace codeweaver::corpus
