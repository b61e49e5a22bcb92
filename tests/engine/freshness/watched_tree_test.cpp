// Tests of WatchedTree: with a watch, searches skip the scan of the tree and miss no change.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/freshness/watched_tree.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "codeweaver/workspace.hpp"
#include "engine/fixture.hpp"

namespace codeweaver {
namespace {

using engine::WatchedTree;
using std::chrono::milliseconds;
using Time = WatchedTree::Time;
using test::ProjectFixture;

/// A loop over a folder whose runs end as they are told.
struct Loop {
  ProjectFixture project;
  std::atomic<bool> fails = false;
  std::atomic<int> runs = 0;
  WatchRequest request{};
  engine::WatchLoop loop;
  std::jthread thread;

  Loop()
      : loop(
            open(), [this](const std::stop_token&) { return run(); }, request),
        thread([this](std::stop_token stop) { (void)loop.watch(std::move(stop)); }) {}

  corpus::TreeWatch open() const {
    corpus::TreeWatchOptions options;
    options.debounce = milliseconds(5);
    auto opened = corpus::TreeWatch::open(project.root(), {}, std::move(options));
    REQUIRE(opened);
    return std::move(*opened);
  }
  Result<WatchBatch> run() {
    ++runs;
    if (fails) return Error{ErrorCategory::kIo, "IO_ERROR", "The disk is full", "", ""};
    WatchBatch batch;
    batch.report.status = IndexStatus::kSuccess;
    return batch;
  }
  void wait_until_up_to_date() const {
    while (!loop.is_up_to_date()) std::this_thread::yield();
  }
};

TEST_CASE("watched tree: a look a while, none without a watch") {
  Loop running;
  running.wait_until_up_to_date();
  WatchedTree tree;
  const Time begin = std::chrono::steady_clock::now();
  CHECK_FALSE(tree.skips_scan(begin));
  {
    const WatchedTree::Watch watch(tree, running.loop);
    CHECK_FALSE(tree.skips_scan(begin));  // the first caller scans
    CHECK(tree.skips_scan(begin));
    CHECK(tree.skips_scan(begin + WatchedTree::kTrust - milliseconds(1)));
    CHECK_FALSE(tree.skips_scan(begin + WatchedTree::kTrust));
    CHECK(tree.skips_scan(begin + WatchedTree::kTrust));
    tree.distrust();
    CHECK_FALSE(tree.skips_scan(begin + WatchedTree::kTrust));
    CHECK(tree.skips_scan(begin + WatchedTree::kTrust));
    // A scan of a tenth of a second is trusted for longer than one that takes no time.
    const auto later = begin + WatchedTree::kTrust + std::chrono::seconds(1);
    CHECK_FALSE(tree.skips_scan(later + WatchedTree::kTrust));
    tree.record_scan(later, later + milliseconds(100));
    CHECK(tree.skips_scan(later + WatchedTree::kTrustOfScan * milliseconds(100)));
    CHECK_FALSE(tree.skips_scan(later + WatchedTree::kMostTrust));
  }
  CHECK_FALSE(tree.skips_scan(begin + WatchedTree::kTrust));
}

TEST_CASE("watched tree: a run that failed leaves the looking to searches") {
  Loop running;
  running.wait_until_up_to_date();
  running.fails = true;
  const int before = running.runs;
  running.project.write("src/late.py", "late = 1\n");
  while (running.runs == before) {
    // The event waits, or the run is under way.
    CHECK_FALSE(running.loop.is_up_to_date());
    std::this_thread::yield();
  }
  for (int i = 0; i < 1000; ++i) REQUIRE_FALSE(running.loop.is_up_to_date());
  running.fails = false;  // tried again by itself
  running.wait_until_up_to_date();
}

TEST_CASE("watched tree: a search sees every change that was made before it") {
  ProjectFixture project;
  WorkspaceOptions options;
  options.embedder = test::embedder();
  options.reranker = test::reranker();
  options.watch.debounce = milliseconds(5);
  auto engine = CodeWeaver::open({"shop", "Shop", project.root(), project.state()}, options);
  REQUIRE(engine);
  REQUIRE(engine->index());
  const std::jthread watch([&](std::stop_token stop) { (void)engine->watch({}, stop); });

  // Others ask all the while, so that scans are shared and spared.
  const std::jthread other([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) REQUIRE(engine->search("user"));
  });
  for (int i = 0; i < 60; ++i) {
    CAPTURE(i);
    const auto name = "arrived_as_number_" + std::to_string(i);
    const auto path = "src/late" + std::to_string(i % 3) + ".py";
    project.write(path, "def " + name + "():\n    return " + std::to_string(i) + "\n");
    const auto found = engine->find_symbol(name);
    REQUIRE(found);
    REQUIRE(found->size() == 1);
    if (i % 4 == 0)  // let the watch come to rest
      std::this_thread::sleep_for(milliseconds(30));
  }
}

}  // namespace
}  // namespace codeweaver
