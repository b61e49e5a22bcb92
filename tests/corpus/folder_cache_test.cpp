// Tests of discovery with a cache of folders: same result as without it, after any change.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <random>
#include <thread>

#include "corpus/discovery.hpp"
#include "temp_tree.hpp"

namespace codeweaver::corpus {
namespace {

namespace fs = std::filesystem;

/// What discovery says, as text.
std::string describe(const Discovery& found) {
  std::string text;
  for (std::size_t i = 0; i < found.files.size(); ++i)
    text += found.files[i].path + ' ' + found.files[i].language + ' ' +
            std::to_string(found.files[i].size_bytes) + ' ' +
            std::to_string(found.times[i].modified_ns) + '\n';
  for (const auto& skip : found.skipped) text += skip.path + ' ' + skip.reason + '\n';
  for (const auto& [extension, count] : found.unknown)
    text += extension + ' ' + std::to_string(count) + '\n';
  return text;
}

/// A tree and the cache of its folders.
struct CachedTree {
  TempTree tree;
  std::string bytes;

  CachedTree() {
    tree.write("a/one.py", "x = 1\n");
    tree.write("a/b/two.py", "y = 2\n");
    tree.write("a/b.c/three.py", "z = 3\n");
    tree.write("c/four.py", "w = 4\n");
    tree.write("top.py", "v = 5\n");
    settle();
  }
  /// Discovers with the cache of the last call, keeps the new one, and compares with a look at all.
  void check() {
    const FolderCache known(bytes);
    DiscoveryOptions options;
    const auto plain = discover(tree.root(), options);
    options.known_folders = &known;
    const auto cached = discover(tree.root(), options);
    REQUIRE(plain);
    REQUIRE(cached);
    CHECK(describe(*cached) == describe(*plain));
    if (!cached->folder_cache.empty()) bytes = cached->folder_cache;
  }
  /// Checks when all folders are old enough to be believed.
  void settle() {
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
    check();
  }
};

TEST_CASE("folder cache: files added, removed, renamed and replaced are seen") {
  CachedTree cached;
  const auto root = cached.tree.root();
  CHECK(FolderCache(cached.bytes).size() == 5);
  cached.tree.write("a/b/new.py", "n = 1\n");
  cached.check();
  fs::remove(root / "a/one.py");
  cached.check();
  fs::rename(root / "a/b/two.py", root / "a/b/moved.py");
  cached.check();
  fs::rename(root / "a/b/moved.py", root / "c/moved.py");
  cached.check();
  cached.tree.write("c/four.py", "w = 44444\n");  // in place: its folder does not change
  cached.check();
  fs::create_directories(root / "c/four.d");
  fs::remove(root / "c/four.py");
  cached.check();
}

TEST_CASE("folder cache: folders replaced, moved away and back, and turned to links are seen") {
  CachedTree cached;
  const auto root = cached.tree.root();
  fs::rename(root / "a/b", root / "a/old");
  fs::rename(root / "c", root / "a/b");
  cached.check();
  fs::rename(root / "a/b", root / "c");
  fs::rename(root / "a/old", root / "a/b");
  cached.check();
  cached.settle();
  fs::rename(root / "a", root / "elsewhere");
  fs::create_directory_symlink("elsewhere", root / "a");
  cached.check();
  fs::remove(root / "a");
  cached.tree.write("a", "now a file\n");
  cached.check();
}

TEST_CASE("folder cache: times that were set back hide nothing") {
  CachedTree cached;
  const auto folder = cached.tree.root() / "a/b";
  struct stat before {};
  REQUIRE(::stat(folder.c_str(), &before) == 0);
  cached.tree.write("a/b/sly.py", "s = 1\n");
  const timespec times[2] = {before.st_atim, before.st_mtim};
  REQUIRE(::utimensat(AT_FDCWD, folder.c_str(), times, 0) == 0);
  cached.check();
}

TEST_CASE("folder cache: ignore files that appear, change and go are obeyed") {
  CachedTree cached;
  const auto root = cached.tree.root();
  cached.tree.write("a/.gitignore", "two.py\n");
  cached.settle();
  cached.tree.write("a/.gitignore", "one.py\n");  // in place
  cached.check();
  cached.tree.write("a/.codeweaverignore", "b/\n");
  cached.settle();
  cached.tree.write("a/.codeweaverignore", "b.c/\n");
  cached.check();
  fs::remove(root / "a/.gitignore");
  fs::remove(root / "a/.codeweaverignore");
  cached.check();
}

TEST_CASE("folder cache: repositories inside come and go") {
  CachedTree cached;
  const auto root = cached.tree.root();
  fs::create_directories(root / "c/.git/objects");
  fs::create_directories(root / "c/.git/refs");
  cached.tree.write("c/.gitignore", "four.py\n");
  cached.check();
  cached.settle();
  cached.tree.write("c/.git/HEAD", "ref: refs/heads/main\n");  // only now is it one
  cached.check();
  fs::remove_all(root / "c/.git");
  cached.check();
}

TEST_CASE("folder cache: a damaged one is none, and one of another tree says nothing") {
  CachedTree cached, other;
  other.tree.write("a/b/more.py", "m = 1\n");
  other.bytes = cached.bytes;
  other.check();
  cached.bytes[cached.bytes.size() / 2] ^= 1;
  CHECK(FolderCache(cached.bytes).size() == 0);
  cached.check();
}

TEST_CASE("folder cache: random changes of a random tree are all seen") {
  std::mt19937 random(7);
  const auto pick = [&](std::size_t count) { return random() % count; };
  CachedTree cached;
  const auto root = cached.tree.root();
  const auto any_path = [&] {
    std::string path = "d" + std::to_string(pick(4));
    for (std::size_t depth = pick(3); depth > 0; --depth) path += "/e" + std::to_string(pick(3));
    return path;
  };
  for (int step = 0; step < 300; ++step) {
    if (step % 6 == 0) cached.settle();
    const auto path = any_path();
    std::error_code ignored;
    switch (pick(6)) {
      case 0:
        fs::remove_all(root / path, ignored);
        break;
      case 1:
        fs::rename(root / path, root / any_path(), ignored);
        break;
      case 2:
        fs::remove(root / path / "f0.py", ignored);
        break;
      case 3:
        cached.tree.write(path + "/.gitignore", pick(2) == 0 ? "f1.py\n" : "e1/\n");
        break;
      default:
        cached.tree.write(path + "/f" + std::to_string(pick(3)) + ".py",
                          std::string(pick(50), 'x') + "\n");
    }
    cached.check();
  }
}

}  // namespace
}  // namespace codeweaver::corpus
