// Tests of IndexingFeed: listeners get each state, and none after they have ended.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/indexing_feed.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>

namespace codeweaver::service {
namespace {

void set_files(IndexingFeed& feed, std::size_t files) {
  feed.edit([&](IndexingSnapshot& now) { now.progress.files_processed = files; });
  feed.tell();
}

}  // namespace

TEST_CASE("indexing feed: listeners hear of changes until they end") {
  IndexingFeed feed;
  std::vector<std::size_t> first, second;
  auto one = feed.subscribe(
      [&](const IndexingSnapshot& now) { first.push_back(now.progress.files_processed); });
  {
    const auto two = feed.subscribe(
        [&](const IndexingSnapshot& now) { second.push_back(now.progress.files_processed); });
    set_files(feed, 1);
  }
  set_files(feed, 2);
  one.end();
  set_files(feed, 3);
  CHECK(first == std::vector<std::size_t>{1, 2});
  CHECK(second == std::vector<std::size_t>{1});
  CHECK(feed.snapshot().progress.files_processed == 3);
}

TEST_CASE("indexing feed: a subscription may outlive its feed") {
  Subscription kept;
  {
    IndexingFeed feed;
    kept = feed.subscribe([](const IndexingSnapshot&) {});
  }
  kept.end();
  kept.end();
}

TEST_CASE("indexing feed: no call goes on after a subscription has ended") {
  IndexingFeed feed;
  for (int i = 0; i < 200; ++i) {
    std::atomic<bool> has_ended = false, is_wrong = false;
    auto subscription = feed.subscribe([&](const IndexingSnapshot&) {
      if (has_ended) is_wrong = true;
    });
    std::thread teller([&] {
      for (std::size_t n = 0; n < 10; ++n) set_files(feed, n);
    });
    subscription.end();
    has_ended = true;
    teller.join();
    CHECK_FALSE(is_wrong);
  }
}

TEST_CASE("indexing feed: waiting ends when the state is as asked, or when time is up") {
  IndexingFeed feed;
  const auto is_done = [](const IndexingSnapshot& now) { return now.coverage == 1; };
  CHECK_FALSE(feed.wait_until(is_done, std::chrono::milliseconds(1)));
  std::thread changer([&] { feed.edit([](IndexingSnapshot& now) { now.coverage = 1; }); });
  CHECK(feed.wait_until(is_done, std::chrono::minutes(2)));
  changer.join();
}

}  // namespace codeweaver::service
