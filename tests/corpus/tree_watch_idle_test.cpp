// Tests of TreeWatch::is_idle(): true only after all earlier changes were processed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <atomic>
#include <cerrno>
#include <thread>

#include "corpus/temp_tree.hpp"
#include "corpus/tree_watch.hpp"

namespace codeweaver::corpus {
namespace {

using std::chrono::milliseconds;

/// A thread that takes batches and deals with each by counting it.
class Follower {
 public:
  explicit Follower(const TempTree& tree, TreeWatchOptions options = {})
      : watch_(open(tree, std::move(options))), thread_([this](const std::stop_token& stop) {
          while (watch_.next(stop)) ++batches_;
        }) {}

  TreeWatch& watch() { return watch_; }
  int batches() const { return batches_; }
  void wait_until_idle() {
    while (!watch_.is_idle()) std::this_thread::yield();
  }

 private:
  static TreeWatch open(const TempTree& tree, TreeWatchOptions options) {
    options.debounce = milliseconds(5);
    auto opened = TreeWatch::open(tree.root(), {}, std::move(options));
    REQUIRE(opened);
    return std::move(*opened);
  }

  TreeWatch watch_;
  std::atomic<int> batches_ = 0;
  std::jthread thread_;  // last: ends before what it uses
};

TEST_CASE("idle watch: never between a change and its batch") {
  const TempTree tree;
  tree.write("src/a.py");
  Follower follower(tree);
  follower.wait_until_idle();
  for (int i = 1; i <= 100; ++i) {
    CAPTURE(i);
    const int before = follower.batches();
    tree.write("src/a.py", "line\n");
    // Whoever finds it idle now finds the change dealt with, too; on a busy machine, a write may
    // take long enough for two batches.
    follower.wait_until_idle();
    REQUIRE(follower.batches() > before);
  }
}

TEST_CASE("idle watch: what is done in new folders is not missed") {
  const TempTree tree;
  Follower follower(tree);
  follower.wait_until_idle();
  for (int i = 1; i <= 20; ++i) {
    CAPTURE(i);
    const int before = follower.batches();
    tree.write("new" + std::to_string(i) + "/deep/a.py");
    follower.wait_until_idle();
    REQUIRE(follower.batches() > before);
    const int between = follower.batches();
    tree.write("new" + std::to_string(i) + "/deep/b.py");
    follower.wait_until_idle();
    REQUIRE(follower.batches() > between);
  }
}

TEST_CASE("idle watch: files that discovery leaves out change nothing") {
  const TempTree tree;
  tree.write("a.py");
  Follower follower(tree);
  follower.wait_until_idle();
  tree.write("a.o");
  follower.wait_until_idle();
  CHECK(follower.batches() == 0);
}

TEST_CASE("idle watch: not while nobody waits in next()") {
  const TempTree tree;
  auto watch = TreeWatch::open(tree.root(), {});
  REQUIRE(watch);
  CHECK_FALSE(watch->is_idle());
  REQUIRE(watch->next({}, milliseconds(1)));
  CHECK_FALSE(watch->is_idle());
}

TEST_CASE("idle watch: not while the system allows too few watches") {
  const TempTree tree;
  tree.write("src/a.py");
  std::atomic<int> left = 1;
  TreeWatchOptions options;
  options.check_interval = milliseconds(10);
  options.add_watch = [&](os::WatchQueue& queue, const char* folder) {
    if (left-- > 0) return queue.add(folder);
    errno = ENOSPC;
    return -1;
  };
  Follower follower(tree, std::move(options));
  while (follower.batches() < 5) {  // full checks
    REQUIRE_FALSE(follower.watch().is_idle());
    std::this_thread::yield();
  }
}

}  // namespace
}  // namespace codeweaver::corpus
